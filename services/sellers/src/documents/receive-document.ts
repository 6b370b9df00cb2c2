import { VERIFICATION_MAX_BYTES } from '@shop/contracts/constants';
import { invalid, Refusal } from '@shop/http';
import type { Request, Response } from 'express';
import multer from 'multer';

const FIELD = 'verification';

const parse = multer({
  storage: multer.memoryStorage(),
  limits: {
    fileSize: VERIFICATION_MAX_BYTES,
    files: 1,
    fields: 4,
    parts: 5,
    fieldSize: 1024,
    fieldNameSize: 64,
    headerPairs: 20,
  },
}).single(FIELD);

/**
 * Takes a multipart form with one file, `verification`; the file's own name and type do not count.
 * @returns its bytes
 * @throws Refusal 400, 413 or 415
 */
export async function receiveDocument(req: Request, res: Response): Promise<Buffer> {
  if (!req.is('multipart/form-data')) throw new Refusal('unsupported', 'unsupported', 'Please send multipart/form-data.');
  await new Promise<void>((resolve, reject) => {
    parse(req, res, (error: unknown) => (error ? reject(refusalOf(error)) : resolve()));
  });
  if (!req.file?.buffer.length) throw invalid(FIELD, 'Please choose a file.');
  return req.file.buffer;
}

function refusalOf(error: unknown): Refusal {
  const code = error instanceof multer.MulterError ? error.code : null;
  if (code === 'LIMIT_FILE_SIZE')
    return new Refusal('too-large', 'too-large', 'File size should be less than 5MB', { field: FIELD });
  if (code === 'LIMIT_UNEXPECTED_FILE' || code === 'LIMIT_FILE_COUNT')
    return invalid(FIELD, 'Please send one file, as verification.');
  return new Refusal('invalid', 'invalid', 'The form could not be read to its end. Please send it again.');
}
