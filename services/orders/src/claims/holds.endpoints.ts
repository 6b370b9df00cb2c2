import type { holdRoutes } from '@shop/contracts/routes';
import { rateLimiter, type Handlers } from '@shop/http';
import type { Shop } from '../shop';
import { heldByOthers } from './held-by-others';

export function holdHandlers({ source, settings }: Shop): Handlers<typeof holdRoutes> {
  const limit = rateLimiter(source, { name: 'holds', points: 60, seconds: 60 }, settings.rateScale);
  return {
    async listHolds({ query, caller }) {
      await limit.use(String(caller.userId));
      return { success: true, data: await heldByOthers(source.manager, caller.userId, query.ids) };
    },
  };
}
