import { z } from 'zod';

/** What many events say alike. `version` counts the changes of one aggregate: a copy takes only what is newer than what it has. */
export const id = z.int().positive();
export const cents = z.int();
export const version = z.int().positive();
export const instant = z.iso.datetime();
