import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Copies of packages are removed once they lapse; one that changed before its check was heard has no other day for it. */
export class PackageCopiesLapse1798460001000 implements MigrationInterface {
  name = 'PackageCopiesLapse1798460001000';

  async up(db: QueryRunner) {
    await db.query(`
      ALTER TABLE package_copies ALTER expires_at SET DEFAULT now() + interval '30 days';
      UPDATE package_copies SET expires_at = DEFAULT WHERE expires_at IS NULL;
      CREATE INDEX package_copies_expiry ON package_copies (expires_at);
    `);
  }

  async down(db: QueryRunner) {
    await db.query(`
      DROP INDEX package_copies_expiry;
      ALTER TABLE package_copies ALTER expires_at DROP DEFAULT;
    `);
  }
}
