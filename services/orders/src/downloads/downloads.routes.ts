import { MAY } from '@shop/contracts/constants';
import { id } from '@shop/contracts/forms';
import { endpoint, inTx, reply, type Endpoint } from '@shop/kit';
import { z } from 'zod';
import type { Shop } from '../shop';
import { contractOf } from './contracts';
import { followLink } from './follow-link';

export const downloadEndpoints = (shop: Shop): Endpoint[] => [
  endpoint({
    method: 'get',
    path: '/api/orders/:id/downloads/:item',
    who: 'anyone',
    summary: 'Leads to a bought file; the token is the credential',
    status: 302,
    params: z.object({ id, item: z.string().regex(/^[1-9]\d{0,8}(-project)?$/, 'Not a download') }),
    query: z.object({ token: z.string().max(200).default('') }),
    handle: async ({ params, query, req }) => {
      const { downloadKey } = shop.settings;
      // a mail program that looks where a link leads has downloaded nothing
      const counts = req.method === 'GET';
      const location = await inTx(shop.source, (tx) => followLink(tx, params.id, params.item, query.token, downloadKey, counts));
      return reply(302, null, { location, 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/orders/:id/contracts/:item.pdf',
    who: { users: true, admin: MAY.readContracts },
    summary: 'The contract of a bought track',
    params: z.object({ id, item: id }),
    handle: async ({ params, caller }) => {
      const { pdf, hash, fileName } = await contractOf(shop, caller, params.id, params.item);
      return reply(200, pdf, {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${fileName}"`,
        'cache-control': 'private, no-store',
        etag: `"${hash}"`,
      });
    },
  }),
];
