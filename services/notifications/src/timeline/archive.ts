import type { Entry } from './entry';

/** An entry must match all given fields. `subject` is a key such as `order:12`; `from` is included, `to` is not. */
export type Filter = { subject?: string; types?: readonly string[]; requestId?: string; from?: Date; to?: Date };

/** How far entries are counted: a page needs to know that there is more, not how much of a million. */
export const COUNTED = 10_000;

/**
 * Keeps the timeline: one document for each event. No document needs another one, so any store of documents will do. Both
 * implementations, Postgres and MongoDB, pass one contract suite (src/testing/archive-contract.ts).
 */
export type TimelineArchive = {
  /** Stores entries; a stored one stays as it is. @throws when the store cannot be reached; some may be stored then */
  keep: (entries: readonly Entry[]) => Promise<void>;
  /** @returns entries, newest first, equal moments by id, and how many there are, counted up to `COUNTED` */
  find: (filter: Filter, window: { skip: number; take: number }) => Promise<{ entries: Entry[]; total: number }>;
  /**
   * Erases an account: entries about it alone are deleted, and all others lose it, even as the one who acted. An entry stays that
   * says that it was erased (`ERASED`). May be repeated.
   */
  forget: (accountId: number) => Promise<void>;
  /** @returns those of these accounts that were erased, as far as the archive knows */
  erasedAmong: (accountIds: readonly number[]) => Promise<number[]>;
  /** @returns the accounts that were erased at or after this moment, as far as the archive knows */
  erasedSince: (moment: Date) => Promise<number[]>;
  /**
   * Deletes entries from before this moment.
   * @returns how many
   */
  prune: (before: Date) => Promise<number>;
  close: () => Promise<void>;
};

/** The one entry about an account that outlives it; it holds the number of the account and nothing else. */
export const ERASED = 'identity.user-deleted';

/** Entries of this type name the account that acted in the fact `adminId`. */
export const ACTED = 'shop.admin-acted';
