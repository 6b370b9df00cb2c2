import type { storeTrackRoutes } from '@shop/contracts/routes';
import { forbidden, notFound, type Handlers } from '@shop/http';
import type { DataSource } from 'typeorm';
import { Seller } from '../stores/seller.entity';
import { submissionsOf } from '../submissions/submission-queries';
import { tracksOf } from './seller-tracks';
import { listUnsold } from './unsold-tracks';

export const trackHandlers = ({ source }: { source: DataSource }): Handlers<typeof storeTrackRoutes> => ({
  async tracksOfStore({ params, caller }) {
    const seller = await source.manager.findOneBy(Seller, { id: params.id });
    if (!caller.admin && seller?.userId !== caller.userId) throw forbidden();
    if (!seller) throw notFound('seller');
    const [data, submissions] = await Promise.all([
      tracksOf(source, seller.id),
      submissionsOf(source, seller.id, seller.userId === caller.userId),
    ]);
    return { success: true, data, submissions };
  },
  listUnsoldTracks: ({ query }) => listUnsold(source, query),
});
