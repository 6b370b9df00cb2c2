import { LIMITS, type claimRoutes } from '@shop/contracts/routes';
import { leftBy, rateLimiter, type Handlers, type UserCaller } from '@shop/http';
import { inTx } from '@shop/messaging';
import { sendObject } from '@shop/storage';
import type { ServiceContext } from '../context';
import { receiveMessage, storeFiles } from './attachments';
import { claimFile, claimFor, listClaims, readClaim } from './claim-queries';
import { decideClaim } from './decide-claim';
import { withdrawClaim } from './end-claim';
import { openClaim } from './open-claim';
import { writeMessage } from './write-message';

export function claimHandlers(context: ServiceContext): Handlers<typeof claimRoutes> {
  const { source, storage, timeZone, rateScale } = context;
  const claims = rateLimiter(source, LIMITS.claims, rateScale);
  const messages = rateLimiter(source, LIMITS.claimMessages, rateScale);
  const answer = async (caller: UserCaller, id: number) => ({
    success: true as const,
    data: await readClaim(source.manager, caller, id, new Date()),
  });

  return {
    async openClaim({ params, body, caller }) {
      await claims.use(String(caller.userId));
      const at = { timeZone, now: new Date() };
      return answer(caller, await inTx(source, (tx) => openClaim(tx, caller.userId, params.orderId, body, at)));
    },
    listClaims: ({ query, caller }) => listClaims(source.manager, caller, query, new Date()),
    readClaim: ({ params, caller }) => answer(caller, params.id),
    async writeToClaim({ params, caller, req, res }) {
      await claimFor(source.manager, caller, params.id);
      await messages.use(String(caller.userId));
      const senderLeft = leftBy(res);
      await receiveMessage(req, res, async ({ text, files }) => {
        senderLeft.throwIfAborted();
        const storedFiles = await storeFiles({ source, storage }, files);
        senderLeft.throwIfAborted();
        await inTx(source, (tx) => writeMessage(tx, caller, params.id, { text, files: storedFiles }));
      });
      return answer(caller, params.id);
    },
    async claimFile({ params, caller, req, res }) {
      const { key, name } = await claimFile(source.manager, caller, params.id, params.fileId);
      const ending = key.slice(key.lastIndexOf('.'));
      return sendObject(req, res, storage, key, {
        name: name.toLowerCase().endsWith(ending) ? name : `${name}${ending}`,
        etag: key.slice(key.lastIndexOf('/') + 1),
      });
    },
    async decideClaim({ params, body, caller }) {
      await decideClaim(context, caller, params.id, body);
      return answer(caller, params.id);
    },
    async withdrawClaim({ params, caller }) {
      await inTx(source, (tx) => withdrawClaim(tx, caller.userId, params.id));
      return answer(caller, params.id);
    },
  };
}
