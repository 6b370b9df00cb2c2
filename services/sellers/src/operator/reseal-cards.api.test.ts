import { randomBytes } from 'node:crypto';
import { asAdmin, asUser } from '@shop/runtime/testing';
import { keyId, type KeyRing } from '@shop/shared';
import request from 'supertest';
import { openCardNumber, sealCardNumber } from '../stores/payout-details';
import { aSeller, useStores } from '../testing/stores-app';
import { sellersApp } from '../testing/sellers-app';
import { resealCards } from './reseal-cards';

const stores = useStores();

const [older, newer] = [randomBytes(32), randomBytes(32)];
/** The rings of replicas that restart one after the other: neighbours run side by side. */
const STEPS: [KeyRing, ...KeyRing[]] = [[older], [older, newer], [newer, older], [newer]];

const replica = (cardKeys: KeyRing) => sellersApp(stores.source, { cardKeys });
const enter = (keys: KeyRing, id: number, number = '4242424242424242') =>
  request(replica(keys))
    .put(`/api/sellers/${id}/payment`)
    .set(asUser(7))
    .send({ payment_method: 'card', card_number: number, card_holder_name: 'Nora Vale' });
const look = (keys: KeyRing, id: number) =>
  request(replica(keys)).post(`/api/sellers/${id}/card-number`).set(asAdmin()).send({ reason: 'Payout of May' });
const numberSeen = async (keys: KeyRing, id: number) => ((await look(keys, id)).body as { data?: { card_number: string } }).data;

test('while replicas are restarted with the next ring, each reads the card numbers that the others have taken in', async () => {
  const id = await aSeller(stores);
  for (const [at, ring] of STEPS.entries()) {
    expect((await enter(ring, id)).status).toBe(200);
    for (const beside of STEPS.slice(Math.max(0, at - 1), at + 2))
      expect([at, (await look(beside, id)).status]).toEqual([at, 200]);
  }
});

test('numbers encrypted again open with the new key alone, and the old key opens none', async () => {
  const id = await aSeller(stores);
  await enter([older], id).expect(200);
  const before = await numberSeen([older], id);
  expect(await resealCards(stores.source, [newer, older])).toEqual({ resealed: 1, key: keyId(newer) });
  expect(await numberSeen([newer], id)).toEqual(before);
  const [row] = await stores.source.query<{ sealed: Buffer }[]>('SELECT card_number_encrypted AS sealed FROM sellers');
  expect(() => openCardNumber([older], id, row!.sealed)).toThrow();
  expect(await resealCards(stores.source, [newer, older])).toEqual({ resealed: 0, key: keyId(newer) });
});

test('a card number that no key opens stops the work before anything is lost, and it goes on once its key is back', async () => {
  const id = await aSeller(stores);
  await enter([older], id).expect(200);
  await expect(resealCards(stores.source, [newer])).rejects.toThrow('No key of the ring opens this');
  expect((await look([older], id)).status).toBe(200);
  expect(await resealCards(stores.source, [newer, older])).toEqual({ resealed: 1, key: keyId(newer) });
});

test('more than one batch is encrypted again, each once', async () => {
  const ids = await stores.source.query<{ id: number }[]>(
    `INSERT INTO sellers (user_id, store_name, folded_name) SELECT 1000 + n, 'Store ' || n, 'store' || n FROM generate_series(1, 450) n RETURNING id`,
  );
  for (const { id } of ids)
    await stores.source.query('UPDATE sellers SET card_number_encrypted = $2 WHERE id = $1', [
      id,
      sealCardNumber([older], id, '4242424242424242'),
    ]);
  expect(await resealCards(stores.source, [newer, older])).toEqual({ resealed: 450, key: keyId(newer) });
  expect(await numberSeen([newer], ids[449]!.id)).toBeDefined();
});
