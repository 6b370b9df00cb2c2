import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Devices that have logged in to an account before, each as a hash of its cookie. */
export class KnownDevices1796400003000 implements MigrationInterface {
  name = 'KnownDevices1796400003000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE known_devices (
        user_id integer NOT NULL REFERENCES users (id),
        device_hash text NOT NULL,
        first_seen_at timestamptz NOT NULL DEFAULT now(),
        last_seen_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (user_id, device_hash)
      );
      CREATE INDEX known_devices_hash ON known_devices (device_hash);
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP TABLE known_devices');
  }
}
