import { randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { GrowingObject, ObjectStorage, StoredPart } from './storage';
import { createFileStorage } from './storage-files';
import { openFakeS3 } from './testing';

const MB = 1024 * 1024;
let folder: string;
let s3: Awaited<ReturnType<typeof openFakeS3>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'uploads-test-'));
  s3 = await openFakeS3();
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});
const root = () => join(folder, 'files');

const listed = async (uploads: AsyncIterable<GrowingObject>) => {
  const objects: GrowingObject[] = [];
  for await (const upload of uploads) objects.push(upload);
  return objects;
};

describe.each<[string, () => Promise<ObjectStorage>]>([
  ['files', () => Promise.resolve(createFileStorage(root()))],
  ['MinIO', () => s3.open()],
])('an upload in parts to %s', (_name, open) => {
  const key = () => `private/packages/${randomBytes(32).toString('hex')}`;
  const begin = async () => {
    const storage = await open();
    const object = { key: key(), upload: '' };
    object.upload = await storage.uploads.begin(object.key, 'application/octet-stream');
    return object;
  };

  test('is the bytes that were sent, each part by a process that knows only the list', async () => {
    const bodies = [randomBytes(6 * MB), randomBytes(5 * MB + randomInt(1000)), randomBytes(randomInt(1, 5000))];
    const object = await begin();
    const parts: StoredPart[] = [];
    for (const body of bodies) {
      const { uploads, stat: look } = await open();
      expect(await look(object.key)).toBeNull();
      parts.push(await uploads.writePart(object, parts, body));
    }
    const { uploads, read } = await open();
    expect(await listed(uploads.unfinished('private/packages'))).toContainEqual(object);
    await uploads.finish(object, parts);
    expect((await buffer(await read(object.key))).equals(Buffer.concat(bodies))).toBe(true);
    expect(await listed(uploads.unfinished('private/packages'))).not.toContainEqual(object);
  });

  test('is finished once, also when the answer was lost and it is finished again', async () => {
    const [object, { uploads, stat: look }] = [await begin(), await open()];
    const parts = [await uploads.writePart(object, [], randomBytes(1000))];
    for (const _time of ['once', 'again']) await uploads.finish(object, parts);
    expect(await look(object.key)).toMatchObject({ size: 1000 });
    await expect(uploads.finish(object, [{ etag: '', size: 999 }])).rejects.toThrow();
  });

  test('holds only the parts in the list: one that was written and not noted is written anew', async () => {
    const [object, { uploads, read }] = [await begin(), await open()];
    const [first, second] = [randomBytes(5 * MB), randomBytes(100)];
    const parts = [await uploads.writePart(object, [], first)];
    await uploads.writePart(object, parts, randomBytes(6 * MB));
    parts.push(await uploads.writePart(object, parts, second));
    await uploads.finish(object, parts);
    expect((await buffer(await read(object.key))).equals(Buffer.concat([first, second]))).toBe(true);
  });

  test('leaves nothing when it is aborted, and may be aborted again', async () => {
    const [object, { uploads, stat: look }] = [await begin(), await open()];
    await uploads.writePart(object, [], randomBytes(1000));
    for (const _time of ['once', 'again']) await uploads.abort(object);
    expect(await listed(uploads.unfinished('private/packages'))).not.toContainEqual(object);
    expect(await look(object.key)).toBeNull();
    await expect(uploads.finish(object, [{ etag: 'x', size: 1000 }])).rejects.toThrow();
  });

  test('takes no key that leads out', async () => {
    const { uploads } = await open();
    const object = { key: 'private/../../x', upload: '00000000-0000-4000-8000-000000000001' };
    for (const act of [
      () => uploads.begin(object.key, 'x'),
      () => uploads.writePart(object, [], Buffer.from('x')),
      () => uploads.abort(object),
    ])
      await expect((async () => act())()).rejects.toThrow('Not an object key');
  });
});

test('a part that the store loses or does not answer for is no part, and can be sent again', async () => {
  jest.spyOn(console, 'warn').mockReturnValue();
  const { uploads, read } = await s3.open();
  const object = { key: 'private/packages/a1', upload: '' };
  object.upload = await uploads.begin(object.key, 'audio/wav');
  const bodies = [randomBytes(5 * MB), randomBytes(5 * MB), randomBytes(7)];
  const parts: StoredPart[] = [];
  for (const body of bodies) {
    // The client of the store tries a few times by itself.
    s3.faults.push(...Array.from({ length: 12 }, () => 'lost' as const));
    await expect(uploads.writePart(object, parts, body)).rejects.toThrow();
    s3.faults.length = 0;
    parts.push(await uploads.writePart(object, parts, body));
  }
  s3.faults.push(...Array.from({ length: 12 }, () => 'silent' as const));
  const impatient = await s3.open(700);
  await expect(impatient.uploads.writePart(object, parts, Buffer.from('x'))).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  s3.faults.length = 0;
  await uploads.finish(object, parts);
  expect((await buffer(await read(object.key))).equals(Buffer.concat(bodies))).toBe(true);
});

test('on a disk only its owner reads it, and what rests is kept for three days', async () => {
  const storage = createFileStorage(join(folder, 'resting'));
  const object = { key: 'private/packages/b2', upload: '' };
  object.upload = await storage.uploads.begin(object.key, 'audio/wav');
  const at = join(folder, 'resting/private/packages');
  const [draft] = await readdir(at);
  const path = join(at, draft!);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  for await (const { key } of storage.list('private/packages')) throw new Error(key);
  await writeFile(path, 'x');
  for (const [hours, left] of [
    [49, 1],
    [73, 0],
  ] as const) {
    const then = new Date(Date.now() - hours * 3_600_000);
    await utimes(path, then, then);
    await storage.removeAbandoned();
    expect(await readdir(at)).toHaveLength(left);
  }
});
