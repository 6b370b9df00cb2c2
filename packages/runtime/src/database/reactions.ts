import type { Subscription } from '@shop/messaging';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';

/** Records since when a service has each of its reactions: it need not have heard earlier events. */
export class KitReactions1797100000000 implements MigrationInterface {
  name = 'KitReactions1797100000000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE reactions (
        type text NOT NULL,
        reaction text NOT NULL,
        since timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (type, reaction)
      );
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP TABLE reactions');
  }
}

/**
 * Records the service's reactions, once its queue is bound, so that no later event is missed. Reactions that no longer exist are
 * removed.
 */
export const keepReactions = (source: DataSource, subscriptions: readonly Subscription[]) =>
  source.transaction(async (db) => {
    const now = [subscriptions.map(({ type }) => type), subscriptions.map(({ reaction }) => reaction)];
    const listed = 'SELECT type, reaction FROM unnest($1::text[], $2::text[]) AS listed (type, reaction)';
    await db.query(`DELETE FROM reactions WHERE (type, reaction) NOT IN (${listed})`, now);
    await db.query(`INSERT INTO reactions (type, reaction) ${listed} ON CONFLICT DO NOTHING`, now);
  });
