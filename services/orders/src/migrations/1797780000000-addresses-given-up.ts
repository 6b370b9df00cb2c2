import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether the address in an order was its account's own, and the account has given it up since. */
export class AddressesGivenUp1797780000000 implements MigrationInterface {
  name = 'AddressesGivenUp1797780000000';

  async up(db: QueryRunner) {
    await db.query('ALTER TABLE orders ADD COLUMN address_given_up boolean NOT NULL DEFAULT false');
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE orders DROP COLUMN address_given_up');
  }
}
