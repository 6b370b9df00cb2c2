/**
 * JSON as a jsonb column takes it: NUL, which Postgres cannot hold, is left out, and half a surrogate pair becomes U+FFFD.
 * Otherwise a single character that somebody typed would fail the use case that announces it.
 */
export const jsonb = (value: unknown): string =>
  JSON.stringify(value).replace(UNSTORABLE, (_match, before: string, code: string) => before + (code === '0000' ? '' : '\ufffd'));

/** `JSON.stringify` writes exactly these as escapes; an even number of backslashes before them is text of its own. */
const UNSTORABLE = /(?<!\\)((?:\\\\)*)\\u(0000|d[89a-f][\da-f]{2})/g;
