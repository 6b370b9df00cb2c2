import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Documents are stored as images, page by page. A PDF of an older release has no number of pages until it is drawn. */
export class DocumentPages1796510001000 implements MigrationInterface {
  name = 'DocumentPages1796510001000';

  async up(db: QueryRunner) {
    await db.query(`
      ALTER TABLE sellers ADD COLUMN verification_pages int CHECK (verification_pages >= 0);
      UPDATE sellers SET verification_pages = 1 WHERE verification_key NOT LIKE '%.pdf';
    `);
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE sellers DROP COLUMN verification_pages');
  }
}
