import { inTx } from '@shop/messaging';
import { keyId, sealedByFirst, type KeyRing } from '@shop/shared';
import type { DataSource } from 'typeorm';
import { openCardNumber, sealCardNumber } from '../stores/payout-details';

const AT_ONCE = 200;

/**
 * Encrypts with the first key every card number that another key encrypts, some hundred in a transaction. After an interruption,
 * it goes on where it was.
 * @returns how many, and the name of the key
 */
export async function resealCards(source: DataSource, keys: KeyRing): Promise<{ resealed: number; key: string }> {
  let resealedCount = 0;
  for (let count = AT_ONCE; count === AT_ONCE; resealedCount += count) count = await resealSome(source, keys);
  return { resealed: resealedCount, key: keyId(keys[0]) };
}

const resealSome = (source: DataSource, keys: KeyRing) =>
  inTx(source, async ({ db }) => {
    const rows = await db.query<{ id: number; card_number_encrypted: Buffer }[]>(
      `SELECT id, card_number_encrypted FROM sellers WHERE substr(card_number_encrypted, 1, 5) <> $1
       ORDER BY id LIMIT ${AT_ONCE} FOR UPDATE`,
      [sealedByFirst(keys)],
    );
    for (const { id, card_number_encrypted: sealedNumber } of rows)
      await db.query('UPDATE sellers SET card_number_encrypted = $2 WHERE id = $1', [
        id,
        sealCardNumber(keys, id, openCardNumber(keys, id, sealedNumber)),
      ]);
    return rows.length;
  });
