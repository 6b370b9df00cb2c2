import { UserDeleted } from '@shop/contracts/events';
import { asAdmin, asUser } from '@shop/runtime/testing';
import request from 'supertest';
import { aSeller, list, send, setStatus, useStores } from '../testing/stores-app';
import { forgetOldDocuments } from './forget-document';
import { removeStrayDocuments } from './stray-documents';
import { aPdf, aScan } from '../testing/documents';

const stores = useStores();
let id: number;
beforeEach(async () => {
  id = await aSeller(stores);
});

const DAY = 86_400_000;
/** Runs the clean-up as if this many days had passed. */
const cleanUp = async (days: number) => {
  await forgetOldDocuments(stores.source, new Date(Date.now() + days * DAY));
  await removeStrayDocuments(stores.source, stores.storage);
};
const files = async () => (await stores.files()).length;
const view = (caller = asAdmin()) => request(stores.app).get(`/api/sellers/${id}/verification`).set(caller);
const close = () => request(stores.app).delete(`/api/sellers/${id}`).set(asAdmin()).expect(200);
const row = async () => {
  const [kept] = await stores.source.query<object[]>(
    'SELECT verification_key, verification_pages, verification_uploaded_at FROM sellers WHERE id = $1',
    [id],
  );
  return kept;
};
const NOTHING = { verification_key: null, verification_pages: null, verification_uploaded_at: null };

test('a refused document goes with all its pages after 90 days, and another may be sent all the same', async () => {
  await send(stores, id, aPdf('', { pages: 2 }), 'a.pdf').expect(200);
  await setStatus(stores, id, 'inactive', 'Blurred').expect(200);
  await cleanUp(89);
  expect(await files()).toBe(2);
  await cleanUp(90.01);
  expect(await files()).toBe(0);
  expect(await row()).toEqual(NOTHING);
  expect((await view(asUser(7))).status).toBe(404);
  expect((await list(stores)).body).toMatchObject({
    data: [{ status: 'inactive', status_reason: 'Blurred', verification_photo: null, verification_pages: null }],
  });
  expect(await send(stores, id, await aScan())).toMatchObject({ status: 200, body: { data: { status: 'pending' } } });
});

test("a closed store's document can be looked at by admins for 90 days, by nobody else, and goes", async () => {
  await send(stores, id, await aScan()).expect(200);
  await close();
  await cleanUp(89);
  expect([(await view()).status, (await view(asUser(7))).status, await files()]).toEqual([200, 403, 1]);
  await cleanUp(90.01);
  await cleanUp(90.01);
  expect([(await view()).status, await files()]).toEqual([404, 0]);
  expect(await row()).toEqual(NOTHING);
});

test('an erased seller leaves no document, also when the store was closed before', async () => {
  await send(stores, id, await aScan()).expect(200);
  await close();
  await stores.hears(UserDeleted({ userId: 7, version: 3 }), 2);
  await cleanUp(0);
  expect([await row(), await files()]).toEqual([NOTHING, 0]);
});

test('documents that wait, that count, or that came after a refusal stay', async () => {
  await send(stores, id, await aScan()).expect(200);
  await cleanUp(400);
  await setStatus(stores, id, 'inactive').expect(200);
  await send(stores, id, await aScan()).expect(200);
  await cleanUp(400);
  await setStatus(stores, id, 'active').expect(200);
  await cleanUp(400);
  expect(await files()).toBe(1);
  await view(asUser(7)).expect(200);
});

test('broken off before the file was removed, it is removed the next time', async () => {
  await send(stores, id, await aScan()).expect(200);
  await setStatus(stores, id, 'inactive').expect(200);
  const away = { ...stores.storage, remove: () => Promise.reject(new Error('The storage is away')) };
  await forgetOldDocuments(stores.source, new Date(Date.now() + 91 * DAY));
  await expect(removeStrayDocuments(stores.source, away)).rejects.toThrow();
  expect(await files()).toBe(1);
  await cleanUp(91);
  expect(await files()).toBe(0);
});
