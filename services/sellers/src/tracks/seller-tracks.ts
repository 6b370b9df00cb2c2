import type { DataSource } from 'typeorm';
import { centsToDollars } from '@shop/contracts/pricing';
import type { SellerTrackView } from '@shop/contracts/views';
import { UNSOLD } from './unsold-tracks';

type Row = {
  product_id: number;
  name: string;
  category: string;
  img: string;
  price_cents: number;
  bpm: number | null;
  music_key: string;
  created_at: Date;
  removed: boolean;
  sold: boolean;
  held: boolean;
  selling: boolean;
  unsold: boolean;
};

/** A seller's tracks, newest first, each with its status. */
export async function tracksOf(source: DataSource, sellerId: number): Promise<SellerTrackView[]> {
  const rows = await source.query<Row[]>(
    `SELECT copy.*, coalesce(NOT sold.released, false) AS sold, coalesce(sold.held, false) AS held,
       store.status = 'active' AS selling, ${UNSOLD} AS unsold
     FROM product_copies copy JOIN sellers store ON store.id = copy.seller_id LEFT JOIN sold_tracks sold USING (product_id)
     WHERE copy.seller_id = $1 ORDER BY product_id DESC`,
    [sellerId],
  );
  return rows.map((row) => ({
    id: row.product_id,
    name: row.name,
    category: row.category,
    img: row.img,
    price: centsToDollars(row.price_cents),
    bpm: row.bpm,
    music_key: row.music_key,
    created_at: row.created_at.toISOString(),
    status: statusOf(row),
    unsold: row.unsold,
  }));
}

function statusOf({ sold, removed, held, selling }: Row): SellerTrackView['status'] {
  if (sold) return 'Sold';
  if (removed) return 'Removed';
  if (held) return 'Held';
  return selling ? 'Active' : 'Not for sale';
}
