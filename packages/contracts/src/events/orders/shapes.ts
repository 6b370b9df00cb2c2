import { z } from 'zod';

/** Links that carry a token with which anybody can download. */
export const LINKS = ['downloadUrl', 'projectUrl'];

/** The fields that identify the buyer. An hour after the event was sent, nobody needs them in it any more. */
export const BUYER = ['firstName', 'lastName', 'email', 'country', 'accountEmail'];

/** The buyer's details as typed at checkout. Nobody has confirmed that the address is theirs. */
export const customer = z.object({ firstName: z.string(), lastName: z.string(), email: z.string(), country: z.string() });
