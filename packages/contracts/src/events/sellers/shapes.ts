import { z } from 'zod';
import { id, version } from '../shapes';

/**
 * The fields that identify a store's owner, and texts about the owner. An hour after the event was sent, nobody needs them in it
 * any more.
 */
export const OWNER = ['name', 'email', 'storeName', 'trackName', 'wantedName', 'contactEmail', 'paidTo', 'reason', 'reference'];

export const owner = z.object({ name: z.string(), email: z.string() }).nullable();

export const aboutStore = { sellerId: id, version, storeName: z.string(), owner };
