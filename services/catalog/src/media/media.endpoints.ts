import type { mediaRoutes } from '@shop/contracts/routes';
import { notFound, type Handlers } from '@shop/http';
import { sendObject, type ObjectStorage } from '@shop/storage';
import { publicKey } from './save-media';
import type { UploadProgress } from './upload-progress';

const FILE = /^[0-9a-f]{64}(?:(?:-(?:160|320|640|1280))?\.webp|\.mp3|\.json)$/;

export const mediaHandlers = (storage: ObjectStorage, uploads: UploadProgress): Handlers<typeof mediaRoutes> => ({
  async mediaFile({ params: { file }, req, res }) {
    if (!FILE.test(file)) throw notFound('file');
    return sendObject(req, res, storage, publicKey(file));
  },
  uploadProgress: async ({ params }) => uploads.of(params.id),
});
