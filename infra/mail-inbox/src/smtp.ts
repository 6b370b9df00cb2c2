import { SMTPServer, type SMTPServerAddress } from 'smtp-server';
import type { MailStore } from './mail-store';

const LARGEST_MAIL = 50 * 1024 * 1024;

/** Takes any mail for anybody, with or without a login. While it refuses, it answers 451, as an overloaded server does. */
export function createSmtp(store: MailStore, isRefusing: () => boolean) {
  return new SMTPServer({
    banner: 'Shop mail inbox',
    // The server has no certificate, and a sender that tried STARTTLS would not trust a made-up one.
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    size: LARGEST_MAIL,
    logger: false,
    disableReverseLookup: true,
    closeTimeout: 1000,
    onAuth: ({ username }, _session, callback) => callback(null, { user: username ?? 'anybody' }),
    onRcptTo: (_address, _session, callback) => callback(isRefusing() ? tryLater() : null),
    onData(stream, { envelope }, callback) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        if (isRefusing()) return callback(tryLater());
        if (stream.sizeExceeded) return callback(refusal(552, 'The mail is too large'));
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const to = envelope.rcptTo.map(({ address }: SMTPServerAddress) => address);
        try {
          store.add({ from, to }, Buffer.concat(parts));
        } catch (error) {
          return callback(refusal(451, (error as Error).message));
        }
        return callback(null);
      });
    },
  });
}

const tryLater = () => refusal(451, 'Not now, try again later');

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });
