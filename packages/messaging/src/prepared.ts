/** How often a process asks a text before each connection prepares it. */
const OFTEN = 5;
/** The most texts that are counted, and that are prepared: some hundred are frequent, but a filter may have any number. */
const MOST_COUNTED = 1000;
const MOST_PREPARED = 300;

/** A new column would change the row type of `SELECT *` and `RETURNING *`. */
const EVERY_COLUMN = /(?:\bSELECT|\bRETURNING|,|\.)\s*\*/i;
/** The best plan of lists and searches depends on the values. */
const BY_VALUES = /\b(?:LIMIT|OFFSET)\s+\$|\bIS NULL OR\b|\bI?LIKE\b/i;

type Text = { asked: number; name: string | null };

const texts = new Map<string, Text>();
let named = 0;
/** Only grows, so that a name means one text for ever. */
let last = 0;

/** The name under which to prepare a statement; null when it is sent with its whole text. */
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

/** Gives every text a new name after a migration changed the type of a column, so that each connection prepares it again. */
export function prepareAnew() {
  texts.clear();
  named = 0;
}

/** Whether Postgres refused a prepared statement because a migration has changed its row type. The statement had no effect. */
export const isOutdated = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  (error as { code?: unknown }).code === '0A000' &&
  (error as { routine?: unknown }).routine === 'RevalidateCachedQuery';
