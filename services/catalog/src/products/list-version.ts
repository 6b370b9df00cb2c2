import type { EntityManager } from 'typeorm';

/**
 * Every transaction that changes what the list shows ends with this: it is the last lock taken, so that writers queue up here and
 * never across each other.
 */
export async function bumpList(db: EntityManager): Promise<void> {
  await db.query('UPDATE product_list SET version = version + 1');
}
