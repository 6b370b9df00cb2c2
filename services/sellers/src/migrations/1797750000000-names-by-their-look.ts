import { folded } from '@shop/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { nameStoresInTurn } from '../stores/store-names';

/**
 * More names look alike than before. A store whose name looks like that of another goes on under its name: it is kept by its look and its
 * id.
 */
export class NamesByTheirLook1797750000000 implements MigrationInterface {
  name = 'NamesByTheirLook1797750000000';

  async up(db: QueryRunner) {
    await nameStoresInTurn(db.manager);
    const stores = (
      (await db.query('SELECT id, store_name, folded_name FROM sellers WHERE deleted_at IS NULL ORDER BY id')) as Store[]
    ).map((store) => ({ ...store, look: folded(store.store_name) }));
    const kept = new Set(stores.filter((store) => store.look === store.folded_name).map((store) => store.look));
    const others = stores.filter((store) => store.look !== store.folded_name);
    // the look of one name may be what another was kept by
    await db.query('UPDATE sellers SET folded_name = NULL WHERE id = ANY($1)', [others.map((store) => store.id)]);
    for (const { id, look } of others) {
      await db.query('UPDATE sellers SET folded_name = $2 WHERE id = $1', [id, kept.has(look) ? `${look} #${id}` : look]);
      kept.add(look);
    }
  }

  async down() {
    // what they are kept by does not show how the older release folded them
  }
}

type Store = { id: number; store_name: string; folded_name: string | null };
