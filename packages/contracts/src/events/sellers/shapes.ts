import { z } from 'zod';
import { id, version } from '../shapes';

/** The fields that say whose store it is, and texts about the owner. An hour after the event was sent, nobody needs them in it any more. */
export const OWNER = ['name', 'email', 'storeName', 'trackName', 'wantedName', 'contactEmail', 'paidTo', 'reason', 'reference'];

/** The recipient of a mail about a store. */
export const owner = z.object({ name: z.string(), email: z.string() }).nullable();

export const aboutStore = { sellerId: id, version, storeName: z.string(), owner };
