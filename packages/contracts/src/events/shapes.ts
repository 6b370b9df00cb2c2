import { z } from 'zod';

/** What many events say alike. `version` counts the changes of one aggregate: a copy takes only what is newer than what it has. */
export const id = z.int().positive();
export const cents = z.int();
export const version = z.int().positive();
/** The account's own address, which its owner has confirmed; null while it is not known here, or the account is gone. */
export const accountEmail = z.string().nullable().default(null);
export const instant = z.iso.datetime();

/** Something that is not finished and keeps an account from being deleted: `message` says what, and what to do about it. */
export const openMatter = z.object({ kind: z.enum(['payment', 'hold', 'dispute', 'balance', 'sale']), message: z.string() });

/** What a person is known by: an address, a full name, the name of their store. */
export const word = z.object({ word: z.string() });
