import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Records when a service got each of its reactions: a reaction may have missed earlier events. */
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
