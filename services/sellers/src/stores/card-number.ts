import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const NONCE = 12;
const TAG = 16;

/** Encrypts what only whoever has the key may read again. */
export type Seal = (digits: string) => Buffer;

/**
 * AES-256-GCM (docs/product/selling.md#payout-details) → nonce, tag and text in one. The seller's id is authenticated with it:
 * the row of one seller is unreadable in another's.
 */
export function sealCardNumber(key: Buffer, sellerId: number, digits: string): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(String(sellerId)));
  const text = Buffer.concat([cipher.update(digits, 'ascii'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** @throws Error with another key, another seller's id, or when a bit of it was changed. */
export function openCardNumber(key: Buffer, sellerId: number, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE), { authTagLength: TAG })
    .setAAD(Buffer.from(String(sellerId)))
    .setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]).toString('ascii');
}
