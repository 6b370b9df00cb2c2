import type { EntityManager } from 'typeorm';

/**
 * Gives the public list a new version. Every transaction that changes what the list shows ends with this: its lock is the last one that
 * is taken, so that writers wait here one after the other, and never block each other (a deadlock). Reactions that
 * run together take further locks after it; they give up before Postgres would look for a deadlock, and then run one by one.
 */
export async function bumpList(db: EntityManager): Promise<void> {
  await db.query('UPDATE product_list SET version = version + 1');
}
