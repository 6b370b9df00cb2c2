import { createHash } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { tooMany } from '@shop/kit';

/** Decision 14: so many failures in 15 minutes, then a delay that doubles up to 15 minutes. */
const WINDOW_SECONDS = 900;
const ALLOWED = { account: 5, address: 20 };

export type LoginGuard = {
  /** Counts the attempt as failed before the password is looked at. @throws Refusal 429 with Retry-After. */
  attempt: (email: string, address: string) => Promise<void>;
  /** The attempt was good: takes it back. */
  succeeded: (email: string, address: string) => Promise<void>;
};

/** Counts per account and per address in Postgres, so that parallel guesses on several replicas share one allowance. */
export function createLoginGuard(source: DataSource, scale: number): LoginGuard {
  const keysOf = (email: string, address: string) => [
    { key: `account:${createHash('sha256').update(email).digest('hex')}`, allowed: Math.round(ALLOWED.account * scale) },
    { key: `address:${address}`, allowed: Math.round(ALLOWED.address * scale) },
  ];
  return {
    async attempt(email, address) {
      for (const { key, allowed } of keysOf(email, address)) {
        const counted = await source.query<unknown[]>(
          `INSERT INTO login_failures AS f (key, failures, last_at) VALUES ($1, 1, now())
           ON CONFLICT (key) DO UPDATE SET last_at = now(),
             failures = CASE WHEN f.last_at < now() - make_interval(secs => $2) THEN 1 ELSE f.failures + 1 END
           WHERE f.failures < $3 OR f.last_at + make_interval(secs => least($2, 2 ^ least(f.failures - $3, 12))) <= now()
           RETURNING 1`,
          [key, WINDOW_SECONDS, allowed],
        );
        if (counted.length === 0)
          throw tooMany(await waitOf(source, key, allowed), 'Too many failed logins. Please wait a moment and try again.');
      }
    },
    async succeeded(email, address) {
      const [account, byAddress] = keysOf(email, address);
      await source.query('DELETE FROM login_failures WHERE key = $1', [account!.key]);
      await source.query('UPDATE login_failures SET failures = greatest(0, failures - 1) WHERE key = $1', [byAddress!.key]);
    },
  };
}

async function waitOf(source: DataSource, key: string, allowed: number): Promise<number> {
  const rows = await source.query<{ seconds: string }[]>(
    `SELECT extract(epoch FROM last_at + make_interval(secs => least($2, 2 ^ least(failures - $3, 12))) - now()) AS seconds
     FROM login_failures WHERE key = $1`,
    [key, WINDOW_SECONDS, allowed],
  );
  return Math.max(1, Math.ceil(Number(rows[0]?.seconds ?? 1)));
}
