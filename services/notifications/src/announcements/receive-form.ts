import { ANNOUNCEMENT_LIMITS } from '@shop/contracts/constants';
import { invalid, Refusal } from '@shop/http';
import type { Request, Response } from 'express';
import multer from 'multer';

/** The form as it came: only the size of the image is checked. */
type AnnouncementForm = { text: Record<string, unknown>; image: Buffer | undefined };

const parse = multer({
  storage: multer.memoryStorage(),
  limits: {
    fileSize: ANNOUNCEMENT_LIMITS.imageBytes,
    files: 1,
    fields: 8,
    parts: 10,
    fieldSize: 64 * 1024,
    fieldNameSize: 64,
    headerPairs: 20,
  },
}).single('image');

/** Takes the multipart form of an announcement with at most one `image`. @throws Refusal 400, 413 or 415 with the field */
export async function receiveForm(req: Request, res: Response): Promise<AnnouncementForm> {
  if (!req.is('multipart/form-data')) throw new Refusal('unsupported', 'unsupported', 'Please send multipart/form-data.');
  await new Promise<void>((resolve, reject) => {
    parse(req, res, (error: unknown) => (error ? reject(refusalOf(error)) : resolve()));
  });
  return { text: { ...(req.body as object) }, image: req.file?.buffer };
}

function refusalOf(error: unknown): Refusal {
  const code = error instanceof multer.MulterError ? error.code : null;
  if (code === 'LIMIT_FILE_SIZE')
    return new Refusal('too-large', 'too-large', 'Image size should be less than 2MB', { field: 'image' });
  if (code === 'LIMIT_UNEXPECTED_FILE' || code === 'LIMIT_FILE_COUNT') return invalid('image', 'Please send at most one image.');
  return new Refusal('invalid', 'invalid', 'The form could not be read to its end. Please send it again.');
}
