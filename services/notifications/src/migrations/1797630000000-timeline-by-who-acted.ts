import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The erasure of an account looks for its acts in a timeline of millions of entries. */
export class TimelineByWhoActed1797630000000 implements MigrationInterface {
  name = 'TimelineByWhoActed1797630000000';

  async up(db: QueryRunner) {
    await db.query(
      `CREATE INDEX timeline_acted ON timeline ((document #> '{facts,adminId}')) WHERE document ->> 'type' = 'shop.admin-acted'`,
    );
  }

  async down(db: QueryRunner) {
    await db.query('DROP INDEX timeline_acted');
  }
}
