import type { storeClosingRoutes } from '@shop/contracts/routes';
import type { Handlers } from '@shop/http';
import { inTx } from '@shop/messaging';
import type { DataSource } from 'typeorm';
import { deleteStore } from './close-store';

export const closingHandlers = ({ source }: { source: DataSource }): Handlers<typeof storeClosingRoutes> => ({
  async deleteSeller({ params, caller }) {
    await inTx(source, (tx) => deleteStore(tx, caller.userId, params.id));
    return { success: true, message: 'Seller deleted' };
  },
});
