import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { DataSource } from 'typeorm';
import { tooMany } from './errors';

export type Limit = { name: string; points: number; seconds: number };
export type RateLimiter = {
  /** Counts one use of the allowance. @throws Refusal 429 with Retry-After when it is used up. */
  use: (key: string) => Promise<void>;
  /** Refuses as `use` does, but counts nothing. */
  check: (key: string) => Promise<void>;
  /** Restores the whole allowance. */
  forgive: (key: string) => Promise<void>;
};

/** Counts an allowance in the service's own Postgres, so that replicas share it. `rateScale` multiplies it. */
export function rateLimiter(source: DataSource, { name, points, seconds }: Limit, rateScale = 1): RateLimiter {
  const pool = (source.driver as unknown as { master: Pool }).master;
  const allowance = Math.max(1, Math.round(points * rateScale));
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: name,
    points: allowance,
    duration: seconds,
    clearExpiredByTimeout: false,
  });
  const refuse = (state: RateLimiterRes): never => {
    throw tooMany(Math.max(1, Math.ceil(state.msBeforeNext / 1000)));
  };
  return {
    async use(key) {
      try {
        await limiter.consume(keyOf(key));
      } catch (error) {
        if (error instanceof RateLimiterRes) refuse(error);
        throw error;
      }
    },
    async check(key) {
      const state = await limiter.get(keyOf(key));
      if (state && state.consumedPoints >= allowance) refuse(state);
    },
    async forgive(key) {
      await limiter.delete(keyOf(key));
    },
  };
}

/** Removes the counts whose period is over. */
export const forgetOldCounts = (source: DataSource) => source.query('DELETE FROM rate_limits WHERE expire < $1', [Date.now()]);

/** The hash of a key. Keys are mail addresses and client addresses, so they are not stored themselves. */
const keyOf = (key: string) => createHash('sha256').update(key).digest('base64url');
