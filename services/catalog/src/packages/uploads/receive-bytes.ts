import { createHash, timingSafeEqual, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { conflict, notFound, Refusal } from '@shop/http';
import { inTx } from '@shop/messaging';
import { LostUpload, type ObjectStorage, type StoredPart } from '@shop/storage';
import { createSHA256 } from 'hash-wasm';
import type { DataSource } from 'typeorm';
import { addPackageFile, assignFileRoles } from '../change-package';
import { Package, PackageUpload, uploadExpiry } from '../package.entity';

export type UploadParts = { source: DataSource; storage: ObjectStorage };
type Checksum = { hash: Hash; expected: Buffer };

/**
 * Takes the next bytes of an upload and notes each part in its row, with the hash so far: what the row says is safe, and nothing
 * else counts. When the sender breaks off, the bytes of a part that is too small for the storage are dropped.
 * @param checksum what these bytes must hash to; they count only when all have come
 * @returns how many bytes of the file are there
 * @throws Refusal 409 `wrong-offset` when somebody else has written, 404 when the upload was given up, 460, 410 and 422 as `finishUpload`
 */
export async function receiveBytes(
  parts: UploadParts,
  upload: PackageUpload,
  body: Readable,
  checksum?: Checksum,
): Promise<number> {
  const writer = await openWriter(parts, upload, !checksum);
  let breakError: Error | undefined;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      checksum?.hash.update(chunk);
      await writer.add(chunk);
    }
  } catch (error) {
    if (writer.failed) throw error;
    breakError = error as Error;
  }
  if (checksum && breakError) throw breakError;
  await writer.end();
  if (breakError) throw breakError;
  if (checksum) {
    if (!isSame(checksum))
      throw new Refusal('checksum', 'wrong-checksum', 'Some bytes changed on their way. Please send them again.');
    await writer.note();
  }
  if (upload.offsetBytes === upload.sizeBytes) await finishUpload(parts, upload);
  return upload.offsetBytes;
}

const isSame = ({ hash, expected }: Checksum) => {
  const digest = hash.digest();
  return digest.length === expected.length && timingSafeEqual(digest, expected);
};

/** The checksum of a header `sha1 <base64>`; also md5 and sha256. @throws Refusal 400 for another one */
export function checksumOf(header: string | undefined): Checksum | undefined {
  if (header === undefined) return undefined;
  const [, algorithm, digest] = /^(sha1|sha256|md5) ([\w+/]+={0,2})$/.exec(header) ?? [];
  if (!algorithm || !digest) throw new Refusal('invalid', 'invalid', 'Upload-Checksum must be sha1, sha256 or md5, and base64.');
  return { hash: createHash(algorithm), expected: Buffer.from(digest, 'base64') };
}

/** Collects bytes to parts. `add` and `end` write them to the storage, `note` into the row, at once if `noteEach`. */
async function openWriter({ source, storage }: UploadParts, upload: PackageUpload, noteEach: boolean) {
  const { partBytes, leastPartBytes } = storage.uploads;
  const hash = await createSHA256();
  if (upload.hashState) hash.load(Buffer.from(upload.hashState, 'base64'));
  else hash.init();
  let chunks: Buffer[] = [];
  let bufferedBytes = 0;
  let savedBytes = upload.offsetBytes;
  const writer = { failed: false, add, end, note };
  return writer;

  async function add(chunk: Buffer) {
    for (let rest = chunk; rest.length > 0;) {
      const piece = rest.subarray(0, partBytes - bufferedBytes);
      chunks.push(piece);
      bufferedBytes += piece.length;
      rest = rest.subarray(piece.length);
      if (bufferedBytes === partBytes) await storePart();
    }
  }

  async function end() {
    const isLast = upload.offsetBytes + bufferedBytes === upload.sizeBytes;
    if (bufferedBytes > 0 && (isLast || bufferedBytes >= leastPartBytes)) await storePart();
  }

  async function storePart() {
    const body = Buffer.concat(chunks, bufferedBytes);
    try {
      const part = await writePart(body);
      upload.parts = [...upload.parts, part];
      upload.offsetBytes += body.length;
      hash.update(body);
      upload.hashState = Buffer.from(hash.save()).toString('base64');
      upload.crc32 = crc32(body, upload.crc32);
      if (noteEach) await note();
    } catch (error) {
      writer.failed = true;
      throw error;
    }
    chunks = [];
    bufferedBytes = 0;
  }

  async function writePart(body: Buffer): Promise<StoredPart> {
    try {
      const object = { key: upload.objectKey, upload: (upload.storeUpload ??= await begin()) };
      return await storage.uploads.writePart(object, upload.parts, body);
    } catch (error) {
      // Whoever gives an upload up removes it from the storage too.
      if (!(await source.manager.existsBy(PackageUpload, { id: upload.id }))) throw notFound('upload');
      throw await givenUpIfLost(source, upload, error);
    }
  }

  async function begin(): Promise<string> {
    const storeUpload = await storage.uploads.begin(upload.objectKey, 'application/octet-stream');
    const { affected } = await source.manager.update(PackageUpload, { id: upload.id }, { storeUpload });
    if (affected !== 1) {
      await storage.uploads.abort({ key: upload.objectKey, upload: storeUpload });
      throw notFound('upload');
    }
    return storeUpload;
  }

  async function note() {
    const { parts, offsetBytes, hashState, crc32: sum } = upload;
    const { affected } = await source.manager.update(
      PackageUpload,
      { id: upload.id, offsetBytes: savedBytes },
      { parts, offsetBytes, hashState, crc32: sum, expiresAt: uploadExpiry() },
    );
    if (affected !== 1) throw conflict('wrong-offset', 'Another connection has sent this part. Please ask where to go on.');
    savedBytes = offsetBytes;
  }
}

/**
 * Makes an upload of which every byte is there a file of its package. It may run again after a crash.
 * @throws Refusal 422 `wrong-hash`, 410 `gone` when the storage has lost a part, and the upload is removed; 404 when its package is gone
 */
export async function finishUpload({ source, storage }: UploadParts, upload: PackageUpload): Promise<void> {
  const { id, packageId, path, sizeBytes, objectKey, storeUpload, hashState } = upload;
  if (storeUpload === null || hashState === null) throw new Error('An upload without a byte is finished');
  const hash = await createSHA256();
  const sha256 = hash.load(Buffer.from(hashState, 'base64')).digest('hex');
  if (upload.sha256 !== null && upload.sha256 !== sha256) {
    await source.manager.delete(PackageUpload, { id });
    throw new Refusal('unprocessable', 'wrong-hash', `${path} is not the file that was announced. Please send it again.`);
  }
  await storage.uploads.finish({ key: objectKey, upload: storeUpload }, upload.parts).catch(async (error: unknown) => {
    throw await givenUpIfLost(source, upload, error);
  });
  await inTx(source, async ({ db }) => {
    const pack = await db.findOne(Package, { where: { id: packageId }, lock: { mode: 'pessimistic_write' } });
    const { affected } = await db.update(PackageUpload, { id, finished: false }, { finished: true });
    if (!pack || affected !== 1) throw notFound('upload');
    await addPackageFile(db, { packageId, path, sizeBytes, sha256, crc32: upload.crc32, objectKey });
    await assignFileRoles(db, packageId);
  });
  upload.finished = true;
}

/** Removes an upload of which the storage has lost a part: nothing but a new beginning makes it whole. @returns what to throw */
async function givenUpIfLost(source: DataSource, { id, path }: PackageUpload, error: unknown): Promise<unknown> {
  if (!(error instanceof LostUpload)) return error;
  await source.manager.delete(PackageUpload, { id });
  return new Refusal('gone', 'gone', `The shop has lost a part of ${path}. Please send the file again.`);
}
