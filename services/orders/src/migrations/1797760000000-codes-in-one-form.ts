import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Brings stored codes of coupons and references of payments and refunds into the Unicode form of typed text (NFC). A text that
 * would collide with another one stays as it is.
 */
export class CodesInOneForm1797760000000 implements MigrationInterface {
  name = 'CodesInOneForm1797760000000';

  async up(db: QueryRunner) {
    await db.query(`
      UPDATE coupons SET code = normalize(code)
      WHERE code IS NOT NORMALIZED AND deleted_at IS NULL AND NOT EXISTS (
        SELECT 1 FROM coupons other
        WHERE other.id <> coupons.id AND other.deleted_at IS NULL AND normalize(other.code) = normalize(coupons.code));
      UPDATE payments SET reference = normalize(reference)
      WHERE reference IS NOT NORMALIZED AND NOT EXISTS (
        SELECT 1 FROM payments other
        WHERE other.capture_id <> payments.capture_id AND other.method = payments.method
          AND lower(normalize(other.reference)) = lower(normalize(payments.reference)));
      UPDATE refunds SET reference = normalize(reference) WHERE reference IS NOT NORMALIZED;
    `);
  }

  async down() {
    // The earlier Unicode forms are not stored.
  }
}
