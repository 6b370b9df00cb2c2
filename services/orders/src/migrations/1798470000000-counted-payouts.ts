import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many payouts of PayPal's books a comparison had; null before they were compared. */
export class CountedPayouts1798470000000 implements MigrationInterface {
  name = 'CountedPayouts1798470000000';

  async up(db: QueryRunner) {
    await db.query('ALTER TABLE reconciliations ADD payouts int');
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE reconciliations DROP payouts');
  }
}
