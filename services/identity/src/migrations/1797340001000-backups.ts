import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Times of finished backups. The backup writes them with an account of the database server. */
export class Backups1797340001000 implements MigrationInterface {
  name = 'Backups1797340001000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE backups (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        finished_at timestamptz NOT NULL DEFAULT now(),
        bytes bigint NOT NULL
      );
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP TABLE backups');
  }
}
