import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Closed stores: entries of the audit log never change, but the log shows no name for such a store. */
export class ClosedStores1796360000000 implements MigrationInterface {
  name = 'ClosedStores1796360000000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE closed_stores (seller_id integer PRIMARY KEY);
      INSERT INTO closed_stores SELECT DISTINCT subject_id FROM audit_entries
        WHERE action = 'seller.deleted' AND subject_id IS NOT NULL;
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP TABLE closed_stores');
  }
}
