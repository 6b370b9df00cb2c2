import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Hashes of recovery codes get a key of their own. The key of older codes is derived from FACTOR_KEY. */
export class RecoveryCodeKeys1797340000000 implements MigrationInterface {
  name = 'RecoveryCodeKeys1797340000000';

  async up(db: QueryRunner) {
    await db.query('ALTER TABLE recovery_codes ADD COLUMN hash_key_sealed bytea');
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE recovery_codes DROP COLUMN hash_key_sealed');
  }
}
