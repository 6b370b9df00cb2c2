import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Readable, Transform } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { MessagePort } from 'node:worker_threads';
import type { MusicKey, PackageRole } from '@shop/contracts/constants';
import { asLocalFile, openPlace, type ObjectStorage, type StoragePlace } from '@shop/storage';
import { readArchive } from './check/archive';
import { checkPackage } from './check/check-package';
import { Unusable, type Finding } from './check/findings';

type Place = { place: StoragePlace; folder: string };
type Archive = Place & { key: string };
type CheckedFile = { id: number; path: string; sizeBytes: number; role: PackageRole; key: string };

/** What the maker of a package says of its track. */
export type DeclaredTrack = { bpm: number | null; key: MusicKey | null };

/** What the thread does: lists an archive, unpacks it into objects with the given keys by path, or checks files. */
export type CheckTask =
  | ({ act: 'list' } & Archive)
  | ({ act: 'unpack'; keys: Record<string, string> } & Archive)
  | ({ act: 'check'; files: CheckedFile[]; track: DeclaredTrack; news: MessagePort } & Place);

export type ListedArchive = { files: { path: string; sizeBytes: number }[]; findings: Finding[] };
type UnpackedFile = { path: string; sizeBytes: number; sha256: string; crc32: number; objectKey: string };
type UnpackedArchive = { files: UnpackedFile[]; findings: Finding[] };
type CheckResult = Awaited<ReturnType<typeof checkPackage>>;
export type CheckOutcome = { list?: ListedArchive; unpack?: UnpackedArchive; check?: CheckResult };

/** Reads foreign files in a thread of its own, whose memory is limited. The database is the process's. */
export default async function perform(task: CheckTask): Promise<CheckOutcome> {
  const storage = await openPlace(task.place);
  if (task.act === 'list') return { list: await inArchive(storage, task, listingOf) };
  if (task.act === 'unpack')
    return { unpack: await inArchive(storage, task, (archive) => unpackArchive(storage, archive, task.keys)) };
  const files = task.files.map((file) => ({ ...file, id: String(file.id), open: () => lazily(() => storage.read(file.key)) }));
  const onProgress = (percent: number) => task.news.postMessage(percent);
  return { check: await checkPackage(files, { track: task.track, onProgress }) };
}

type OpenArchive = Awaited<ReturnType<typeof readArchive>>;

const inArchive = <Result>(storage: ObjectStorage, { key, folder }: Archive, work: (archive: OpenArchive) => Promise<Result>) =>
  asLocalFile(storage, key, folder, async (path) => {
    const archive = await readArchive(path);
    try {
      return await work(archive);
    } finally {
      archive.close();
    }
  });

const listingOf = ({ files, findings }: OpenArchive): Promise<ListedArchive> =>
  Promise.resolve({ files: files.map(({ path, sizeBytes }) => ({ path, sizeBytes })), findings });

/** Stores each file as an object of its own. One that is damaged ends it, and its finding says why. */
async function unpackArchive(
  storage: ObjectStorage,
  archive: OpenArchive,
  keys: Record<string, string>,
): Promise<UnpackedArchive> {
  const files: UnpackedFile[] = [];
  for (const { path, sizeBytes, open } of archive.files) {
    const objectKey = keys[path];
    if (objectKey === undefined) throw new Error('An archive has changed while it was unpacked');
    const sha256 = createHash('sha256');
    let sum = 0;
    const summing = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        sha256.update(chunk);
        sum = crc32(chunk, sum);
        done(null, chunk);
      },
    });
    try {
      const body = await open();
      body.once('error', (error) => summing.destroy(error));
      // Not every client of a store notices that what it sends has broken off.
      const failure = once(summing, 'error').then(([error]) => Promise.reject(error as Error));
      const stored = storage.put(objectKey, body.pipe(summing), { size: sizeBytes, contentType: 'application/octet-stream' });
      await Promise.race([stored, failure]);
    } catch (error) {
      if (error instanceof Unusable) return { files, findings: [error.finding] };
      throw error;
    }
    files.push({ path, sizeBytes, sha256: sha256.digest('hex'), crc32: sum, objectKey });
  }
  return { files, findings: [] };
}

/** A stream that is opened when it is first read. */
const lazily = (open: () => Promise<Readable>): Readable =>
  Readable.from(
    (async function* () {
      yield* (await open()) as AsyncIterable<Buffer>;
    })(),
    { objectMode: false },
  );
