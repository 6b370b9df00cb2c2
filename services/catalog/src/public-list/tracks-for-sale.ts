import type { TracksForSale } from '@shop/contracts/views';
import type { DataSource } from 'typeorm';
import { idsForSaleAbove } from '../products/product-queries';

/**
 * The next `limit` ids of tracks for sale above `after`. A cursor, not a number of a part: a track that is sold meanwhile moves no other
 * across the border of two parts.
 */
export async function tracksForSale(source: DataSource, after: number, limit: number): Promise<TracksForSale> {
  // one more than is told says whether there is a next part
  const found = await idsForSaleAbove(source, after, limit + 1);
  const ids = found.slice(0, limit);
  return { ids, next: found.length > limit ? (ids.at(-1) ?? null) : null };
}
