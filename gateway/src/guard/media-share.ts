import { setTimeout as pause } from 'node:timers/promises';
import { addressOf } from '@shop/http';
import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';

/** The bytes of files that one address gets in a second, and how many at once before it waits. */
export type MediaShare = { bytesPerSecond: number; atOnce: number };

/** Thirty people behind one address can play, and one can skip through a dozen tracks, before anybody waits. */
export const MEDIA_SHARE: MediaShare = { bytesPerSecond: 8_000_000, atOnce: 48_000_000 };
/** What an answer is counted as until its size is known. */
const GUESS = { recording: 1_000_000, other: 30_000 };
const RECORDING = /\.(mp3|wav|flac|ogg)$/i;
/** What a buyer has paid for: a download of gigabytes must not keep them from covers and players for minutes afterwards. */
const BOUGHT = /^\/packages\//;
const MOST_ADDRESSES = 20_000;

/**
 * Spreads what one address takes over time. `take` counts bytes and answers how many milliseconds they must wait; `correct` counts
 * what they were more, or less, than guessed.
 */
export function createShares({ bytesPerSecond, atOnce }: MediaShare) {
  /** The time at which an address has had the time for all that it was given. */
  const evenAt = new LRUCache<string, number>({ max: MOST_ADDRESSES });
  const msFor = (bytes: number) => (bytes / bytesPerSecond) * 1000;
  return {
    take(address: string, bytes: number): number {
      const now = performance.now();
      const even = Math.max(evenAt.get(address) ?? 0, now);
      evenAt.set(address, even + msFor(bytes));
      return Math.max(0, even - now - msFor(atOnce));
    },
    correct(address: string, bytes: number) {
      const even = evenAt.get(address);
      if (even !== undefined) evenAt.set(address, even + msFor(bytes));
    },
  };
}

/**
 * Gives every address a fair share of the files below `/media`. Who takes more waits, and is never refused: a player that seeks has
 * one or two requests under way. A download of bought files counts as one small request. `rateScale` multiplies the share.
 */
export function shareMedia({ bytesPerSecond, atOnce }: MediaShare, rateScale: number): RequestHandler {
  const shares = createShares({ bytesPerSecond: bytesPerSecond * rateScale, atOnce: atOnce * rateScale });
  return async ({ ip, path, socket }, res, next) => {
    if (res.closed) return;
    const address = addressOf(ip);
    const guess = RECORDING.test(path) ? GUESS.recording : GUESS.other;
    const before = socket.bytesWritten;
    const wait = shares.take(address, guess);
    const controller = new AbortController();
    res.once('close', () => {
      if (!BOUGHT.test(path)) shares.correct(address, socket.bytesWritten - before - guess);
      controller.abort();
    });
    if (wait > 0) await pause(wait, undefined, { signal: controller.signal }).catch(() => undefined);
    if (!res.closed) next();
  };
}
