import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Open matters of an account, as orders and sellers announce them; `owner` is the announcing service. */
export class OpenMatters1796520003000 implements MigrationInterface {
  name = 'OpenMatters1796520003000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE open_matters (
        user_id int NOT NULL,
        owner text NOT NULL CHECK (owner IN ('orders', 'sellers')),
        version int NOT NULL,
        holds int NOT NULL DEFAULT 0,
        payments int NOT NULL DEFAULT 0,
        disputes int NOT NULL DEFAULT 0,
        owed_cents int NOT NULL DEFAULT 0,
        sales int NOT NULL DEFAULT 0,
        PRIMARY KEY (user_id, owner)
      );
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP TABLE open_matters');
  }
}
