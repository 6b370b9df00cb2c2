import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Buyers who want to hear that a track is free again while somebody else holds it. */
export class HoldReminders1796700000000 implements MigrationInterface {
  name = 'HoldReminders1796700000000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE hold_reminders (
        product_id int NOT NULL,
        buyer_id int NOT NULL,
        asked_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (product_id, buyer_id)
      );
      CREATE INDEX hold_reminders_of_buyer ON hold_reminders (buyer_id);
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP TABLE hold_reminders');
  }
}
