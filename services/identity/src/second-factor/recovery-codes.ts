import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { open, seal } from '@shop/shared';
import type { EntityManager } from 'typeorm';
import type { FactorKeys } from './factor-keys';

const CODES = 10;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';
const LENGTH = 10;

/**
 * Codes are so short that a reader of the database could guess one from a hash without a key. Each account's codes have a key of
 * their own, which is stored encrypted: the hashes stay right when FACTOR_KEY changes.
 */
const hashOf = (key: Buffer, userId: number, code: string) => createHmac('sha256', key).update(`${userId} ${code}`).digest('hex');

/** Binds an account's hash key to its purpose and account: it opens for no other. */
export const boundTo = (userId: number) => `recovery-codes ${userId}`;

const newCode = () => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/**
 * Makes ten codes in place of all older ones.
 * @returns the codes, which cannot be shown again: only their hashes are stored
 */
export async function makeRecoveryCodes(db: EntityManager, keys: FactorKeys, userId: number): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode);
  await db.query('DELETE FROM recovery_codes WHERE user_id = $1', [userId]);
  const key = randomBytes(32);
  await db.query('INSERT INTO recovery_codes (user_id, code_hash, hash_key_sealed) SELECT $1, unnest($2::text[]), $3', [
    userId,
    codes.map((code) => hashOf(key, userId, code)),
    seal(keys.sealing, boundTo(userId), key),
  ]);
  return codes.map((code) => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`);
}

/** Whether this is an unused recovery code of the account; it then counts as used. */
export async function takeRecoveryCode(db: EntityManager, keys: FactorKeys, userId: number, code: string): Promise<boolean> {
  const rows = await db.query<{ hash_key_sealed: Buffer | null }[]>(
    'SELECT DISTINCT hash_key_sealed FROM recovery_codes WHERE user_id = $1 AND used_at IS NULL',
    [userId],
  );
  const hashKeys = rows.flatMap(({ hash_key_sealed: sealedKey }) =>
    sealedKey ? [open(keys.sealing, boundTo(userId), sealedKey)] : keys.hashing,
  );
  const usedRows = await db.query<unknown[]>(
    `WITH used AS (UPDATE recovery_codes SET used_at = now() WHERE user_id = $1 AND code_hash = ANY($2) AND used_at IS NULL RETURNING 1)
     SELECT 1 FROM used`,
    [userId, hashKeys.map((key) => hashOf(key, userId, code))],
  );
  return usedRows.length > 0;
}

export async function recoveryCodesLeft(db: EntityManager, userId: number): Promise<number> {
  const [row] = await db.query<[{ count: number }]>(
    'SELECT count(*)::int AS count FROM recovery_codes WHERE user_id = $1 AND used_at IS NULL',
    [userId],
  );
  return row.count;
}

export const forgetRecoveryCodes = (db: EntityManager, userId: number) =>
  db.query('DELETE FROM recovery_codes WHERE user_id = $1', [userId]);
