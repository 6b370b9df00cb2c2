import { foldName, foldedCapitals } from '@shop/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { nameStoresInTurn } from '../stores/store-names';

/**
 * More names look alike than before, and the look of a name in capitals is stored too. A store whose name looks like another's
 * keeps its name: it is stored by its look and its id. Stores whose look changes are announced again, because identity knows only
 * their looks.
 */
export class NamesByTheirLook1797750000000 implements MigrationInterface {
  name = 'NamesByTheirLook1797750000000';

  async up(db: QueryRunner) {
    await nameStoresInTurn(db.manager);
    const stores = (
      (await db.query('SELECT id, store_name, folded_name FROM sellers WHERE deleted_at IS NULL ORDER BY id')) as Store[]
    ).map((store) => ({ ...store, look: foldName(store.store_name), capitals: foldedCapitals(store.store_name) }));
    const kept = new Set(stores.filter((store) => store.look === store.folded_name).map((store) => store.look));
    const others = stores.filter((store) => store.look !== store.folded_name);
    // The look of one name may be the stored look of another.
    await db.query('UPDATE sellers SET folded_name = NULL WHERE id = ANY($1)', [others.map((store) => store.id)]);
    for (const { id, look } of others) {
      await db.query('UPDATE sellers SET folded_name = $2 WHERE id = $1', [id, kept.has(look) ? `${look} #${id}` : look]);
      kept.add(look);
    }
    await db.query('ALTER TABLE sellers ADD COLUMN folded_capitals text');
    await db.query(
      `UPDATE sellers SET folded_capitals = looks.capitals FROM unnest($1::int[], $2::text[]) AS looks (id, capitals)
       WHERE sellers.id = looks.id`,
      [stores.map((store) => store.id), stores.map((store) => store.capitals)],
    );
    await db.query('CREATE INDEX sellers_folded_capitals ON sellers (folded_capitals) WHERE deleted_at IS NULL');
    await db.query(
      `WITH again AS (UPDATE sellers SET version = version + 1 WHERE id = ANY($1) RETURNING *)
       INSERT INTO outbox (id, type, data)
       SELECT gen_random_uuid(), 'sellers.store-changed', jsonb_build_object(
         'sellerId', id, 'userId', user_id, 'version', version, 'storeName', store_name, 'status', status)
       FROM again ORDER BY id`,
      [stores.filter((store) => store.look !== store.folded_name || store.look !== store.capitals).map((store) => store.id)],
    );
  }

  /** The looks do not show how the older release folded the names. */
  async down(db: QueryRunner) {
    await db.query('ALTER TABLE sellers DROP COLUMN folded_capitals');
  }
}

type Store = { id: number; store_name: string; folded_name: string | null };
