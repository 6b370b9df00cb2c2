import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLAIM_FILE_MAX_BYTES, CLAIM_FILE_TYPES, CLAIM_FILES_AT_ONCE } from '@shop/contracts/constants';
import { ClaimMessageForm } from '@shop/contracts/forms';
import { invalid, Refusal } from '@shop/http';
import { audioKindOf, imageKindOf, type ObjectStorage } from '@shop/storage';
import type { Request, Response } from 'express';
import multer from 'multer';
import sharp from 'sharp';
import type { DataSource, EntityManager } from 'typeorm';

/** The folder of the storage that holds them. */
export const CLAIM_FILES_FOLDER = 'private/orders/claims';
/** Longer than any upload takes. */
const UPLOAD_LASTS = '1 hour';
const FIRST_BYTES = 12;
const MOST_PIXELS = 40_000_000;
/** Small print of a screenshot stays readable. */
const QUALITY = 90;

type Ending = keyof typeof CLAIM_FILE_TYPES;
type ReceivedFile = { path: string; name: string; size: number; ending: Ending };
/** A file in the storage that belongs to no message yet. */
export type StoredFile = { key: string; name: string; size: number };

/**
 * Takes the multipart form of a message, with `text` and at most five `files`, and gives it to `work`. What a file is, its first bytes
 * say: its own name and type do not count. The received files are removed when `work` ends or fails.
 * @throws Refusal 400, 413 or 415 with the field
 */
export async function receiveMessage<Result>(
  req: Request,
  res: Response,
  work: (message: { text: string; files: ReceivedFile[] }) => Promise<Result>,
): Promise<Result> {
  if (!req.is('multipart/form-data')) throw new Refusal('unsupported', 'unsupported', 'Please send multipart/form-data.');
  const folder = await mkdtemp(join(tmpdir(), 'shop-claim-'));
  try {
    await parse(req, res, folder);
    const { text } = ClaimMessageForm.parse({ ...(req.body as object) });
    const files: ReceivedFile[] = [];
    // one after another, because each picture is drawn in memory
    for (const file of (req.files ?? []) as Express.Multer.File[]) files.push(await receivedFile(file));
    if (text === '' && files.length === 0) throw invalid('text', 'Please write something or add a file.');
    return await work({ text, files });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function parse(req: Request, res: Response, folder: string): Promise<void> {
  const receive = multer({
    storage: multer.diskStorage({ destination: folder, filename: (_req, _file, done) => done(null, randomUUID()) }),
    defParamCharset: 'utf8',
    limits: {
      fileSize: CLAIM_FILE_MAX_BYTES,
      files: CLAIM_FILES_AT_ONCE,
      fields: 1,
      parts: CLAIM_FILES_AT_ONCE + 1,
      fieldSize: 64 * 1024,
      fieldNameSize: 64,
      headerPairs: 20,
    },
  }).array('files', CLAIM_FILES_AT_ONCE);
  await new Promise<void>((resolve, reject) => {
    receive(req, res, (error: unknown) => (error ? reject(refusalOf(error)) : resolve()));
  });
}

async function receivedFile({ path, originalname, size }: Express.Multer.File): Promise<ReceivedFile> {
  const file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(FIRST_BYTES), 0, FIRST_BYTES).finally(() => file.close());
  const start = buffer.subarray(0, bytesRead);
  const picture = imageKindOf(start);
  if (picture) await drawAgain(path, picture);
  const kind = picture ?? audioKindOf(start);
  if (!kind) throw new Refusal('unsupported', 'unsupported', 'Only pictures and audio can be added.', { field: 'files' });
  return {
    path,
    name: shownName(originalname),
    size: picture ? (await stat(path)).size : size,
    ending: kind === 'jpeg' ? 'jpg' : kind,
  };
}

/**
 * Replaces a picture by its pixels alone, upright and in its own format: a photograph says where, when and by which telephone it was
 * taken (docs/product/claims.md#the-thread). @throws Refusal 400 when it cannot be decoded
 */
async function drawAgain(path: string, format: NonNullable<ReturnType<typeof imageKindOf>>): Promise<void> {
  const redrawnPath = `${path}-drawn`;
  await sharp(path, { limitInputPixels: MOST_PIXELS, failOn: 'error', animated: format === 'gif' || format === 'webp' })
    .autoOrient()
    .toFormat(format, format === 'jpeg' || format === 'webp' ? { quality: QUALITY } : {})
    .toFile(redrawnPath)
    .catch(() => {
      throw invalid('files', `A picture is damaged, or has more than ${MOST_PIXELS / 1e6} megapixels.`);
    });
  await rename(redrawnPath, path);
}

/** The name of a file as others read it: one line, without folders and what hides or turns text. */
const shownName = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/^.*[\\/]/, '')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, 120) || 'file';

function refusalOf(error: unknown): Error {
  const code = error instanceof multer.MulterError ? error.code : null;
  if (code === 'LIMIT_FILE_SIZE')
    return new Refusal('too-large', 'too-large', 'A file may have at most 50 MB.', { field: 'files' });
  if (code === 'LIMIT_UNEXPECTED_FILE' || code === 'LIMIT_FILE_COUNT')
    return invalid('files', `Please send at most ${CLAIM_FILES_AT_ONCE} files at once, as files.`);
  if (error instanceof Error && 'syscall' in error) return error;
  return new Refusal('invalid', 'invalid', 'The form could not be read to its end. Please send it again.');
}

type FileStores = { source: DataSource; storage: ObjectStorage };

/** Puts received files into the storage. Those that no message takes are removed after a while. */
export async function storeFiles({ source, storage }: FileStores, files: readonly ReceivedFile[]): Promise<StoredFile[]> {
  const storedFiles: StoredFile[] = [];
  for (const { path, name, size, ending } of files) {
    const key = `private/orders/claims/${randomUUID()}.${ending}`;
    await source.query('INSERT INTO stray_claim_files (key, remove_after) VALUES ($1, now() + $2::interval)', [
      key,
      UPLOAD_LASTS,
    ]);
    await storage.put(key, createReadStream(path), { size, contentType: CLAIM_FILE_TYPES[ending] });
    storedFiles.push({ key, name, size });
  }
  return storedFiles;
}

/** Gives stored files to a message, as soon as the transaction commits. */
export async function saveFiles(db: EntityManager, messageId: number, files: readonly StoredFile[]): Promise<void> {
  for (const { key, name, size } of files) {
    await db.query('INSERT INTO claim_files (message_id, key, name, size_bytes) VALUES ($1, $2, $3, $4)', [
      messageId,
      key,
      name,
      size,
    ]);
    await db.query('DELETE FROM stray_claim_files WHERE key = $1', [key]);
  }
}

/** Deletes messages, and has their files removed once the transaction has committed. `condition` is SQL over `claim_messages`. */
export const deleteMessages = (db: EntityManager, condition: string, values: unknown[]): Promise<unknown> =>
  db.query(
    `WITH gone AS (SELECT id FROM claim_messages WHERE ${condition}),
       stray AS (
         INSERT INTO stray_claim_files (key, remove_after) SELECT key, now() FROM claim_files WHERE message_id IN (SELECT id FROM gone)
         ON CONFLICT (key) DO UPDATE SET remove_after = excluded.remove_after)
     DELETE FROM claim_messages WHERE id IN (SELECT id FROM gone)`,
    values,
  );

/** Removes files that belong to no message, from the storage and then from the list, so that an interrupted run is repeated. */
export async function removeStrayFiles({ source, storage }: FileStores): Promise<void> {
  const rows = await source.query<{ key: string }[]>('SELECT key FROM stray_claim_files WHERE remove_after <= now() LIMIT 100');
  for (const { key } of rows) {
    await storage.remove(key);
    await source.query('DELETE FROM stray_claim_files WHERE key = $1', [key]);
  }
}
