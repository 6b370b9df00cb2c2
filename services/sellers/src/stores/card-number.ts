import { open, seal, type KeyRing } from '@shop/shared';

export type Seal = (digits: string) => Buffer;

/**
 * Encrypts a card number (docs/product/selling.md#payout-details). The seller's id is authenticated too, so that one seller's text cannot
 * be read in another seller's row.
 */
export const sealCardNumber = (keys: KeyRing, sellerId: number, digits: string): Buffer =>
  seal(keys, String(sellerId), Buffer.from(digits, 'ascii'));

/** Decrypts a text of `sealCardNumber`. @throws Error without its key, for another seller, or when a bit of it was changed */
export const openCardNumber = (keys: KeyRing, sellerId: number, sealedNumber: Buffer): string =>
  open(keys, String(sellerId), sealedNumber).toString('ascii');
