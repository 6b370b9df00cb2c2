import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type ReceivedMail, readMail } from './read-mail';

/** The stored form of a mail: sender, recipients and bytes from the SMTP dialogue. Everything else is read from the bytes. */
type Kept = { id: string; receivedAt: string; from: string; to: string[]; source: string };

/**
 * Keeps the newest `keep` mails, newest first. With a file, each mail is appended to it before the sender gets an acknowledgement, so
 * that no acknowledged mail is lost.
 */
export async function openMailStore(keep: number, file?: string) {
  let mails: ReceivedMail[] = [];
  const read = (kept: Kept) => readMail({ ...kept, source: Buffer.from(kept.source, 'base64') });
  const remember = (mail: ReceivedMail) => (mails = [mail, ...mails].slice(0, keep));

  if (file) {
    mkdirSync(dirname(file), { recursive: true });
    const kept = readKept(file).slice(-keep);
    for (const mail of kept) remember(await read(mail));
    replace(file, kept);
  }

  return {
    list: (to?: string) => (to ? mails.filter((mail) => mail.to.some((address) => address.includes(to.toLowerCase()))) : mails),
    get: (id: string) => mails.find((mail) => mail.id === id),

    async add(envelope: { from: string; to: string[] }, source: Buffer) {
      const id = randomBytes(9).toString('base64url');
      const kept: Kept = { id, receivedAt: new Date().toISOString(), ...envelope, source: source.toString('base64') };
      const mail = await read(kept);
      if (file) appendFileSync(file, `${JSON.stringify(kept)}\n`, { mode: 0o600 });
      remember(mail);
    },

    clear() {
      mails = [];
      if (file) replace(file, []);
    },
  };
}

export type MailStore = Awaited<ReturnType<typeof openMailStore>>;

/** Reads the file. A line that a crash cut off was never acknowledged to its sender and is left out. */
function readKept(file: string): Kept[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Kept];
      } catch {
        return [];
      }
    });
}

function replace(file: string, kept: Kept[]) {
  writeFileSync(`${file}.new`, kept.map((mail) => `${JSON.stringify(mail)}\n`).join(''), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
