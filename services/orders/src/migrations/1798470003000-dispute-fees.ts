import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * PayPal's fees for a dispute, as sellers hears of them. Disputes that already have one are looked at again, so that it is booked: after
 * the roll-out, because a replica of the older release would look and book nothing.
 */
export class DisputeFees1798470003000 implements MigrationInterface {
  name = 'DisputeFees1798470003000';

  async up(db: QueryRunner) {
    await db.query(`
      ALTER TABLE disputes ADD fee_cents int NOT NULL DEFAULT 0;
      UPDATE disputes SET next_look_at = now() + interval '1 hour'
      WHERE EXISTS (SELECT 1 FROM jsonb_array_elements(movements) AS one WHERE one ->> 'kind' LIKE '%\\_FEE');
    `);
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE disputes DROP fee_cents');
  }
}
