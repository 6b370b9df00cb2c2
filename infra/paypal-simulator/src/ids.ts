import { randomBytes } from 'node:crypto';

const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXY0123456789';

/** An id in PayPal's shape: 17 capitals and digits. */
export const newId = (length = 17) => [...randomBytes(length)].map((byte) => LETTERS[byte % LETTERS.length]).join('');

export const newDebugId = () => randomBytes(7).toString('hex').slice(0, 13);

const DAY_MS = 24 * 3_600_000;

/** A time as PayPal writes it, without fractions of a second. */
export const timestamp = (daysAgo = 0) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().replace(/\.\d+Z$/, 'Z');
