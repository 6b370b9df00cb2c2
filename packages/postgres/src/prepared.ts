import { LRUCache } from 'lru-cache';

/** How often a process asks a text before each connection prepares it. */
const OFTEN = 5;
/** The most texts that are counted, and that are prepared: some hundred are frequent, but a filter may have any number. */
const MOST_COUNTED = 1000;
const MOST_PREPARED = 300;

/** A new column would change the row type of `SELECT *` and `RETURNING *`. */
const EVERY_COLUMN = /(?:\bSELECT|\bRETURNING|,|\.)\s*\*/i;
/** The best plan of lists and searches depends on the values. */
const BY_VALUES = /\b(?:LIMIT|OFFSET)\s+\$|\bIS NULL OR\b|\bI?LIKE\b/i;

/** How often each text was asked so far, until it has a name. */
const counts = new LRUCache<string, number>({ max: MOST_COUNTED });
const names = new Map<string, string>();
/** Only grows, so that a name means one text for ever. */
let last = 0;

/** The name under which to prepare a statement; null when it is sent with its whole text. */
export function preparedName(text: string): string | null {
  const cachedName = names.get(text);
  if (cachedName) return cachedName;
  const count = (counts.get(text) ?? 0) + 1;
  counts.set(text, count);
  if (count < OFTEN || names.size >= MOST_PREPARED || EVERY_COLUMN.test(text) || BY_VALUES.test(text)) return null;
  last += 1;
  const name = `p${last}`;
  names.set(text, name);
  return name;
}

/** Gives every text a new name after a migration changed the type of a column, so that each connection prepares it again. */
export function prepareAnew() {
  counts.clear();
  names.clear();
}

/** Whether Postgres refused a prepared statement because a migration has changed its row type. The statement had no effect. */
export const isOutdated = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  (error as { code?: unknown }).code === '0A000' &&
  (error as { routine?: unknown }).routine === 'RevalidateCachedQuery';
