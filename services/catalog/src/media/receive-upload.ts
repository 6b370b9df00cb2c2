import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UploadQuery } from '@shop/contracts/routes';
import { invalid, leftBy, Refusal } from '@shop/http';
import type { Request, Response } from 'express';
import multer from 'multer';
import type { Progress, UploadProgress } from './upload-progress';

type UploadField = 'img' | 'audio';
export type UploadedFile = { field: UploadField; path: string; size: number };
type Upload = {
  /** The sender's id of this upload, which stays the same when it is sent again. */
  id: string | undefined;
  /** The text parts as they came, unchecked. */
  text: Record<string, unknown>;
  img: UploadedFile | undefined;
  audio: UploadedFile | undefined;
  progress: Progress;
  /** Aborts when the sender has left. Check it last before any change: a track that was given up must not appear. */
  left: AbortSignal;
};
export type Receiver = <Result>(req: Request, res: Response, work: (upload: Upload) => Promise<Result>) => Promise<Result>;

const MB = 1024 * 1024;
const MOST_BYTES: Record<UploadField, number> = { img: 10 * MB, audio: 100 * MB };
const LEFTOVER_MS = 60 * 60_000;

/**
 * Takes a multipart form with at most one `img` (10 MB) and one `audio` (100 MB), and gives it to `work`. The files get new names
 * in a folder of their own, which is removed when `work` ends or fails.
 * @returns the result of `work`
 * @throws Refusal 400, 413 or 415 with the field
 */
export function createMediaReceiver(folder: string, uploads: UploadProgress): Receiver {
  return async (req, res, work) => {
    if (!req.is('multipart/form-data')) throw new Refusal('unsupported', 'unsupported', 'Please send multipart/form-data.');
    const { upload: id } = UploadQuery.parse({ upload: req.get('upload') ?? req.query.upload });
    const signal = leftBy(res);
    const progress = uploads.follow(id);
    await mkdir(folder, { recursive: true });
    const uploadFolder = await mkdtemp(join(folder, 'upload-'));
    try {
      followBytes(req, progress);
      await parse(req, res, uploadFolder);
      const result = await work({
        id,
        text: { ...(req.body as object) },
        ...filesOf(req),
        progress,
        left: signal,
      });
      progress('done', 100);
      return result;
    } catch (error) {
      progress('failed', 100);
      throw error;
    } finally {
      await rm(uploadFolder, { recursive: true, force: true });
    }
  };
}

/** Removes folders of killed processes once they are an hour old: a younger one may belong to a process that still runs. */
export async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const stats = await stat(path).catch(() => null);
    if (stats && stats.mtimeMs < Date.now() - LEFTOVER_MS) await rm(path, { recursive: true, force: true });
  }
}

async function parse(req: Request, res: Response, folder: string) {
  const receive = multer({
    storage: multer.diskStorage({ destination: folder, filename: (_req, file, callback) => callback(null, file.fieldname) }),
    limits: {
      fileSize: MOST_BYTES.audio,
      files: 2,
      fields: 8,
      parts: 10,
      fieldSize: 64 * 1024,
      fieldNameSize: 64,
      headerPairs: 20,
    },
  }).fields([
    { name: 'img', maxCount: 1 },
    { name: 'audio', maxCount: 1 },
  ]);
  await new Promise<void>((resolve, reject) => {
    receive(req, res, (error: unknown) => (error ? reject(refusalOf(error)) : resolve()));
  });
}

function filesOf(req: Request): Pick<Upload, 'img' | 'audio'> {
  const files = (req.files ?? {}) as Partial<Record<UploadField, Express.Multer.File[]>>;
  const fileOf = (field: UploadField): UploadedFile | undefined => {
    const file = files[field]?.[0];
    if (!file) return undefined;
    if (file.size > MOST_BYTES[field]) throw tooLarge(field);
    return { field, path: file.path, size: file.size };
  };
  return { img: fileOf('img'), audio: fileOf('audio') };
}

function followBytes(req: Request, progress: Progress) {
  const total = Number(req.headers['content-length']) || 0;
  let receivedBytes = 0;
  progress('receiving', 0);
  req.on('data', (chunk: Buffer) => {
    receivedBytes += chunk.length;
    if (total > 0) progress('receiving', Math.min(100, Math.floor((receivedBytes / total) * 100)));
  });
}

const tooLarge = (field: UploadField) =>
  new Refusal('too-large', 'too-large', `The file must be at most ${MOST_BYTES[field] / MB} MB.`, { field });

/** Errors of the parser are the sender's mistake; only errors of the disk are ours. */
function refusalOf(error: unknown): Error {
  if (error instanceof multer.MulterError) {
    const { code, field } = error;
    if (code === 'LIMIT_FILE_SIZE') return tooLarge(field === 'img' ? 'img' : 'audio');
    if (code === 'LIMIT_UNEXPECTED_FILE')
      return invalid(field ?? 'file', 'Please send at most one file as img and one as audio.');
    return field ? invalid(field, error.message) : new Refusal('invalid', 'invalid', error.message);
  }
  if (error instanceof Error && 'syscall' in error) return error;
  return new Refusal('invalid', 'invalid', 'The form could not be read to its end. Please send it again.');
}
