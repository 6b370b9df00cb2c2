import { foldName } from '@shop/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Store names are stored by their look. When several stores have names that look alike, the first store has the look, and each of
 * the others has the look with its user's id.
 */
export class NamesThatLookAlike1796400005000 implements MigrationInterface {
  name = 'NamesThatLookAlike1796400005000';

  async up(db: QueryRunner) {
    type Row = { folded: string; user_id: number | null };
    const rows = (await db.query('SELECT folded, user_id FROM store_names ORDER BY user_id NULLS LAST, folded')) as Row[];
    const kept = new Map<string, Row>();
    for (const row of rows) {
      const look = foldName(row.folded);
      if (!kept.has(look)) kept.set(look, row);
      else if (row.user_id === null) await db.query('DELETE FROM store_names WHERE folded = $1', [row.folded]);
      else kept.set(`${look} #${row.user_id}`, row);
    }
    // Each row first gets a name that nobody can have, because the look of one name may be the old spelling of another.
    await db.query(`UPDATE store_names SET folded = E'\\n' || folded`);
    for (const [look, row] of kept)
      await db.query('UPDATE store_names SET folded = $1 WHERE folded = $2', [look, `\n${row.folded}`]);
    const pending = (await db.query(
      'SELECT DISTINCT folded_store_name AS folded FROM pending_registrations WHERE folded_store_name IS NOT NULL',
    )) as Row[];
    for (const row of pending)
      await db.query('UPDATE pending_registrations SET folded_store_name = $1 WHERE folded_store_name = $2', [
        foldName(row.folded),
        row.folded,
      ]);
  }

  async down() {
    // The old spellings cannot be restored from the looks.
  }
}
