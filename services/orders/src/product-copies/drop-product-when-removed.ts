import type { DataOf, ProductRemoved } from '@shop/contracts/events';
import { saveIfNewer, type Tx } from '@shop/messaging';

/**
 * Takes a track off sale. The row stays, because the removal may arrive before the track itself, and because sold tracks need their
 * links. Its store's name goes, because the store may be closed by now.
 */
export async function dropProductWhenRemoved({ db }: Tx, { productId, version, links }: DataOf<typeof ProductRemoved>) {
  await saveIfNewer(
    db,
    { table: 'product_copies', key: 'product_id' },
    {
      product_id: productId,
      version,
      removed: true,
      store_name: '',
      ...(links && { download_link: links.downloadLink, project_link: links.projectLink }),
    },
  );
}
