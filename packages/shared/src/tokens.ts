import { createHash, randomBytes } from 'node:crypto';

/** A new token: 256 random bits in 43 characters that are safe in links and cookies. */
export const newToken = () => randomBytes(32).toString('base64url');

/** Whether a text has the form of such a token. */
export const isToken = (text: string) => /^[\w-]{43}$/.test(text);

/** The hash that is stored of a token that only its owner needs to know. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');
