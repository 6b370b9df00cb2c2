import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { testLog } from '@shop/runtime/testing';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import type { DataSource } from 'typeorm';
import { deliverMails } from '../mails/deliver-mails';
import type { Site } from '../mails/render';
import { createSmtp } from '../mails/smtp';

export type Received = {
  to: string[];
  subject: string;
  replyTo: string;
  html: string;
  text: string;
  /** The keys are lower-case names. */
  headers: Record<string, string>;
  attachments: { filename: string; contentType: string; content: Buffer }[];
};

/** A real SMTP server; `fetch` sends the waiting mails and returns the new ones as a mail program reads them. */
export async function openSmtpInbox(site: Site) {
  let arrived: { to: string[]; raw: Buffer }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, callback) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        arrived.push({ to: session.envelope.rcptTo.map((recipient) => recipient.address), raw: Buffer.concat(parts) });
        callback();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const smtp = createSmtp(`smtp://127.0.0.1:${port}`, 'Ghostline <shop@ghostline.example>');
  return {
    async fetch(source: DataSource): Promise<Received[]> {
      while (await deliverMails(source, smtp.send, site, testLog));
      const mails = arrived;
      arrived = [];
      return Promise.all(mails.map(read));
    },
    async close() {
      smtp.close();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}

async function read({ to, raw }: { to: string[]; raw: Buffer }): Promise<Received> {
  const mail = await simpleParser(raw, { skipHtmlToText: true, skipTextToHtml: true });
  const { subject = '', replyTo, html, text = '' } = mail;
  const headers = Object.fromEntries(mail.headerLines.map(({ key, line }) => [key, line.slice(line.indexOf(':') + 1).trim()]));
  const attachments = mail.attachments.map(({ filename = '', contentType, content }) => ({ filename, contentType, content }));
  return { to, subject, replyTo: replyTo?.text ?? '', html: html || '', text, headers, attachments };
}
