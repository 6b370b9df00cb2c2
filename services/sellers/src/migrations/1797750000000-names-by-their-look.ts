import { folded, foldedCapitals } from '@shop/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { nameStoresInTurn } from '../stores/store-names';

/**
 * More names look alike than before, and the look of a name in capitals is kept too. A store whose name looks like that of another goes on
 * under its name: it is kept by its look and its id. Stores that look otherwise than before are said again, because identity knows their
 * looks alone.
 */
export class NamesByTheirLook1797750000000 implements MigrationInterface {
  name = 'NamesByTheirLook1797750000000';

  async up(db: QueryRunner) {
    await nameStoresInTurn(db.manager);
    const stores = (
      (await db.query('SELECT id, store_name, folded_name FROM sellers WHERE deleted_at IS NULL ORDER BY id')) as Store[]
    ).map((store) => ({ ...store, look: folded(store.store_name), capitals: foldedCapitals(store.store_name) }));
    const kept = new Set(stores.filter((store) => store.look === store.folded_name).map((store) => store.look));
    const others = stores.filter((store) => store.look !== store.folded_name);
    // the look of one name may be what another was kept by
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

  /** What the names are kept by does not show how the older release folded them. */
  async down(db: QueryRunner) {
    await db.query('ALTER TABLE sellers DROP COLUMN folded_capitals');
  }
}

type Store = { id: number; store_name: string; folded_name: string | null };
