import { createTransport } from 'nodemailer';
import type { SendMail } from './deliver-mails';
import { asRefused } from './refusal';

/**
 * Sends with nodemailer. Each mail has one recipient and goes to nodemailer as an object, so that no part of an address or subject
 * is read as a header (docs/product/messages.md#how-messages-travel).
 */
export function createSmtp(url: string, from: string): { send: SendMail; close: () => void } {
  const transport = createTransport(withTimeouts(url));
  return {
    async send({ to, replyTo, ...mail }) {
      const sending = transport.sendMail({
        ...mail,
        headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
        from,
        to: { name: '', address: to },
        ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      await sending.catch((error: unknown) => {
        throw asRefused(error);
      });
    },
    close: () => transport.close(),
  };
}

const withTimeouts = (url: string) => {
  const address = new URL(url);
  const defaults = {
    pool: 'true',
    maxConnections: '3',
    connectionTimeout: '10000',
    greetingTimeout: '10000',
    socketTimeout: '30000',
  };
  for (const [name, value] of Object.entries(defaults))
    if (!address.searchParams.has(name)) address.searchParams.set(name, value);
  return address.toString();
};
