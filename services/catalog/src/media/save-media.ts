import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { coverSvg, type CoverFacts } from '@shop/documents/covers';
import { invalid, Refusal } from '@shop/http';
import { audioKindOf, imageKindOf, type ObjectStorage } from '@shop/storage';
import type { UploadedFile } from './receive-upload';
import { renderImage, renderPreview, type RenderedImage } from './render-image';
import type { Transcoder } from './transcoder';
import type { Progress } from './upload-progress';

export type ImageMedia = { img: string };
/** `print` is the fingerprint, which is kept in a table of its own. */
export type AudioMedia = { audio: string; peaks: string; wave: string; duration: number; print?: Uint8Array };

export type MediaParts = { storage: ObjectStorage; transcoder: Transcoder };
export type MediaFiles = { img?: UploadedFile; audio?: UploadedFile };
/** The sender waits for the files to be judged: `progress` shows them how far it is, and `left` aborts when they leave. */
export type Sender = { progress: Progress; left: AbortSignal };

/** The storage key of a public file, by its name. */
export const publicKey = (name: string) => `public/${name}`;
const addressOf = (name: string) => `/media/catalog/${name}`;

/**
 * Judges uploaded files and stores their public versions (docs/product/catalogue.md#media). Names are hashes of the contents, so
 * a file that comes twice is one object, and an unused object does no harm.
 * @returns the addresses of the stored files
 * @throws Refusal 400 or 415 with the field, 503 when too many recordings wait, and the reason of `left`
 */
export async function saveMedia(
  parts: MediaParts,
  { img, audio }: MediaFiles,
  sender: Sender,
): Promise<Partial<ImageMedia & AudioMedia>> {
  sender.progress('checking', 0);
  // Waits for both, because the folder must not disappear while one of them still reads its file.
  const [image, sound] = await Promise.allSettled([
    img ? saveImage(parts, img) : {},
    audio ? saveAudio(parts, audio, sender) : {},
  ]);
  if (image.status === 'rejected') throw image.reason;
  if (sound.status === 'rejected') throw sound.reason;
  return { ...image.value, ...sound.value };
}

async function saveImage({ storage }: MediaParts, { field, path }: UploadedFile): Promise<ImageMedia> {
  if (!imageKindOf(await firstBytes(field, path))) throw unsupported(field, 'The image must be JPEG, PNG, WebP or GIF.');
  return storeImage(storage, await renderImage(field, path));
}

/** Draws and stores a cover for a track without an image. The same facts make the same file. */
export async function saveDrawnCover({ storage }: MediaParts, facts: CoverFacts): Promise<ImageMedia> {
  return storeImage(storage, await renderImage('img', Buffer.from(coverSvg(facts))));
}

async function storeImage(storage: ObjectStorage, { base, sizes }: RenderedImage): Promise<ImageMedia> {
  const hash = sha256(base);
  const put = (name: string, body: Buffer) =>
    storage.put(publicKey(name), body, { size: body.length, contentType: 'image/webp' });
  await Promise.all([...sizes.map(({ size, body }) => put(`${hash}-${size}.webp`, body)), storePreview(storage, hash, base)]);
  await put(`${hash}.webp`, base);
  return { img: addressOf(`${hash}.webp`) };
}

async function storePreview(storage: ObjectStorage, hash: string, cover: Buffer): Promise<void> {
  const body = await renderPreview(cover);
  await storage.put(publicKey(`${hash}.jpg`), body, { size: body.length, contentType: 'image/jpeg' });
}

/** The previews that are being drawn, by storage key: a crawler may ask for one several times at once. */
const drawing = new Map<string, Promise<void>>();

/** Draws the preview of a cover that an earlier release stored without one; a cover that does not exist gets none. */
export async function drawMissingPreview(storage: ObjectStorage, hash: string): Promise<void> {
  const key = publicKey(`${hash}.jpg`);
  if ((await storage.stat(key)) || !(await storage.stat(publicKey(`${hash}.webp`)))) return;
  const preview =
    drawing.get(key) ??
    storage
      .read(publicKey(`${hash}.webp`))
      .then(buffer)
      .then((cover) => storePreview(storage, hash, cover))
      .finally(() => drawing.delete(key));
  drawing.set(key, preview);
  await preview;
}

async function saveAudio(
  { storage, transcoder }: MediaParts,
  { field, path, size }: UploadedFile,
  sender: Sender,
): Promise<AudioMedia> {
  const kind = audioKindOf(await firstBytes(field, path));
  if (!kind) throw unsupported(field, 'The audio must be MP3, WAV, FLAC or OGG.');
  const { mp3, peaks, wave, duration, print } = await transcoder.transcode(field, path, kind, sender);
  sender.progress('saving', 0);
  await storage.put(`private/originals/${await hashOfFile(path)}`, createReadStream(path), {
    size,
    contentType: 'application/octet-stream',
  });
  const body = Buffer.from(mp3.buffer, mp3.byteOffset, mp3.byteLength);
  const hash = sha256(body);
  const list = Buffer.from(JSON.stringify(peaks));
  await storage.put(publicKey(`${hash}.json`), list, { size: list.length, contentType: 'application/json' });
  await storage.put(publicKey(`${hash}.mp3`), body, { size: body.length, contentType: 'audio/mpeg' });
  return { audio: addressOf(`${hash}.mp3`), peaks: addressOf(`${hash}.json`), wave, duration, print };
}

const unsupported = (field: string, message: string) => new Refusal('unsupported', 'unsupported', message, { field });

async function firstBytes(field: string, path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(12), 0, 12, 0);
    if (bytesRead === 0) throw invalid(field, 'The file is empty.');
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const sha256 = (body: Buffer) => createHash('sha256').update(body).digest('hex');

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
