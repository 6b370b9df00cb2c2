import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const NONCE = 12;
const TAG = 16;

export type FactorKeys = {
  /** Encrypts by AES-256-GCM. → nonce, tag and text in one. The account's id is authenticated too: the text opens for no other account. */
  seal: (userId: number, secret: string) => Buffer;
  /** Decrypts what `seal` made. @throws Error with another key, for another account, or when a bit of it was changed */
  open: (userId: number, sealed: Buffer) => string;
  /** Hashes a recovery code with a key: codes are so short that a hash without a key could be guessed by whoever reads the database. */
  hashOf: (userId: number, code: string) => string;
};

/** Derives two keys from the configured one: one encrypts the secrets of authenticator apps, the other hashes recovery codes. */
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
