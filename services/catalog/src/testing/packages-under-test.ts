import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoreOpened, TrackSubmitted } from '@shop/contracts/events';
import type { PackageUploadView, PackageView } from '@shop/contracts/views';
import { asUser, deliver, testLog } from '@shop/runtime/testing';
import { createFileStorage, type ObjectLinks, type ObjectStorage } from '@shop/storage';
import { openFakeS3 } from '@shop/storage/testing';
import request from 'supertest';
import { createTranscoder } from '../media/transcoder';
import { removeLeftoverObjects } from '../packages/leftover-objects';
import { subscriptions } from '../subscriptions';
import { openCatalog } from './catalog-under-test';

export const [SELLER, OTHER] = [asUser(11), asUser(12)];
export const sha256 = (body: Buffer) => createHash('sha256').update(body).digest('hex');

type OpenedStore = { storage: ObjectStorage; objectLinks?: ObjectLinks; close: () => Promise<unknown> };
const inFiles = async (): Promise<OpenedStore> => {
  const folder = await mkdtemp(join(tmpdir(), 'packages-test-'));
  return { storage: createFileStorage(folder), close: () => rm(folder, { recursive: true, force: true }) };
};
const inS3 = async (): Promise<OpenedStore> => {
  const s3 = await openFakeS3();
  return { storage: await s3.open(), close: s3.close };
};
/** Both kinds of storage, for `describe.each`. */
export const STORES: [string, () => Promise<OpenedStore>][] = [
  ['files', inFiles],
  ['MinIO', inS3],
];

/** A submission that takes a package; by default that of its maker. */
export const submitted = (packageId: number, userId = 11) =>
  TrackSubmitted({
    submissionId: 5,
    version: 1,
    sellerId: 4,
    storeName: 'Store 4',
    userId,
    trackName: 'Night Drive',
    contactEmail: 'nora@example.com',
    status: 'submitted',
    dueAt: null,
    genre: 'Techno',
    bpm: 124,
    musicKey: 'A',
    priceCents: 34900,
    hasProject: false,
    packageId,
    submittedAt: new Date().toISOString(),
  });

/** A catalog with two sellers who make packages. */
export async function openPackages(openStore: () => Promise<OpenedStore>, packageQuotaBytes?: number) {
  const store = await openStore();
  const { storage, objectLinks } = store;
  const catalog = await openCatalog(createTranscoder(testLog), undefined, { storage, objectLinks, packageQuotaBytes });
  const { app, source } = catalog;
  for (const [sellerId, userId] of [
    [4, 11],
    [5, 12],
  ] as const) {
    const opened = { sellerId, userId, version: 1, storeName: `Store ${sellerId}`, status: 'active' };
    await deliver(source, subscriptions, StoreOpened(opened));
  }
  const tus = (more: Record<string, string> = {}, caller = SELLER) => ({ 'tus-resumable': '1.0.0', ...more, ...caller });
  const begin = (id: number, file: { path: string; sizeBytes: number; sha256?: string }, caller = SELLER) =>
    request(app).post(`/api/packages/${id}/uploads`).set(caller).send(file);
  const begun = async (id: number, path: string, body: Buffer, caller = SELLER) => {
    const answer = await begin(id, { path, sizeBytes: body.length, sha256: sha256(body) }, caller);
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return (answer.body as { data: PackageUploadView }).data;
  };
  const send = (url: string, offset: number, body: Buffer, more: Record<string, string> = {}, caller = SELLER) =>
    request(app)
      .patch(url)
      .set(tus({ 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream', ...more }, caller))
      .send(body);
  const read = async (id: number, caller = SELLER) => {
    const answer = await request(app).get(`/api/packages/${id}`).set(caller).expect(200);
    return (answer.body as { data: PackageView }).data;
  };
  const removeLeftovers = () => removeLeftoverObjects({ source, storage });
  return {
    catalog,
    storage,
    tus,
    begin,
    begun,
    send,
    read,
    removeLeftovers,
    async made(caller = SELLER) {
      const answer = await request(app).post('/api/packages').set(caller).send({ trackName: 'Night Drive', bpm: 124 });
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      return (answer.body as { data: PackageView }).data;
    },
    async offsetOf(url: string) {
      return Number((await request(app).head(url).set(tus()).expect(204)).headers['upload-offset']);
    },
    async sent(id: number, path: string, body: Buffer, caller = SELLER) {
      const { uploadUrl } = await begun(id, path, body, caller);
      await send(uploadUrl, 0, body, {}, caller).expect(204);
      return (await read(id, caller)).files.find((file) => file.path === path)!;
    },
    /** A package with these files that has passed the check. */
    async checked(files: Record<string, Buffer>, caller = SELLER) {
      const { id } = await this.made(caller);
      for (const [path, body] of Object.entries(files)) await this.sent(id, path, body, caller);
      const report = JSON.stringify({ verdict: 'pass', findings: [] });
      await source.query(`UPDATE packages SET state = 'checked', report = $2 WHERE id = $1`, [id, report]);
      return read(id, caller);
    },
    /** The keys of objects and of uploads in parts. */
    async keys() {
      const keys: string[] = [];
      for await (const { key } of storage.list('private/packages')) keys.push(key);
      for await (const { key } of storage.uploads.unfinished('private/packages')) keys.push(key);
      return keys;
    },
    /** Deletes all packages. @returns the keys that stay */
    async emptied() {
      await source.query('DELETE FROM packages');
      await source.query(`UPDATE package_leftovers SET due_at = now()`);
      await removeLeftovers();
      return this.keys();
    },
    async close() {
      await catalog.close();
      await store.close();
    },
  };
}
