import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets pruning find old rows of the inbox without reading all of it. Deliveries wait for the seconds in which the indexes are made. */
export class KitInboxAges1797700000000 implements MigrationInterface {
  name = 'KitInboxAges1797700000000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE INDEX inbox_done ON inbox (received_at) WHERE state = 'done';
      CREATE INDEX inbox_kept ON inbox (received_at) WHERE body IS NOT NULL;
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP INDEX inbox_done, inbox_kept');
  }
}
