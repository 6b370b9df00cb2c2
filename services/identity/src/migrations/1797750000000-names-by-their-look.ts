import { folded } from '@shop/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * More names look alike than before. A store whose name looks like one that is kept already goes on under its name: it is kept by its look
 * and its user's id. A registration loses such a name.
 */
export class NamesByTheirLook1797750000000 implements MigrationInterface {
  name = 'NamesByTheirLook1797750000000';

  async up(db: QueryRunner) {
    type Row = { folded: string; user_id: number | null };
    const rows = (await db.query('SELECT folded, user_id FROM store_names ORDER BY user_id NULLS LAST, folded')) as Row[];
    const kept = new Set(rows.map((row) => row.folded));
    for (const { folded: before, user_id } of rows) {
      const look = folded(before);
      if (look === before) continue;
      if (kept.has(look) && user_id === null) await db.query('DELETE FROM store_names WHERE folded = $1', [before]);
      else
        await db.query('UPDATE store_names SET folded = $2 WHERE folded = $1', [
          before,
          kept.has(look) ? `${look} #${user_id}` : look,
        ]);
      kept.add(look);
    }
    const pending = (await db.query(
      'SELECT DISTINCT folded_store_name AS folded FROM pending_registrations WHERE folded_store_name IS NOT NULL',
    )) as Row[];
    for (const { folded: before } of pending)
      await db.query('UPDATE pending_registrations SET folded_store_name = $2 WHERE folded_store_name = $1', [
        before,
        folded(before),
      ]);
  }

  async down() {
    // what the names were before cannot be told from their look
  }
}
