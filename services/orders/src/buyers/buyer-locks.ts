import { soon } from '@shop/messaging';
import type { EntityManager } from 'typeorm';

/** What a buyer asks for is done one after the other: what they have ordered, paid and requested stays the same meanwhile. */
export const lockBuyer = (db: EntityManager, buyerId: number) => db.query('SELECT pg_advisory_xact_lock(1, $1)', soon([buyerId]));
