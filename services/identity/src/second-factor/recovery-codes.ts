import { randomInt } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { FactorKeys } from './factor-keys';

const CODES = 10;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';
const LENGTH = 10;

const newCode = () => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Makes ten codes in place of all older ones. → the codes, which cannot be shown again: only their hashes are kept */
export async function makeRecoveryCodes(db: EntityManager, keys: FactorKeys, userId: number): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode);
  await db.query('DELETE FROM recovery_codes WHERE user_id = $1', [userId]);
  await db.query('INSERT INTO recovery_codes (user_id, code_hash) SELECT $1, unnest($2::text[])', [
    userId,
    codes.map((code) => keys.hashOf(userId, code)),
  ]);
  return codes.map((code) => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`);
}

/** Whether this is a recovery code of the account that was not used before; it then counts as used. */
export async function takeRecoveryCode(db: EntityManager, keys: FactorKeys, userId: number, code: string): Promise<boolean> {
  const taken = await db.query<unknown[]>(
    `WITH used AS (UPDATE recovery_codes SET used_at = now() WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL RETURNING 1)
     SELECT 1 FROM used`,
    [userId, keys.hashOf(userId, code)],
  );
  return taken.length > 0;
}

export async function recoveryCodesLeft(db: EntityManager, userId: number): Promise<number> {
  const [left] = await db.query<{ count: number }[]>(
    'SELECT count(*)::int AS count FROM recovery_codes WHERE user_id = $1 AND used_at IS NULL',
    [userId],
  );
  return left!.count;
}

export const forgetRecoveryCodes = (db: EntityManager, userId: number) =>
  db.query('DELETE FROM recovery_codes WHERE user_id = $1', [userId]);
