import type { TracksForSale } from '@shop/contracts/views';
import type { DataSource } from 'typeorm';
import { idsForSaleAbove } from '../products/product-queries';

/** The next `limit` ids of tracks for sale above `after`. With page numbers, a sale would move tracks between pages. */
export async function tracksForSale(source: DataSource, after: number, limit: number): Promise<TracksForSale> {
  // One id more than asked for shows whether there is a next part.
  const idsAbove = await idsForSaleAbove(source, after, limit + 1);
  const ids = idsAbove.slice(0, limit);
  return { ids, next: idsAbove.length > limit ? (ids.at(-1) ?? null) : null };
}
