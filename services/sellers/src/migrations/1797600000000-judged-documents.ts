import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When an admin decided about a document. Documents of stores with a decided status count as decided. */
export class JudgedDocuments1797600000000 implements MigrationInterface {
  name = 'JudgedDocuments1797600000000';

  async up(db: QueryRunner) {
    await db.query(`
      ALTER TABLE sellers ADD COLUMN verification_judged_at timestamptz;
      UPDATE sellers SET verification_judged_at = coalesce(verification_refused_at, verification_uploaded_at)
        WHERE verification_key IS NOT NULL AND status <> 'pending';
    `);
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE sellers DROP COLUMN verification_judged_at');
  }
}
