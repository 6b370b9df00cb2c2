import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A task looks for ended rows among all accounts, sessions and devices every minute. */
export class RowsThatAreOver1797730001000 implements MigrationInterface {
  name = 'RowsThatAreOver1797730001000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE INDEX sessions_end ON sessions (expires_at);
      CREATE INDEX known_devices_last_seen ON known_devices (last_seen_at);
      CREATE INDEX users_admins ON users (id) WHERE is_admin;
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP INDEX users_admins, known_devices_last_seen, sessions_end');
  }
}
