import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserVerified } from '@shop/contracts/events';
import type { SellerView } from '@shop/contracts/views';
import { asAdmin, asUser, deliver, forEachTest, openTestDatabase } from '@shop/runtime/testing';
import { createFileStorage, type ObjectStorage } from '@shop/storage';
import request from 'supertest';
import { schema } from '../database';
import { subscriptionsOf } from '../subscriptions';
import { sellersApp } from './sellers-app';

const subscriptions = subscriptionsOf('Ghostline', 'UTC');

/** Sellers' stores behind HTTP, with their own database and folder. */
export async function openStores(rateScale = 100) {
  const db = await openTestDatabase(schema);
  const folder = await mkdtemp(join(tmpdir(), 'stores-test-'));
  const storage: ObjectStorage = createFileStorage(folder);
  const app = sellersApp(db.source, { storage, rateScale });
  return {
    app,
    storage,
    source: db.source,
    migrateAgain: db.migrateAgain,
    asOwner: db.asOwner,
    hears: (event: { type: string; data: unknown }, times = 1) => deliver(db.source, subscriptions, event, times),
    files: async () => (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()),
    async close() {
      await db.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
export type StoresApp = Awaited<ReturnType<typeof openStores>>;

/** Opens stores for each test of a file. */
export const useStores = () => forEachTest(openStores);

export const aUser = (over: Partial<Parameters<typeof UserVerified>[0]> = {}) =>
  UserVerified({
    userId: 7,
    version: 1,
    name: 'Nora',
    lastName: 'Vale',
    email: 'nora@example.com',
    country: 'Norway',
    seller: { storeName: 'Night Freight', socialLink: null },
    ...over,
  });

/**
 * Registers a seller.
 * @returns the store's id
 */
export async function aSeller(stores: StoresApp, over: Parameters<typeof aUser>[0] = {}): Promise<number> {
  const user = aUser(over);
  await stores.hears(user);
  const { userId } = user.data;
  const { body } = await request(stores.app).get(`/api/sellers/user/${userId}`).set(asUser(userId)).expect(200);
  return (body as { data: SellerView }).data.id;
}

export const send = (stores: StoresApp, sellerId: number, file: Buffer, filename = 'passport.png', userId = 7) =>
  request(stores.app).put(`/api/sellers/${sellerId}/verification`).set(asUser(userId)).attach('verification', file, filename);
export const pay = (stores: StoresApp, sellerId: number, body: object, userId = 7) =>
  request(stores.app).put(`/api/sellers/${sellerId}/payment`).set(asUser(userId)).send(body);
export const edit = (stores: StoresApp, sellerId: number, body: object) =>
  request(stores.app).put(`/api/sellers/${sellerId}`).set(asAdmin()).send(body);
export const setStatus = (stores: StoresApp, sellerId: number, status: string, reason?: string) =>
  request(stores.app).put(`/api/sellers/${sellerId}/status`).set(asAdmin()).send({ status, reason });
export const list = (stores: StoresApp, query: object = {}) =>
  request(stores.app).get('/api/sellers').set(asAdmin()).query(query);
