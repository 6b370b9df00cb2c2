import { createHash } from 'node:crypto';
import { LIMITS } from '@shop/contracts/routes';
import { rateLimiter, tooMany } from '@shop/http';
import type { DataSource } from 'typeorm';

/**
 * Each counter allows its number of failures within the window. After that, each failure doubles the delay until the next try, up
 * to the length of the window (docs/product/sessions.md#limits-on-guessing).
 */
const WINDOW_SECONDS = 900;
const ALLOWED = { device: 5, pair: 5, account: 5, address: 20 };
/** One address can use up this many of the account's allowed failures: not all, so that one stranger locks nobody out. */
const SHARE_OF_ADDRESS = 3;

/** `device` is the hash of the cookie of a known device of the account, else null. */
type Attempt = { email: string; address: string; device: string | null };

export type LoginGuard = {
  /** Counts the attempt as failed, before the password is checked. @throws Refusal 429 with Retry-After while it must wait */
  attempt: (attempt: Attempt) => Promise<CounterKeys>;
  /** Takes back the counts of an attempt whose password was not checked. */
  giveBack: (counterKeys: CounterKeys) => Promise<void>;
  /** Takes back the counted failure after a right password. @throws Refusal 429 when the account has logged in too often */
  succeeded: (attempt: Attempt) => Promise<void>;
};

type Counter = { key: string; allowed: number };
/** The keys of the counters that an attempt was counted in. */
type CounterKeys = string[];

/**
 * Counts failed logins in Postgres, so that parallel guesses on several replicas share one allowance. A known device has an
 * allowance of its own, which nobody else can use up. All other attempts count for account and address together, for the address,
 * and for the account.
 */
export function createLoginGuard(source: DataSource, rateScale: number): LoginGuard {
  const logins = rateLimiter(source, LIMITS.logins, rateScale);
  const counter = (kind: keyof typeof ALLOWED, ...of: string[]): Counter => ({
    key: `${kind}:${kind === 'address' ? of[0] : createHash('sha256').update(of.join('\n')).digest('hex')}`,
    allowed: Math.round(ALLOWED[kind] * rateScale),
  });
  const counters = ({ email, address }: Attempt) => ({
    pair: counter('pair', email, address),
    address: counter('address', address),
    account: counter('account', email),
  });

  return {
    async attempt(attempt) {
      if (attempt.device) {
        const device = counter('device', attempt.email, attempt.device);
        await count(source, device);
        return [device.key];
      }
      const { pair, address, account } = counters(attempt);
      // Checked before anything is counted: a person who must wait because of others keeps their own allowance.
      await check(source, account);
      const failures = await count(source, pair);
      await count(source, address);
      if (failures > SHARE_OF_ADDRESS * Math.max(1, rateScale)) return [pair.key, address.key];
      await count(source, account);
      return [pair.key, address.key, account.key];
    },
    async giveBack(counterKeys) {
      await takeBack(source, counterKeys);
    },
    async succeeded(attempt) {
      const { pair, address, account } = counters(attempt);
      const clearedCounters = attempt.device ? [counter('device', attempt.email, attempt.device)] : [pair, account];
      await source.query('DELETE FROM login_failures WHERE key = ANY($1)', [clearedCounters.map(({ key }) => key)]);
      if (!attempt.device) await takeBack(source, [address.key]);
      await logins.use(attempt.email);
    },
  };
}

const takeBack = (source: DataSource, keys: CounterKeys) =>
  source.query('UPDATE login_failures SET failures = greatest(0, failures - 1) WHERE key = ANY($1)', [keys]);

/**
 * Counts a failure.
 * @returns how many there are now
 * @throws Refusal 429 while the counter's delay lasts
 */
async function count(source: DataSource, { key, allowed }: Counter): Promise<number> {
  const [row] = await source.query<{ failures: number }[]>(
    `INSERT INTO login_failures AS f (key, failures, last_at) VALUES ($1, 1, now())
     ON CONFLICT (key) DO UPDATE SET last_at = now(),
       failures = CASE WHEN f.last_at < now() - make_interval(secs => $2) THEN 1 ELSE f.failures + 1 END
     WHERE f.failures < $3 OR f.last_at + make_interval(secs => least($2, 2 ^ least(f.failures - $3, 12))) <= now()
     RETURNING failures`,
    [key, WINDOW_SECONDS, allowed],
  );
  if (!row) throw mustWait(await waitOf(source, key, allowed));
  return row.failures;
}

async function check(source: DataSource, { key, allowed }: Counter): Promise<void> {
  const seconds = await waitOf(source, key, allowed);
  if (seconds > 0) throw mustWait(seconds);
}

const mustWait = (seconds: number) =>
  tooMany(Math.max(1, Math.ceil(seconds)), 'Too many failed logins. Please wait a moment and try again.');

async function waitOf(source: DataSource, key: string, allowedFailures: number): Promise<number> {
  const [waiting] = await source.query<{ seconds: string }[]>(
    `SELECT extract(epoch FROM last_at + make_interval(secs => least($2, 2 ^ least(failures - $3, 12))) - now()) AS seconds
     FROM login_failures WHERE key = $1 AND failures >= $3`,
    [key, WINDOW_SECONDS, allowedFailures],
  );
  return Number(waiting?.seconds ?? 0);
}
