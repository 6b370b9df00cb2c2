import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { DataSource } from 'typeorm';
import { currentRequest } from '../current-request';
import { tooMany } from '../errors';

/** The allowance of a limit of `points` when `rateScale` multiplies all limits: at least one. */
export const scalePoints = (points: number, rateScale: number): number => Math.max(1, Math.round(points * rateScale));

/** `points` uses in `seconds`; `name` is the key of the counts. */
type Allowance = { readonly name: string; readonly points: number; readonly seconds: number };
export type RateLimiter = {
  /** Counts one use of the allowance. @throws Refusal 429 with Retry-After when it is used up; such a use does not count. */
  use: (key: string) => Promise<void>;
  /** Refuses like `use`, but counts nothing. */
  check: (key: string) => Promise<void>;
  /** Takes one use back. */
  giveBack: (key: string) => Promise<void>;
  /** Restores the whole allowance. */
  forgive: (key: string) => Promise<void>;
};

/**
 * Counts an allowance in the service's own Postgres, so that replicas share it. `rateScale` multiplies it. Calls that use it
 * declare it among their limits.
 */
export function rateLimiter(source: DataSource, { name, points, seconds }: Allowance, rateScale = 1): RateLimiter {
  const allowance = scalePoints(points, rateScale);
  const limiter = countsOf(source, { name, points: allowance, seconds });
  const noteUse = () => currentRequest.getStore()?.counted?.add(name);
  const refuse = (state: RateLimiterRes): never => {
    throw tooMany(Math.max(1, Math.ceil(state.msBeforeNext / 1000)));
  };
  return {
    async use(key) {
      noteUse();
      try {
        await limiter.consume(keyOf(key));
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        await limiter.reward(keyOf(key));
        refuse(error);
      }
    },
    async check(key) {
      noteUse();
      const state = await limiter.get(keyOf(key));
      if (state && state.consumedPoints >= allowance) refuse(state);
    },
    async giveBack(key) {
      await limiter.reward(keyOf(key));
    },
    async forgive(key) {
      await limiter.delete(keyOf(key));
    },
  };
}

/**
 * Lets work happen once in `seconds` for each key, among all replicas. It limits no caller. `isFirst` says whether the work is due
 * now; `forget` makes it due again, for example when it has failed.
 */
export function onceIn(source: DataSource, { name, seconds }: Omit<Allowance, 'points'>) {
  const counts = countsOf(source, { name, points: 1, seconds });
  return {
    async isFirst(key: string): Promise<boolean> {
      try {
        await counts.consume(keyOf(key));
        return true;
      } catch (error) {
        if (error instanceof RateLimiterRes) return false;
        throw error;
      }
    },
    async forget(key: string): Promise<void> {
      await counts.delete(keyOf(key));
    },
  };
}

const countsOf = (source: DataSource, { name, points, seconds }: Allowance) =>
  new RateLimiterPostgres({
    storeClient: (source.driver as unknown as { master: Pool }).master,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: seconds,
    clearExpiredByTimeout: false,
  });

/** Removes the counts whose period is over. */
export const forgetOldCounts = (source: DataSource) => source.query('DELETE FROM rate_limits WHERE expire < $1', [Date.now()]);

/** The hash of a key. Keys are mail addresses and client addresses, so they are not stored themselves. */
const keyOf = (key: string) => createHash('sha256').update(key).digest('base64url');
