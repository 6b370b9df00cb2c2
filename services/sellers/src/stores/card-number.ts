import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const NONCE = 12;
const TAG = 16;

/** Encrypts a card number; only the key decrypts it. */
export type Seal = (digits: string) => Buffer;

/**
 * Encrypts a card number by AES-256-GCM (docs/product/selling.md#payout-details). → nonce, tag and text in one. The seller's id is
 * authenticated too, so that one seller's text cannot be read in another seller's row.
 */
export function sealCardNumber(key: Buffer, sellerId: number, digits: string): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(String(sellerId)));
  const text = Buffer.concat([cipher.update(digits, 'ascii'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** Decrypts what `sealCardNumber` made. @throws Error with another key, for another seller, or when a bit of it was changed */
export function openCardNumber(key: Buffer, sellerId: number, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE), { authTagLength: TAG })
    .setAAD(Buffer.from(String(sellerId)))
    .setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]).toString('ascii');
}
