import type { DataOf, ProductPublished, ProductRemoved } from '@shop/contracts/events';
import type { SoundView } from '@shop/contracts/views';
import { jsonb, saveIfNewer, type Tx } from '@shop/messaging';

/**
 * Copies every field of a track unless the copy is newer: events may come twice and in any order. A removed track stays removed. An
 * event that was sent again after the store's name was blanked keeps the known name.
 */
export async function copyProduct({ db }: Tx, product: DataOf<typeof ProductPublished>) {
  await saveIfNewer(
    db,
    { table: 'product_copies', key: 'product_id' },
    {
      product_id: product.productId,
      version: product.version,
      name: product.name,
      category: product.category,
      img: product.img,
      price_cents: product.priceCents,
      project_name: product.projectName,
      seller_id: product.sellerId,
      seller_user_id: product.sellerUserId,
      download_link: product.downloadLink,
      project_link: product.projectLink,
      ...(product.recording && { sound: jsonb(soundOf(product, product.recording)) }),
      ...(product.origins !== undefined && { sound_origins: product.origins && jsonb(product.origins) }),
      ...(product.package !== undefined && { package: product.package && jsonb(product.package) }),
      ...(product.storeName && { store_name: product.storeName }),
    },
  );
}

type Product = DataOf<typeof ProductPublished>;

const soundOf = (
  { bpm, musicKey, keyMode }: Product,
  { audio, wave, durationSeconds }: NonNullable<Product['recording']>,
): SoundView => ({ audio, wave, duration: durationSeconds, bpm, music_key: musicKey, key_mode: keyMode });

/**
 * Takes a track off sale. The row stays, because the removal may arrive before the track itself, and because sold tracks need their
 * links and files. Its store's name and words go, because the store may be closed by now.
 */
export async function dropProductWhenRemoved(
  { db }: Tx,
  { productId, version, links, package: files }: DataOf<typeof ProductRemoved>,
) {
  await saveIfNewer(
    db,
    { table: 'product_copies', key: 'product_id' },
    {
      product_id: productId,
      version,
      removed: true,
      store_name: '',
      sound_origins: null,
      ...(files !== undefined && { package: files && jsonb(files) }),
      ...(links && { download_link: links.downloadLink, project_link: links.projectLink }),
    },
  );
}
