import { foldName } from '@shop/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Store names are unique by their look. When older names look alike, the first store has the look; all keep their names. */
export class NamesThatLookAlike1796510000000 implements MigrationInterface {
  name = 'NamesThatLookAlike1796510000000';

  async up(db: QueryRunner) {
    await db.query('ALTER TABLE sellers ADD COLUMN folded_name text');
    const rows = (await db.query('SELECT id, store_name FROM sellers WHERE deleted_at IS NULL ORDER BY id')) as Store[];
    const looks = new Set<string>();
    for (const { id, store_name } of rows) {
      const look = foldName(store_name);
      await db.query('UPDATE sellers SET folded_name = $2 WHERE id = $1', [id, looks.has(look) ? `${look} #${id}` : look]);
      looks.add(look);
    }
    await db.query(`
      DROP INDEX sellers_store_name;
      CREATE UNIQUE INDEX sellers_folded_name ON sellers (folded_name) WHERE deleted_at IS NULL;
    `);
  }

  async down(db: QueryRunner) {
    await db.query(`
      ALTER TABLE sellers DROP COLUMN folded_name;
      CREATE UNIQUE INDEX sellers_store_name ON sellers (lower(store_name)) WHERE deleted_at IS NULL;
    `);
  }
}

type Store = { id: number; store_name: string };
