/** A text that a process has asked so often is prepared on each connection that asks it again. */
const OFTEN = 5;
/** Texts that are counted, and texts that may be prepared: the hot ones are some hundred, and a filter may have any number. */
const MOST_COUNTED = 1000;
const MOST_PREPARED = 300;

/** `SELECT *` and `RETURNING *`: a new column would change the type of their rows. */
const EVERY_COLUMN = /(?:\bSELECT|\bRETURNING|,|\.)\s*\*/i;
/** Lists and searches: which plan is best depends on the values. */
const BY_VALUES = /\b(?:LIMIT|OFFSET)\s+\$|\bIS NULL OR\b|\bI?LIKE\b/i;

type Text = { asked: number; name: string | null };

const texts = new Map<string, Text>();
let named = 0;
/** Never counted back, so that a name means one text for ever. */
let last = 0;

/** The name under which a statement is to be prepared; null for one that is sent with its whole text. */
export function preparedName(text: string): string | null {
  const known = texts.get(text) ?? counted(text);
  if (known.name) return known.name;
  known.asked += 1;
  if (known.asked < OFTEN || EVERY_COLUMN.test(text) || BY_VALUES.test(text)) return null;
  if (named >= MOST_PREPARED) return null;
  named += 1;
  last += 1;
  known.name = `p${last}`;
  return known.name;
}

function counted(text: string): Text {
  if (texts.size >= MOST_COUNTED) for (const [one, { name }] of texts) if (!name) texts.delete(one);
  const fresh = { asked: 0, name: null };
  texts.set(text, fresh);
  return fresh;
}

/** After a migration that changed the type of a column: every text gets a new name, so that each connection prepares it anew. */
export function prepareAnew() {
  texts.clear();
  named = 0;
}

/** Whether Postgres refused a prepared statement because a migration has changed the type of its rows since. Nothing was done. */
export const isOutdated = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  (error as { code?: unknown }).code === '0A000' &&
  (error as { routine?: unknown }).routine === 'RevalidateCachedQuery';
