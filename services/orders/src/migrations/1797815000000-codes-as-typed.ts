import { couponCode } from '@shop/contracts/forms';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Brings stored codes of coupons into the form in which typed ones are compared now: NFKC, İ as I. A code that would collide with
 * another one stays as it is.
 */
export class CodesAsTyped1797815000000 implements MigrationInterface {
  name = 'CodesAsTyped1797815000000';

  async up(db: QueryRunner) {
    const coupons = (await db.query('SELECT id, code FROM coupons WHERE deleted_at IS NULL ORDER BY id')) as {
      id: number;
      code: string;
    }[];
    for (const { id, code } of coupons) {
      const { data: compared } = couponCode('').safeParse(code);
      if (compared === undefined || compared === code) continue;
      await db.query(
        `UPDATE coupons SET code = $2 WHERE id = $1
           AND NOT EXISTS (SELECT 1 FROM coupons other WHERE other.code = $2 AND other.deleted_at IS NULL)`,
        [id, compared],
      );
    }
  }

  async down() {
    // The earlier codes are not stored.
  }
}
