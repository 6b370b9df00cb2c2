import { inTx } from '@shop/messaging';
import { keyId, open, seal, sealedByFirst, type KeyRing } from '@shop/shared';
import type { DataSource } from 'typeorm';
import { factorKeys, type FactorKeys } from '../second-factor/factor-keys';
import { boundTo } from '../second-factor/recovery-codes';

const AT_ONCE = 200;

/**
 * Encrypts with the first key every secret that another key encrypts, some hundred accounts in a transaction. After an
 * interruption, it goes on where it was.
 * @returns how many secrets of apps and accounts' recovery codes, and the name of the key
 */
export async function resealFactors(source: DataSource, ring: KeyRing): Promise<{ resealed: number; key: string }> {
  const keys = factorKeys(ring);
  let resealedCount = 0;
  for (const batch of [resealApps, resealCodes])
    for (let count = AT_ONCE; count === AT_ONCE; resealedCount += count) count = await batch(source, keys);
  return { resealed: resealedCount, key: keyId(ring[0]) };
}

const resealApps = (source: DataSource, { sealing }: FactorKeys) =>
  inTx(source, async ({ db }) => {
    const rows = await db.query<{ user_id: number; secret_sealed: Buffer }[]>(
      `SELECT user_id, secret_sealed FROM authenticator_apps WHERE substr(secret_sealed, 1, 5) <> $1
       ORDER BY user_id LIMIT ${AT_ONCE} FOR UPDATE`,
      [sealedByFirst(sealing)],
    );
    for (const { user_id: userId, secret_sealed: sealedSecret } of rows)
      await db.query('UPDATE authenticator_apps SET secret_sealed = $2 WHERE user_id = $1', [
        userId,
        seal(sealing, String(userId), open(sealing, String(userId), sealedSecret)),
      ]);
    return rows.length;
  });

/** Hashes of older releases were made with their only key, which is now the last. */
const resealCodes = (source: DataSource, { sealing, hashing }: FactorKeys) =>
  inTx(source, async ({ db }) => {
    const rows = await db.query<{ user_id: number; hash_key_sealed: Buffer | null }[]>(
      `SELECT DISTINCT user_id, hash_key_sealed FROM recovery_codes
       WHERE hash_key_sealed IS NULL OR substr(hash_key_sealed, 1, 5) <> $1 ORDER BY user_id LIMIT ${AT_ONCE}`,
      [sealedByFirst(sealing)],
    );
    for (const { user_id: userId, hash_key_sealed: sealedKey } of rows) {
      const key = sealedKey ? open(sealing, boundTo(userId), sealedKey) : (hashing.at(-1) ?? hashing[0]);
      await db.query(
        'UPDATE recovery_codes SET hash_key_sealed = $3 WHERE user_id = $1 AND hash_key_sealed IS NOT DISTINCT FROM $2',
        [userId, sealedKey, seal(sealing, boundTo(userId), key)],
      );
    }
    return rows.length;
  });
