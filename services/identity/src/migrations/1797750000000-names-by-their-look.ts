import { foldName, foldedCapitals } from '@shop/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * More names look alike than before, and the look of a name in capitals is stored too. A store whose name looks like a stored one
 * keeps its name: it is stored by its look and its user's id. A registration loses such a name. Identity knows only the former
 * looks of stores; sellers announces again those that look otherwise.
 */
export class NamesByTheirLook1797750000000 implements MigrationInterface {
  name = 'NamesByTheirLook1797750000000';

  async up(db: QueryRunner) {
    await db.query('DELETE FROM store_names WHERE pending_email IS NOT NULL');
    const stores = (await db.query('SELECT folded, user_id FROM store_names ORDER BY user_id')) as Store[];
    const kept = new Set(stores.map((store) => store.folded));
    for (const { folded: before, user_id } of stores) {
      const look = foldName(before);
      if (look === before) continue;
      await db.query('UPDATE store_names SET folded = $2 WHERE user_id = $1', [
        user_id,
        kept.has(look) ? `${look} #${user_id}` : look,
      ]);
      kept.add(look);
    }
    await db.query(`
      ALTER TABLE store_names ADD COLUMN folded_capitals text;
      CREATE INDEX store_names_capitals ON store_names (folded_capitals);
    `);
    const pending = (await db.query(
      'SELECT id, email, store_name FROM pending_registrations WHERE store_name IS NOT NULL ORDER BY id',
    )) as Pending[];
    for (const { id, email, store_name } of pending) {
      await db.query('UPDATE pending_registrations SET folded_store_name = $2 WHERE id = $1', [id, foldName(store_name)]);
      await db.query(
        'INSERT INTO store_names (folded, folded_capitals, pending_email) VALUES ($1, $2, $3) ON CONFLICT (folded) DO NOTHING',
        [foldName(store_name), foldedCapitals(store_name), email],
      );
    }
  }

  /** The former looks cannot be restored. */
  async down(db: QueryRunner) {
    await db.query('ALTER TABLE store_names DROP COLUMN folded_capitals');
  }
}

type Store = { folded: string; user_id: number };
type Pending = { id: number; email: string; store_name: string };
