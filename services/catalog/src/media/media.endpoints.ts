import type { mediaRoutes } from '@shop/contracts/routes';
import { notFound, type Handlers } from '@shop/http';
import { sendObject, type ObjectStorage } from '@shop/storage';
import { publicKey, drawMissingPreview } from './save-media';
import type { UploadProgress } from './upload-progress';

const FILE = /^[0-9a-f]{64}(?:(?:-(?:160|320|640|1280))?\.webp|\.jpg|\.mp3|\.json)$/;

type UploadParts = { storage: ObjectStorage; uploads: UploadProgress };

export const mediaHandlers = ({ storage, uploads }: UploadParts): Handlers<typeof mediaRoutes> => ({
  async mediaFile({ params: { file }, req, res }) {
    if (!FILE.test(file)) throw notFound('file');
    if (file.endsWith('.jpg')) await drawMissingPreview(storage, file.slice(0, -4));
    return sendObject(req, res, storage, publicKey(file));
  },
  uploadProgress: async ({ params }) => uploads.of(params.id),
});
