import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits in 43 characters that fit into links and cookies. */
export const newToken = () => randomBytes(32).toString('base64url');

/** Whether it can be one of ours at all. */
export const isToken = (text: string) => /^[\w-]{43}$/.test(text);

/** What is kept of a token that only its owner needs to know. */
export const hashed = (token: string) => createHash('sha256').update(token).digest('hex');
