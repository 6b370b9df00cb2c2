import { z } from 'zod';
import { content, route } from '../../declare';
import { noSuch } from '../refusals';

/** The sales log as clients of transparency logs read it (docs/product/sales-log.md). */
export const salesLogRoutes = {
  readHead: route({
    method: 'get',
    path: '/log/checkpoint',
    who: 'anyone',
    summary: 'The newest signed head of the sales log',
    answers: { 200: content('text/plain') },
  }),
  readHeadAt: route({
    method: 'get',
    path: '/log/checkpoint/:size',
    who: 'anyone',
    summary: 'The head of the sales log that was signed at a size',
    params: z.object({ size: z.string() }),
    answers: { 200: content('text/plain') },
    refuses: noSuch('head'),
  }),
  readLogKeys: route({
    method: 'get',
    path: '/log/key',
    who: 'anyone',
    summary: 'The keys that heads of the sales log are checked with, the newest first',
    answers: { 200: content('text/plain') },
  }),
  readTile: route({
    method: 'get',
    path: '/log/tile/*',
    who: 'anyone',
    summary: 'A tile of the sales log: hashes, or the leaves themselves (C2SP tlog-tiles)',
    params: z.object({
      rest: z
        .string()
        .meta({ description: '`<level>/<index>[.p/<width>]` or `entries/<index>[.p/<width>]`', example: '0/000.p/1' }),
    }),
    answers: { 200: content('application/octet-stream') },
    refuses: noSuch('tile'),
  }),
};
