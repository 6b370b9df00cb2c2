import { AdminActed, SellerPaymentChanged } from '@shop/contracts/events';
import type { SellerAdminView } from '@shop/contracts/views';
import { as, asUser, emitted } from '@shop/runtime/testing';
import request from 'supertest';
import { cardKeys } from '../testing/sellers-app';
import { openCardNumber } from './payout-details';
import { aSeller, edit, list, openStores, pay, type StoresApp } from '../testing/stores-app';

let stores: StoresApp;
let id: number;
beforeEach(async () => {
  stores = await openStores();
  id = await aSeller(stores);
});
afterEach(() => stores.close());

const NUMBER = '4242424242424242';
const card = { payment_method: 'card', card_number: '4242 4242 4242 4242', card_holder_name: 'Nora Vale' };
const paypal = { payment_method: 'paypal', paypal_email: 'Nora.Pays@example.com' };
const storeRow = async () =>
  (await stores.source.query<Record<string, unknown>[]>('SELECT * FROM sellers WHERE id = $1', [id]))[0] as {
    card_number_encrypted: Buffer | null;
    card_last4: string | null;
    paypal_email: string | null;
  };
const everything = async () => {
  const rows = [];
  for (const table of ['outbox', 'inbox', 'sellers', 'user_copies'])
    rows.push(await stores.source.query(`SELECT * FROM ${table}`));
  return JSON.stringify(rows);
};

test('a card is kept encrypted, answered by its last four digits, and its number stands nowhere else', async () => {
  const { status, body } = await pay(stores, id, card);
  expect([status, body]).toMatchObject([
    200,
    { data: { payment_method: 'card', card_number: '4242', card_holder_name: 'Nora Vale', paypal_email: null } },
  ]);
  const { card_number_encrypted: sealed } = await storeRow();
  expect(openCardNumber(cardKeys, id, sealed!)).toBe(NUMBER);
  expect(() => openCardNumber([Buffer.alloc(32, 8)], id, sealed!)).toThrow();
  expect(() => openCardNumber(cardKeys, id + 1, sealed!)).toThrow();

  await edit(stores, id, { card_number: '5555555555554444' }).expect(200);
  for (const secret of [NUMBER, '5555555555554444', '4242 4242'])
    for (const place of [await everything(), JSON.stringify((await list(stores)).body), JSON.stringify(body)])
      expect(place).not.toContain(secret);
});

test('a refusal repeats nothing of the number it refuses', async () => {
  const { body } = await pay(stores, id, { ...card, card_number: '4242424242424241' });
  expect(body).toMatchObject({ field: 'card_number', error: 'Please enter a valid card number' });
  expect(JSON.stringify(body)).not.toContain('42424');
});

test.each([null, '', '4242', '**** **** **** 4242', '•••• 4242', 'XXXX-XXXX-XXXX-4242'])(
  'a card number of %p leaves the kept one alone',
  async (masked) => {
    await pay(stores, id, card);
    const before = (await storeRow()).card_number_encrypted;
    const change = { ...card, card_number: masked, card_holder_name: 'N. Vale' };
    expect(await pay(stores, id, change)).toMatchObject({
      status: 200,
      body: { data: { card_number: '4242', card_holder_name: 'N. Vale' } },
    });
    expect((await storeRow()).card_number_encrypted).toEqual(before);
  },
);

test('another method clears the details of the one before', async () => {
  await pay(stores, id, card);
  expect(await pay(stores, id, paypal)).toMatchObject({
    body: {
      data: { payment_method: 'paypal', paypal_email: 'nora.pays@example.com', card_number: null, card_holder_name: null },
    },
  });
  expect((await storeRow()).card_number_encrypted).toBeNull();
  await pay(stores, id, card);
  expect((await storeRow()).paypal_email).toBeNull();
});

test('the seller is told of each change, without more of it than they need to know it by; the same again is none', async () => {
  await pay(stores, id, paypal);
  await pay(stores, id, paypal);
  await pay(stores, id, card);
  await edit(stores, id, { payment_method: null });
  const owner = { name: 'Nora', email: 'nora@example.com' };
  expect(await emitted(stores.source, SellerPaymentChanged)).toMatchObject([
    { owner, paidTo: 'PayPal n…@example.com', byAdmin: false },
    { owner, paidTo: 'the card ending in 4242', byAdmin: false },
    { owner, paidTo: null, byAdmin: true },
  ]);
});

test.each<[string, object, string]>([
  ['PayPal without address', { payment_method: 'paypal', paypal_email: null }, 'paypal_email'],
  ['PayPal with something else', { payment_method: 'paypal', paypal_email: 'nora' }, 'paypal_email'],
  ['a card without number', { ...card, card_number: null }, 'card_number'],
  ['a card that is masked, but not kept', { ...card, card_number: '**** 4242' }, 'card_number'],
  ['a card with a wrong digit', { ...card, card_number: '4242424242424243' }, 'card_number'],
  ['a card of zeros', { ...card, card_number: '0000000000000000' }, 'card_number'],
  ['a card with letters', { ...card, card_number: '4242 4242 4242 424a' }, 'card_number'],
  ['a card without holder', { ...card, card_holder_name: ' ' }, 'card_holder_name'],
  ['a holder of two lines', { ...card, card_holder_name: 'Nora\nVale' }, 'card_holder_name'],
  ['another method', { payment_method: 'bank' }, 'payment_method'],
  ['a status beside it', { ...paypal, status: 'active' }, 'status'],
])('%s is refused', async (_, body, field) => {
  expect(await pay(stores, id, body)).toMatchObject({ status: 400, body: { field } });
  expect(await emitted(stores.source, SellerPaymentChanged)).toEqual([]);
});

test.each<[string, object, string]>([
  ['PayPal without address', { payment_method: 'paypal', paypal_email: null }, 'paypal_email'],
  ['no holder any more', { card_holder_name: null }, 'card_holder_name'],
])('an admin who leaves out what the method needs takes nothing away: %s', async (_, change, field) => {
  await pay(stores, id, card);
  const before = await storeRow();
  expect(await edit(stores, id, change)).toMatchObject({ status: 400, body: { field } });
  expect(await storeRow()).toEqual(before);
});

test('an admin gives a method with all that it needs, and clears it by null', async () => {
  expect(await edit(stores, id, { ...card, card_number: null })).toMatchObject({ status: 400, body: { field: 'card_number' } });
  await edit(stores, id, paypal).expect(200);
  expect(await edit(stores, id, { paypal_email: null })).toMatchObject({ status: 400, body: { field: 'paypal_email' } });
  await edit(stores, id, { payment_method: null }).expect(200);
  expect(await storeRow()).toMatchObject({ payment_method: null, paypal_email: null });
});

test('an admin changes payout details after a step-up only, the name of a store without one', async () => {
  await pay(stores, id, card);
  const before = await storeRow();
  const admin = (role: 'finance' | 'support') => as({ userId: 3, admin: true, role, steppedUp: false });
  const put = (role: 'finance' | 'support', form: object) =>
    request(stores.app).put(`/api/sellers/${id}`).set(admin(role)).send(form);
  for (const form of [paypal, { card_holder_name: 'N. Vale' }, { payment_method: null }])
    expect(await put('finance', form)).toMatchObject({ status: 403, body: { code: 'step-up-required' } });
  expect(await storeRow()).toEqual(before);
  await put('support', { shop_name: 'Night Cargo' }).expect(200);
});

test.each<[string, object]>([
  ['another address', { ...paypal, paypal_email: 'vale@example.com' }],
  ['a card', card],
])('an edit that was opened before the seller gave %s changes nothing', async (_, detail) => {
  const changedAt = async () => ((await list(stores)).body as { data: SellerAdminView[] }).data[0]?.payout_changed_at;
  const unset = await changedAt();
  await pay(stores, id, paypal);
  const opened = await changedAt();
  await pay(stores, id, detail);
  const before = await storeRow();
  const late = { ...paypal, paypal_email: 'nora@example.com' };
  for (const payout_changed_at of [unset, opened])
    expect(await edit(stores, id, { ...late, payout_changed_at })).toMatchObject({
      status: 409,
      body: { code: 'payout-changed' },
    });
  expect(await storeRow()).toEqual(before);
  await edit(stores, id, { ...late, payout_changed_at: await changedAt() }).expect(200);
  expect(await storeRow()).toMatchObject({ payment_method: 'paypal', paypal_email: 'nora@example.com' });
});

test.each([paypal, card])(
  'an edit that is sent again, because its answer was lost, is no change of others: $payment_method',
  async (said) => {
    const form = { ...said, payout_changed_at: null };
    await edit(stores, id, form).expect(200);
    await edit(stores, id, form).expect(200);
    const otherForm = { ...form, ...(said === paypal ? { paypal_email: 'n@example.com' } : { card_number: '5555555555554444' }) };
    expect(await edit(stores, id, otherForm)).toMatchObject({ status: 409, body: { code: 'payout-changed' } });
  },
);

test.each<[string, string, object, object]>([
  ['paypal_email', 'card', card, { paypal_email: 'nora@example.com' }],
  ['card_number', 'paypal', paypal, { card_number: NUMBER }],
  ['card_holder_name', 'paypal', paypal, { card_holder_name: 'Nora Vale' }],
])('an admin who changes the %s alone is refused when the method is %s', async (field, _, method, change) => {
  await pay(stores, id, method);
  const before = await storeRow();
  expect(await edit(stores, id, change)).toMatchObject({ status: 400, body: { field } });
  expect(await storeRow()).toEqual(before);
});

test("nobody else's payout details can be changed", async () => {
  await aSeller(stores, { userId: 8, seller: { storeName: 'Low Tide', socialLink: null } });
  expect((await pay(stores, id, paypal, 8)).status).toBe(403);
  expect((await pay(stores, 999, paypal)).status).toBe(403);
  expect((await storeRow()).paypal_email).toBeNull();
});

test('nobody fills an inbox with changes of payout details: twenty an hour', async () => {
  await stores.close();
  stores = await openStores(1);
  id = await aSeller(stores);
  for (let i = 0; i < 20; i += 1)
    expect((await pay(stores, id, { ...paypal, paypal_email: `p${i}@example.com` })).status).toBe(200);
  const answer = await pay(stores, id, paypal);
  expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([429, true]);
  expect(await emitted(stores.source, SellerPaymentChanged)).toHaveLength(20);
});

test('the changes of an admin are in the audit log, of a card its last four digits', async () => {
  await edit(stores, id, { payment_method: 'card', card_number: NUMBER, card_holder_name: 'Nora Vale' }).expect(200);
  await edit(stores, id, { payment_method: 'paypal', paypal_email: 'n@example.com', card_number: null }).expect(200);
  expect(await emitted(stores.source, AdminActed)).toMatchObject([
    { action: 'seller.changed', before: { card: null }, after: { card: 'not kept' } },
    { before: { card: 'not kept', paypal_email: null }, after: { card: null, paypal_email: 'not kept' } },
  ]);
  expect(await edit(stores, id, { payment_method: null, card_number: NUMBER })).toMatchObject({
    status: 400,
    body: { field: 'payment_method' },
  });
});

test('sellers see their own record only', async () => {
  expect((await request(stores.app).get('/api/sellers/user/7').set(asUser(8))).status).toBe(403);
});

test('the audit log learns which fields their owner changed, and not a value of them', async () => {
  await pay(stores, id, card).expect(200);
  await pay(stores, id, paypal).expect(200);
  const acts = await emitted(stores.source, AdminActed);
  expect(acts).toMatchObject([
    {
      adminId: 7,
      action: 'account.payout-details-changed',
      subject: { type: 'seller', id, name: `Store ${id}` },
      after: { fields: ['payment_method', 'card_number', 'card_holder_name'] },
    },
    { after: { fields: ['payment_method', 'paypal_email', 'card_number', 'card_holder_name'] } },
  ]);
  expect(JSON.stringify(acts)).not.toMatch(/4242|nora|example/i);
});
