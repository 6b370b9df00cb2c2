import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Suspensions1796410002000 implements MigrationInterface {
  name = 'Suspensions1796410002000';

  async up(db: QueryRunner) {
    await db.query(`
      ALTER TABLE users ADD COLUMN suspended_at timestamptz, ADD COLUMN suspended_because text;
      ALTER TABLE users ADD CHECK ((suspended_at IS NULL) = (suspended_because IS NULL));
    `);
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE users DROP COLUMN suspended_at, DROP COLUMN suspended_because');
  }
}
