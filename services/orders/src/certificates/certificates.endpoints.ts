import { LIMITS, type certificateRoutes } from '@shop/contracts/routes';
import { rateLimiter, reply, type Caller, type Handlers } from '@shop/http';
import type { ServiceContext } from '../context';
import { drawBadge } from './badge';
import { badgeFacts, certificateOf, proveInLog, publicKeys, showBuyer } from './read-certificate';

/** Badges stand on other sites, and a change of a certificate shows there within minutes. */
const FOR_MINUTES = { 'cache-control': 'public, max-age=300' };

export function certificateHandlers(context: ServiceContext): Handlers<typeof certificateRoutes> {
  const { source, rateScale } = context;
  const limit = rateLimiter(source, LIMITS.certificates, rateScale);
  const count = ({ address }: Caller) => limit.use(address);
  return {
    async readCertificate({ params, caller }) {
      await count(caller);
      return { success: true, data: await certificateOf(context, params.code) };
    },
    async readBadge({ params, caller }) {
      await count(caller);
      const badge = Buffer.from(drawBadge(await badgeFacts(context, params.code)));
      return reply(200, badge, { 'content-type': 'image/svg+xml', ...FOR_MINUTES });
    },
    async showBuyer({ params, body, caller }) {
      await showBuyer(source.manager, caller, params.id, params.productId, body.shown);
      return { success: true };
    },
    async proveInLog({ query, caller }) {
      await count(caller);
      return { success: true, data: await proveInLog(context, query.code) };
    },
    async readKeys() {
      return reply(200, await publicKeys(context), FOR_MINUTES);
    },
  };
}
