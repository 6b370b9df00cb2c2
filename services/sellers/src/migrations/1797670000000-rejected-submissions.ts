import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deletes rejected submissions of closed stores; earlier releases left them when a store closed. */
export class RejectedSubmissions1797670000000 implements MigrationInterface {
  name = 'RejectedSubmissions1797670000000';

  async up(db: QueryRunner) {
    await db.query(`
      DELETE FROM track_submissions
      WHERE status = 'rejected' AND seller_id IN (SELECT id FROM sellers WHERE deleted_at IS NOT NULL)
    `);
  }

  async down() {}
}
