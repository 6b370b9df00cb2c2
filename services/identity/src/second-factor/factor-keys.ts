import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const NONCE = 12;
const TAG = 16;

export type FactorKeys = {
  /** AES-256-GCM → nonce, tag and text in one. The account's id is authenticated with it: the row of one account opens in no other's. */
  seal: (userId: number, secret: string) => Buffer;
  /** @throws Error with another key, another account's id, or when a bit of it was changed. */
  open: (userId: number, sealed: Buffer) => string;
  /** Recovery codes are short enough to be found by trying; whoever reads the database has no key to try with. */
  hashOf: (userId: number, code: string) => string;
};

/** What an account's second factors are kept with: one key for secrets and one for recovery codes, both out of the configured one. */
export function factorKeys(master: Buffer): FactorKeys {
  const derived = (purpose: string) => Buffer.from(hkdfSync('sha256', master, '', purpose, 32));
  const sealing = derived('authenticator-app');
  const hashing = derived('recovery-code');
  return {
    seal(userId, secret) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(String(userId)));
      const text = Buffer.concat([cipher.update(secret, 'ascii'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]);
    },
    open(userId, sealed) {
      const decipher = createDecipheriv('aes-256-gcm', sealing, sealed.subarray(0, NONCE), { authTagLength: TAG })
        .setAAD(Buffer.from(String(userId)))
        .setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
      return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]).toString('ascii');
    },
    hashOf: (userId, code) => createHmac('sha256', hashing).update(`${userId} ${code}`).digest('hex'),
  };
}
