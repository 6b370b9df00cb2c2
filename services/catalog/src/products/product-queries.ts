import { MAY } from '@shop/contracts/constants';
import type { SoundOrigins } from '@shop/contracts/forms';
import type { AdminProductView, FilesFacts, ProductStatus, ProductView, SoldTrackView } from '@shop/contracts/views';
import { hasRole, notFound, Refusal, type Caller } from '@shop/http';
import type { DataSource } from 'typeorm';
import { contentsOf } from './track-contents';

type Row = {
  id: number;
  name: string;
  category: string;
  price_cents: number;
  old_price_cents: number | null;
  img: string;
  audio: string;
  peaks: string;
  wave: string;
  duration: number;
  bpm: number | null;
  music_key: string;
  key_mode: string | null;
  type: string;
  project_name: string | null;
  exclusive_vocal: boolean;
  sound_origins: SoundOrigins | null;
  is_hot: boolean;
  store_name: string;
  play_count: number;
  created_at: Date;
  status: ProductStatus;
  package_id: number | null;
  files: FilesFacts | null;
  download_link: string;
  project_link: string | null;
  seller_id: number | null;
  submission_id: number | null;
  seller_user_id: number | null;
  store_open: boolean;
};

export const STATUS = `CASE WHEN claim = 'sold' THEN 'sold' WHEN removed THEN 'removed' WHEN claim = 'held' THEN 'held' ELSE 'active' END`;
/**
 * The operator's own tracks have no store; a store that is not active sells nothing. Two comparisons let Postgres know that nearly
 * all tracks fit, so that it reads a part of the list by its index instead of sorting all of it.
 */
export const STORE_OPEN = `(s.seller_id IS NULL OR s.status = 'active')`;
/** The tracks that the shop offers; `s` is their store. */
export const FOR_SALE = `NOT removed AND claim <> 'sold' AND ${STORE_OPEN}`;

/** Products with status and store, newest first by default; `$1` in `where` is the site's name, `$2` the first value. */
export const productRows = (
  source: DataSource,
  siteName: string,
  where: string,
  values: unknown[] = [],
  order = 'p.id DESC',
): Promise<Row[]> =>
  source.query<Row[]>(
    `SELECT p.*, ${STATUS} AS status, coalesce(s.name, $1) AS store_name, s.user_id AS seller_user_id,
       ${STORE_OPEN} AS store_open
     FROM products p LEFT JOIN stores s USING (seller_id) WHERE ${where} ORDER BY ${order}`,
    [siteName, ...values],
  );

const view = (row: Row): Omit<ProductView, 'origins' | 'contents'> => ({
  id: row.id,
  name: row.name,
  category: row.category,
  price: row.price_cents / 100,
  old_price: row.old_price_cents === null ? null : row.old_price_cents / 100,
  img: row.img,
  audio: row.audio,
  peaks: row.peaks,
  wave: row.wave,
  duration: row.duration,
  bpm: row.bpm,
  music_key: row.music_key,
  key_mode: row.key_mode,
  type: row.type,
  project_name: row.project_name,
  exclusive_vocal: row.exclusive_vocal,
  is_hot: row.is_hot,
  store_name: row.store_name,
  play_count: row.play_count,
  created_at: row.created_at.toISOString(),
  files: row.files,
});

/** A track as this admin sees it: only admins who may change tracks see the links. */
export const adminView = (row: Row, caller: Caller): AdminProductView => ({
  ...view(row),
  status: row.status,
  store_active: row.store_open,
  ...(hasRole(caller, MAY.changeCatalogue)
    ? { package_id: row.package_id, download_link: row.download_link, project_link: row.project_link }
    : {}),
  seller_id: row.seller_id,
  submission_id: row.submission_id,
  ...(row.sound_origins && { origins: row.sound_origins }),
});

/** A track on its own page, with what its package holds and its seller declared; the notes are for the contract. */
async function pageView(source: DataSource, row: Row): Promise<ProductView> {
  const contents = await contentsOf(source, row.package_id);
  const page = { ...view(row), ...(contents && { contents }) };
  if (!row.sound_origins) return page;
  const { samples, vocals, unreleased } = row.sound_origins;
  return { ...page, origins: { samples, vocals, unreleased } };
}

/** The cursor of the first part: it is above every id. */
export const NEWEST = 2 ** 31 - 1;

/** A part of the tracks for sale, and the cursor of the next one; null after the last. */
type PartForSale = { products: ProductView[]; next: number | null };

/**
 * The next `most` tracks for sale below the id `below`, highest id first. Each part is read from the index `products_for_sale` alone,
 * so that a long list is read in bounded memory, and a sale moves no track to another part.
 */
export async function partForSale(source: DataSource, siteName: string, below: number, most: number): Promise<PartForSale> {
  // One row more than asked for shows whether there is a next part.
  const rows = await productRows(source, siteName, `${FOR_SALE} AND p.id < $2`, [below, most + 1], 'p.id DESC LIMIT $3');
  const products = rows.slice(0, most).map(view);
  return { products, next: rows.length > most ? (products.at(-1)?.id ?? null) : null };
}

/** The ids of the next tracks for sale above an id, lowest first, in the order of the index `products_for_sale`. */
export const idsForSaleAbove = async (source: DataSource, id: number, most: number): Promise<number[]> => {
  const rows = await source.query<{ id: number }[]>(
    `SELECT p.id FROM products p LEFT JOIN stores s USING (seller_id) WHERE ${FOR_SALE} AND p.id > $1 ORDER BY p.id LIMIT $2`,
    [id, most],
  );
  return rows.map((row) => row.id);
};

/** All tracks, even sold and removed ones, each with its status; for admins only. */
export const allProducts = async (source: DataSource, siteName: string, caller: Caller): Promise<AdminProductView[]> =>
  (await productRows(source, siteName, 'true')).map((row) => adminView(row, caller));

/** The given tracks that are for sale, newest first. */
export const productsByIds = async (source: DataSource, siteName: string, ids: number[]): Promise<ProductView[]> =>
  (await productRows(source, siteName, `${FOR_SALE} AND p.id = ANY($2)`, [ids])).map(view);

/** The facts that similar tracks are found by. The track may be sold, or its store closed. @throws Refusal 404 `not-found` */
export async function soundOf(source: DataSource, siteName: string, id: number): Promise<SoldTrackView> {
  const [row] = await productRows(source, siteName, 'p.id = $2', [id]);
  if (!row || row.status === 'removed' || (row.status !== 'sold' && !row.store_open)) throw notFound('product');
  return soldView(row);
}

/** The facts of a sold track that its page shows and that similar tracks are found by (docs/product/catalogue.md#a-sold-track). */
const soldView = ({ id, name, img, store_name, category, bpm, music_key, key_mode }: Row): SoldTrackView => ({
  id,
  name,
  img,
  store_name,
  category,
  bpm,
  music_key,
  key_mode,
});

/**
 * One track as this caller may see it (docs/product/catalogue.md#the-page-of-a-track). Admins who may read the catalogue get
 * `adminView`, and its seller sees it without links, even when it is sold or removed. All others see it while it is for sale.
 * @throws Refusal 404 `sold`, with the facts for the page of a sold track in `details`, 404 `not-found`
 */
export async function oneProduct(source: DataSource, siteName: string, id: number, caller: Caller) {
  const [row] = await productRows(source, siteName, 'p.id = $2', [id]);
  if (!row) throw notFound('product');
  if (hasRole(caller, MAY.readCatalogue)) return adminView(row, caller);
  if (caller.userId !== null && caller.userId === row.seller_user_id)
    return { ...(await pageView(source, row)), status: row.status };
  if (row.status === 'sold') {
    throw new Refusal('not-found', 'sold', 'This track is sold.', { details: soldView(row) });
  }
  if (row.status === 'removed' || !row.store_open) throw notFound('product');
  return pageView(source, row);
}
