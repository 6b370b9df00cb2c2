import type { downloadRoutes } from '@shop/contracts/routes';
import { redirect, reply, type Handlers } from '@shop/http';
import { inTx } from '@shop/messaging';
import type { ServiceContext } from '../../context';
import { contractOf } from './contracts';
import { followLink } from './follow-link';

export const downloadHandlers = (context: ServiceContext): Handlers<typeof downloadRoutes> => ({
  async followLink({ params, query, req }) {
    // A mail program that only looks at a link (HEAD) counts as no download.
    const counts = req.method === 'GET';
    const link = { orderId: params.id, item: params.item, ...query };
    const address = await inTx(context.source, (tx) => followLink(tx, link, context, counts));
    return redirect(address, { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
  },
  async readContract({ params, caller }) {
    const { pdf, hash, fileName } = await contractOf(context, caller, params.id, params.item);
    return reply(200, pdf, {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'private, no-store',
      etag: `"${hash}"`,
    });
  },
});
