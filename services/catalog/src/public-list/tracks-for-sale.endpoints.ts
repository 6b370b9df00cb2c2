import type { forSaleRoutes } from '@shop/contracts/routes';
import type { Handlers } from '@shop/http';
import type { TracksForSale } from '@shop/contracts/views';
import type { DataSource } from 'typeorm';
import { idsForSaleAbove } from '../products/product-queries';

export const forSaleHandlers = ({ source }: { source: DataSource }): Handlers<typeof forSaleRoutes> => ({
  tracksForSale: ({ query }) => tracksForSale(source, query.after, query.limit),
});

/** The next `limit` ids of tracks for sale above `after`. With page numbers, a sale would move tracks between pages. */
async function tracksForSale(source: DataSource, after: number, limit: number): Promise<TracksForSale> {
  // One id more than asked for shows whether there is a next part.
  const idsAbove = await idsForSaleAbove(source, after, limit + 1);
  const ids = idsAbove.slice(0, limit);
  return { ids, next: idsAbove.length > limit ? (ids.at(-1) ?? null) : null };
}
