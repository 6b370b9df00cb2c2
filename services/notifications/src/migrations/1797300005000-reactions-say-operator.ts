import type { MigrationInterface, QueryRunner } from 'typeorm';

const RENAMED = [
  ['tellHouseWhenPaymentRefunded', 'tellOperatorWhenPaymentRefunded'],
  ['tellHouseWhenStoreNameCollided', 'tellOperatorWhenStoreNameCollided'],
  ['remindHouseWhenSubmissionOverdue', 'remindOperatorWhenSubmissionOverdue'],
] as const;

/** The inbox knows reactions by name: handled events stay handled under the new names, and others can be tried again. */
export class ReactionsSayOperator1797300005000 implements MigrationInterface {
  name = 'ReactionsSayOperator1797300005000';

  async up(db: QueryRunner) {
    for (const [before, after] of RENAMED) await db.query('UPDATE inbox SET reaction = $2 WHERE reaction = $1', [before, after]);
  }

  async down(db: QueryRunner) {
    for (const [before, after] of RENAMED) await db.query('UPDATE inbox SET reaction = $1 WHERE reaction = $2', [before, after]);
  }
}
