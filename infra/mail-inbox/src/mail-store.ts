import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type ReceivedMail, readMail } from './read-mail';

/** The stored form of a mail: sender, recipients and bytes from the SMTP dialogue. Everything else is read from the bytes. */
type StoredMail = { id: string; receivedAt: string; from: string; to: string[]; source: string };

/**
 * Keeps the newest `keep` mails, newest first. With a file, each mail is appended to it before the sender gets an acknowledgement, so
 * that no acknowledged mail is lost.
 */
export async function openMailStore(keep: number, file?: string) {
  let mails: Mail[] = [];
  const remember = (mail: Mail) => (mails = [mail, ...mails].slice(0, keep));

  if (file) {
    mkdirSync(dirname(file), { recursive: true });
    const keptMails = readKept(file).slice(-keep);
    for (const mail of keptMails) remember(unread({ ...mail, source: Buffer.from(mail.source, 'base64') }));
    replace(file, keptMails);
  }

  return {
    async list(to = '') {
      const matches = mails.filter((mail) => mail.to.some((address) => address.toLowerCase().includes(to.toLowerCase())));
      return Promise.all(matches.map((mail) => mail.read()));
    },
    get: async (id: string) => mails.find((mail) => mail.id === id)?.read(),

    add(envelope: { from: string; to: string[] }, source: Buffer) {
      const mail = { id: randomBytes(9).toString('base64url'), receivedAt: new Date().toISOString(), ...envelope };
      if (file) {
        const keptMail: StoredMail = { ...mail, source: source.toString('base64') };
        appendFileSync(file, `${JSON.stringify(keptMail)}\n`, { mode: 0o600 });
      }
      remember(unread({ ...mail, source }));
    },

    clear() {
      mails = [];
      if (file) replace(file, []);
    },
  };
}

/** Reads a mail's bytes when somebody opens it, and only once: nobody opens most mails of a busy shop here. */
function unread({ source, ...mail }: Parameters<typeof readMail>[0]) {
  let reading: Promise<ReceivedMail> | undefined;
  return { ...mail, read: () => (reading ??= readMail({ ...mail, source })) };
}
type Mail = ReturnType<typeof unread>;

export type MailStore = Awaited<ReturnType<typeof openMailStore>>;

/** Reads the file. A line that a crash cut off was never acknowledged to its sender and is left out. */
function readKept(file: string): StoredMail[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as StoredMail];
      } catch {
        return [];
      }
    });
}

function replace(file: string, keptMails: StoredMail[]) {
  writeFileSync(`${file}.new`, keptMails.map((mail) => `${JSON.stringify(mail)}\n`).join(''), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
