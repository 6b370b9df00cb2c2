import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';

const TAG = 16;
/** The key seals one file and no other, so that its nonce need not differ from anything. */
const NONCE = Buffer.alloc(12);

const keyOf = (token: string) => Buffer.from(hkdfSync('sha256', token, '', 'data-export', 32));

/** A file that opens with the token alone, which is kept nowhere. */
export function sealedFile(token: string, file: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', keyOf(token), NONCE);
  const text = Buffer.concat([cipher.update(file), cipher.final()]);
  return Buffer.concat([cipher.getAuthTag(), text]);
}

/** @throws Error with another token, or when a bit of it was changed. */
export function openedFile(token: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(token), NONCE, { authTagLength: TAG }).setAuthTag(
    sealed.subarray(0, TAG),
  );
  return Buffer.concat([decipher.update(sealed.subarray(TAG)), decipher.final()]);
}
