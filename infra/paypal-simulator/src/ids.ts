import { randomBytes } from 'node:crypto';

const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXY0123456789';

/** An id in PayPal's shape: 17 capitals and digits. */
export const newId = (length = 17) => [...randomBytes(length)].map((byte) => LETTERS[byte % LETTERS.length]).join('');

export const newDebugId = () => randomBytes(7).toString('hex').slice(0, 13);

/** PayPal's times carry no fractions of a second. */
export const timestamp = () => new Date().toISOString().replace(/\.\d+Z$/, 'Z');
