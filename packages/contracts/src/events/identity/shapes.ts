import { z } from 'zod';

export const person = { name: z.string(), lastName: z.string(), email: z.string(), country: z.string() };

/** The fields that identify a person. An hour after the event was sent, nobody needs them in it any more. */
export const PERSON = ['name', 'lastName', 'email', 'country', 'previousEmail'];
