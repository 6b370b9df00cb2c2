/**
 * JSON in a form that a jsonb column accepts: NUL, which Postgres cannot store, is left out, and half a surrogate pair becomes
 * U+FFFD. Otherwise, one typed character could make a use case fail when it emits its event.
 */
export const jsonb = (value: unknown): string =>
  JSON.stringify(value).replace(UNSTORABLE, (_match, before: string, code: string) => before + (code === '0000' ? '' : '\ufffd'));

/**
 * The escapes that `JSON.stringify` writes for these characters. After an even number of backslashes the match is an escape; after an odd
 * number it is ordinary text.
 */
const UNSTORABLE = /(?<!\\)((?:\\\\)*)\\u(0000|d[89a-f][\da-f]{2})/g;
