import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Earlier erasures left the account as the actor of entries; this removes it there too. */
export class ErasedAccountsActed1797630001000 implements MigrationInterface {
  name = 'ErasedAccountsActed1797630001000';

  async up(db: QueryRunner) {
    await db.query(`
      UPDATE timeline SET document = jsonb_set(document, '{facts,adminId}', 'null')
      WHERE document ->> 'type' = 'shop.admin-acted' AND document #> '{facts,adminId}' IN (
        SELECT to_jsonb(split_part(subject, ':', 2)::int)
        FROM timeline AS erased, jsonb_array_elements_text(erased.document -> 'subjects') AS subject
        WHERE erased.document ->> 'type' = 'identity.user-deleted')
    `);
  }

  async down() {}
}
