import { createHash, randomInt, timingSafeEqual } from 'node:crypto';

/** A code works for ten minutes and five tries (docs/product/accounts.md#verification-codes). */
const CODE_MINUTES = 10;
export const CODE_TRIES = 5;

type VerificationCode = { code: string; hash: string; expiresAt: Date };

/** The database has only the code's hash. The address salts it, so that equal codes have different hashes. */
export function newVerificationCode(email: string): VerificationCode {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  return { code, hash: hashCode(email, code), expiresAt: new Date(Date.now() + CODE_MINUTES * 60_000) };
}

/** Takes equally long for every code. */
export const codeMatches = (email: string, code: string, hash: string) =>
  timingSafeEqual(Buffer.from(hashCode(email, code), 'hex'), Buffer.from(hash, 'hex'));

const hashCode = (email: string, code: string) => createHash('sha256').update(`${email}\n${code}`).digest('hex');
