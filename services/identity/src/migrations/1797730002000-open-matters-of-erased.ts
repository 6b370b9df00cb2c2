import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deletes open matters that were announced for accounts after their erasure. */
export class OpenMattersOfErased1797730002000 implements MigrationInterface {
  name = 'OpenMattersOfErased1797730002000';

  async up(db: QueryRunner) {
    await db.query('DELETE FROM open_matters USING users WHERE users.id = user_id AND deleted_at IS NOT NULL');
  }

  async down() {}
}
