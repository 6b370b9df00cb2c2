import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';

const TAG = 16;
/** A constant: a nonce must differ between two files of one key, and each key here encrypts one file only. */
const NONCE = Buffer.alloc(12);

const keyOf = (token: string) => Buffer.from(hkdfSync('sha256', token, '', 'data-export', 32));

/** Encrypts a file so that only its token, which is stored nowhere, opens it. */
export function sealedFile(token: string, file: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', keyOf(token), NONCE);
  const text = Buffer.concat([cipher.update(file), cipher.final()]);
  return Buffer.concat([cipher.getAuthTag(), text]);
}

/** Decrypts a file of `sealedFile`. @throws Error with another token, or when a bit of the file was changed */
export function openedFile(token: string, sealedBytes: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(token), NONCE, { authTagLength: TAG }).setAuthTag(
    sealedBytes.subarray(0, TAG),
  );
  return Buffer.concat([decipher.update(sealedBytes.subarray(TAG)), decipher.final()]);
}
