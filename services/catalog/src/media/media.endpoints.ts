import type { mediaRoutes } from '@shop/contracts/routes';
import { notFound, type Handlers } from '@shop/http';
import { sendObject } from '@shop/storage';
import type { ServiceContext } from '../context';
import { publicKey, savePreviewOf } from './save-media';

const FILE = /^[0-9a-f]{64}(?:(?:-(?:160|320|640|1280))?\.webp|\.jpg|\.mp3|\.json)$/;

export const mediaHandlers = ({ storage, uploads }: ServiceContext): Handlers<typeof mediaRoutes> => ({
  async mediaFile({ params: { file }, req, res }) {
    if (!FILE.test(file)) throw notFound('file');
    if (file.endsWith('.jpg')) await savePreviewOf(storage, file.slice(0, -4));
    return sendObject(req, res, storage, publicKey(file));
  },
  uploadProgress: async ({ params }) => uploads.of(params.id),
});
