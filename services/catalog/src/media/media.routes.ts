import { MAY } from '@shop/contracts/constants';
import { endpoint, notFound, sendObject, type Endpoint, type ObjectStorage } from '@shop/kit';
import { z } from 'zod';
import { publicKey } from './save-media';
import type { UploadProgress } from './upload-progress';

const FILE = /^[0-9a-f]{64}(?:(?:-(?:160|320|640|1280))?\.webp|\.mp3|\.json)$/;

export const mediaRoutes = (storage: ObjectStorage, uploads: UploadProgress): Endpoint[] => [
  endpoint({
    method: 'get',
    path: '/media/catalog/:file',
    who: 'anyone',
    summary: 'A cover, a recording or its peaks; with ranges, never changing',
    params: z.object({ file: z.string() }),
    handle({ params: { file }, req, res }) {
      if (!FILE.test(file)) throw notFound('file');
      return sendObject(req, res, storage, publicKey(file));
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/uploads/:id',
    who: { roles: MAY.changeCatalogue },
    summary: 'How far an upload is; known only to the replica that takes it',
    params: z.object({ id: z.uuid() }),
    handle: ({ params }) => Promise.resolve(uploads.of(params.id)),
  }),
];
