import {
  AdminActed,
  SellerStatusChanged,
  StoreChanged,
  StoreClosed,
  StoreOpened,
  StoreSettled,
  UserChanged,
  UserDeleted,
} from '@shop/contracts/events';
import { asAdmin, asUser, emitted } from '@shop/runtime/testing';
import request from 'supertest';
import { removeStrayDocuments } from '../documents/stray-documents';
import { aScan } from '../testing/documents';
import { captured, refunded } from '../testing/ledger-app';
import { aSeller, aUser, edit, list, pay, send, setStatus, useStores } from '../testing/stores-app';

const stores = useStores();
let id: number;
beforeEach(async () => {
  id = await aSeller(stores);
});

const another = (userId: number, storeName: string) => aSeller(stores, { userId, seller: { storeName, socialLink: null } });
const call = (method: 'put' | 'delete' | 'get', path: string, caller = asUser(7)) =>
  request(stores.app)[method](path).set(caller);
const nora = { version: 2, name: 'Nora', lastName: 'Hale', email: 'hale@example.com', country: 'Chile' };
const changed = (over: object = {}) =>
  UserChanged({ userId: 7, ...nora, isAdmin: false, previousEmail: null, passwordChanged: false, ...over });

describe('the status', () => {
  test('is set by admins at will, told once to everybody concerned, and put on record', async () => {
    for (const status of ['active', 'active', 'pending', 'inactive']) await setStatus(stores, id, status).expect(200);
    expect((await emitted(stores.source, StoreChanged)).map(({ status, version }) => [status, version])).toEqual([
      ['active', 2],
      ['pending', 3],
      ['inactive', 4],
    ]);
    expect(await emitted(stores.source, SellerStatusChanged)).toMatchObject([
      { before: '0', status: 'active', owner: { email: 'nora@example.com' } },
      { before: 'active', status: 'pending' },
      { before: 'pending', status: 'inactive' },
    ]);
    expect((await emitted(stores.source, AdminActed))[0]).toMatchObject({
      action: 'seller.status-changed',
      before: { status: '0' },
      after: { status: 'active' },
    });
  });

  test('is never set by the seller, whichever way they try', async () => {
    const status = { status: 'active' };
    expect((await call('put', `/api/sellers/${id}/status`).send(status)).status).toBe(403);
    expect((await call('put', `/api/sellers/${id}`).send(status)).status).toBe(403);
    expect((await pay(stores, id, { payment_method: 'paypal', paypal_email: 'n@example.com', ...status })).status).toBe(400);
    await call('put', `/api/sellers/${id}/accept-offer`).send(status).expect(200);
    const form = call('put', `/api/sellers/${id}/verification`).field('status', 'active');
    expect((await form.attach('verification', await aScan(), 'a.png')).body).toMatchObject({ data: { status: 'pending' } });
    expect((await list(stores)).body).toMatchObject({ data: [{ status: 'pending' }] });
  });

  test.each(['0', 'Active', '', null])('cannot be %p', async (status) => {
    expect(await setStatus(stores, id, status as string)).toMatchObject({ status: 400, body: { field: 'status' } });
  });
});

test('the offer is accepted once: time and version of the first time stay, and nobody does it for the seller', async () => {
  const accept = (caller = asUser(7)) => call('put', `/api/sellers/${id}/accept-offer`, caller);
  expect((await accept(asAdmin())).status).toBe(403);
  const { body: first } = (await accept().expect(200)) as { body: { data: object } };
  expect(first).toMatchObject({ data: { accepted_offer: true, offer_version: '1.1' } });
  await stores.source.query(`UPDATE sellers SET offer_version = '1.0'`);
  expect((await accept().expect(200)).body).toEqual({ success: true, data: { ...first.data, offer_version: '1.0' } });
});

test('who has accepted a version that no longer holds accepts again, and from where is kept', async () => {
  const accept = () => call('put', `/api/sellers/${id}/accept-offer`).expect(200);
  await accept();
  await stores.source.query(
    `UPDATE sellers SET offer_version = '0.9', offer_accepted_at = '2025-01-01', offer_address = 'before'`,
  );
  const { body } = (await accept()) as { body: { data: { offer_accepted_at: string } } };
  expect(body).toMatchObject({ data: { offer_version: '1.1' } });
  expect(Date.parse(body.data.offer_accepted_at)).toBeGreaterThan(Date.parse('2026-01-01'));
  const [row] = await stores.source.query<[{ offer_address: string }]>('SELECT offer_address FROM sellers');
  expect(row.offer_address).not.toBe('before');
});

test('an agreement that has changed since it was shown is not accepted, and one that was accepted before stays so', async () => {
  const accept = (offer_version?: unknown) => call('put', `/api/sellers/${id}/accept-offer`).send({ offer_version });
  expect(await accept('1.0')).toMatchObject({
    status: 409,
    body: { code: 'offer-changed', error: 'The agreement has changed. Please reload the page in a few minutes and read it.' },
  });
  expect(await accept(1)).toMatchObject({ status: 400, body: { field: 'offer_version' } });
  expect((await list(stores)).body).toMatchObject({ data: [{ accepted_offer: false, offer_version: null }] });
  expect(await emitted(stores.source, AdminActed)).toEqual([]);
  expect((await accept('1.1').expect(200)).body).toMatchObject({ data: { offer_version: '1.1' } });
  expect((await accept('1.0').expect(200)).body).toMatchObject({ data: { offer_version: '1.1' } });
});

describe('the list', () => {
  test('shows the owner as they are now, whatever order the news come in', async () => {
    await stores.hears(changed(), 2);
    await stores.hears(aUser(), 2);
    const user = { name: 'Nora', last_name: 'Hale', email: 'hale@example.com', country: 'Chile' };
    expect((await list(stores)).body).toMatchObject({ success: true, message: 'Sellers loaded', data: [{ id, user }] });
  });

  test('finds id, store, name, last name, e-mail, country and status, whatever their case', async () => {
    await another(8, 'Low Tide');
    for (const q of [String(id), `#${id}`, 'night', 'NORA', 'vale', 'Nora Vale', 'nora@', 'norw', '0'])
      expect([q, ((await list(stores, { q })).body as { data: { id: number }[] }).data.map((entry) => entry.id)]).toEqual([
        q,
        expect.arrayContaining([id]) as number[],
      ]);
    await stores.source.query('UPDATE sellers SET store_name = $1 WHERE id <> $2', [`Fan of #${id}`, id]);
    expect((await list(stores, { q: `#${id}` })).body).toMatchObject({ data: [{ id }], pagination: { total: 1 } });
    await setStatus(stores, id, 'inactive');
    expect((await list(stores, { q: 'INACTIVE' })).body).toMatchObject({ data: [{ id }], pagination: { total: 1 } });
    for (const q of ['%', '_', '100%', "'"]) expect((await list(stores, { q })).body).toMatchObject({ data: [] });
  });

  test('filters by status and document, sorts and turns pages', async () => {
    const second = await another(8, 'Alder');
    const third = await another(9, 'Mire');
    await send(stores, second, await aScan(), 'a.png', 8);
    await setStatus(stores, third, 'active');
    const ids = async (query: object) =>
      ((await list(stores, query).expect(200)).body as { data: { id: number }[] }).data.map((entry) => entry.id);
    expect(await ids({})).toEqual([third, second, id]);
    expect(await ids({ status: '0' })).toEqual([id]);
    expect(await ids({ status: 'pending', document: 1 })).toEqual([second]);
    expect(await ids({ document: 0 })).toEqual([third, id]);
    expect(await ids({ sort: 'shop_name' })).toEqual([second, third, id]);
    expect(await ids({ sort: '-email', page: 2, limit: 2 })).toEqual([id]);
    for (const sort of ['status', 'name', 'last_name', 'country', 'offer_accepted_at', '-verification_uploaded_at'])
      expect(await ids({ sort })).toHaveLength(3);
    for (const query of [{ status: 'open' }, { sort: 'card_number' }, { limit: 1000 }, { document: 'yes' }])
      expect((await list(stores, query)).status).toBe(400);
  });

  test('answers from ten thousand stores', async () => {
    await stores.source.query(
      `INSERT INTO sellers (user_id, store_name) SELECT 1000 + n, 'Store ' || n FROM generate_series(1, 10000) n`,
    );
    await stores.source.query(
      `INSERT INTO user_copies SELECT 1000 + n, 1, 'Name', 'Last', 'mail' || n || '@example.com', 'Peru' FROM generate_series(1, 10000) n`,
    );
    await stores.asOwner('ANALYZE');
    expect((await list(stores, { q: 'mail9999@', page: 1 })).body).toMatchObject({ pagination: { total: 1 } });
    await list(stores, { page: 400, sort: 'email' }).expect(200);
  });
});

test('an event that has lost name and address leaves the owner as they are known', async () => {
  await stores.hears(changed({ name: '', lastName: '', email: '', country: '' }));
  expect((await list(stores)).body).toMatchObject({ data: [{ user: { name: 'Nora', email: 'nora@example.com' } }] });
  await stores.hears(changed({ version: 3 }));
  expect((await list(stores)).body).toMatchObject({ data: [{ user: { name: 'Nora', email: 'hale@example.com' } }] });
});

describe("the admin's edit", () => {
  test('keeps what is not sent, clears what is null, tells a new name to those who keep one, and is on record', async () => {
    await edit(stores, id, { social_link: 'https://soundcloud.com/night' }).expect(200);
    expect(await emitted(stores.source, StoreChanged)).toEqual([]);
    const { body } = await edit(stores, id, { shop_name: 'Day Freight', social_link: null }).expect(200);
    expect(body).toMatchObject({ data: { shop_name: 'Day Freight', social_link: null } });
    expect(await emitted(stores.source, StoreChanged)).toMatchObject([{ sellerId: id, userId: 7, storeName: 'Day Freight' }]);
    expect((await emitted(stores.source, AdminActed))[1]).toMatchObject({
      action: 'seller.changed',
      before: { shop_name: 'not kept', social_link: 'not kept' },
      after: { shop_name: 'not kept', social_link: null },
    });
    await edit(stores, id, { shop_name: 'Day Freight' }).expect(200);
    expect(await emitted(stores.source, AdminActed)).toHaveLength(2);
  });

  test('refuses a name that another store has, in whatever case, and takes its own in another', async () => {
    await another(8, 'Low Tide');
    expect(await edit(stores, id, { shop_name: 'LOW tide' })).toMatchObject({ status: 409, body: { field: 'shop_name' } });
    await edit(stores, id, { shop_name: 'NIGHT Freight' }).expect(200);
  });

  test.each(['L0w Tide', 'Low T\u0456de', 'Iow  tide', '\uff2cow Tide'])('refuses %j, which looks like another', async (name) => {
    await another(8, 'Low Tide');
    expect(await edit(stores, id, { shop_name: name })).toMatchObject({ status: 409, body: { code: 'store-name-taken' } });
    await edit(stores, id, { shop_name: 'N\u0456ght Freight' }).expect(200);
  });

  test.each<[object, string]>([
    [{ shop_name: null }, 'shop_name'],
    [{ shop_name: ' ' }, 'shop_name'],
    [{ social_link: 'https://evil.example/?soundcloud.com' }, 'social_link'],
    [{ status: 'active' }, 'status'],
    [{ accepted_offer: true }, 'accepted_offer'],
  ])('refuses %j', async (body, field) => {
    expect(await edit(stores, id, body)).toMatchObject({ status: 400, body: { field } });
  });

  test('refuses one of two admins who give two stores the same name', async () => {
    const otherStore = await another(8, 'Low Tide');
    const replies = await Promise.all([edit(stores, id, { shop_name: 'Quay' }), edit(stores, otherStore, { shop_name: 'quay' })]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('a store that is gone', () => {
  const blank = async () => {
    await stores.hears(StoreSettled({ sellerId: id, sales: 0 }));
    const [row] = await stores.source.query<object[]>('SELECT * FROM sellers WHERE id = $1', [id]);
    expect(row).toMatchObject({
      store_name: `Closed store ${id}`,
      social_link: null,
      payment_method: null,
      paypal_email: null,
      card_number_encrypted: null,
      card_last4: null,
      card_holder_name: null,
    });
    expect((await list(stores)).body).toMatchObject({ data: [] });
    expect((await call('get', '/api/sellers/user/7')).body).toEqual({ success: true, data: { status: '0' } });
  };
  beforeEach(async () => {
    await send(stores, id, await aScan()).expect(200);
    await pay(stores, id, { payment_method: 'card', card_number: '4242424242424242', card_holder_name: 'Nora Vale' }).expect(200);
  });

  test('by an admin: personal data go, the row stays, the name is free, and others are told', async () => {
    await call('delete', `/api/sellers/${id}`, asAdmin(3)).expect(200);
    await blank();
    expect(await emitted(stores.source, StoreClosed)).toMatchObject([{ sellerId: id, userId: 7, version: 4 }]);
    const acts = await emitted(stores.source, AdminActed);
    expect(acts).toMatchObject([
      { adminId: 7, action: 'account.document-sent' },
      { adminId: 7, action: 'account.payout-details-changed' },
      { adminId: 3, action: 'seller.deleted', before: { shop_name: 'not kept', status: 'pending' }, after: null },
    ]);
    await another(8, 'Night Freight');
    expect(await emitted(stores.source, StoreOpened)).toMatchObject([{}, { storeName: 'Night Freight' }]);
  });

  test('by the end of its account, once, and late news do not bring it back', async () => {
    await stores.hears(UserDeleted({ userId: 7, version: 3 }), 2);
    await blank();
    await removeStrayDocuments(stores.source, stores.storage);
    expect(await stores.files()).toEqual([]);
    expect(await emitted(stores.source, StoreClosed)).toHaveLength(1);
    await stores.hears(changed());
    await stores.hears(aUser());
    expect(JSON.stringify(await stores.source.query('SELECT * FROM user_copies'))).not.toContain('example.com');
    await stores.hears(UserDeleted({ userId: 50, version: 2 }));
    await stores.hears(aUser({ userId: 50, seller: { storeName: 'Too Late', socialLink: null } }));
    expect((await list(stores)).body).toMatchObject({ data: [] });
  });

  test('is not closed while money is owed to it', async () => {
    await stores.hears(captured(1, [{ sellerId: id }]));
    expect(await call('delete', `/api/sellers/${id}`, asAdmin())).toMatchObject({
      status: 409,
      body: { code: 'owed', error: expect.stringContaining('$209.30 is owed') as string, details: { owedCents: 20930 } },
    });
    expect(await emitted(stores.source, StoreClosed)).toEqual([]);
    await stores.hears(refunded(1));
    await call('delete', `/api/sellers/${id}`, asAdmin()).expect(200);
  });

  test('answers nothing any more', async () => {
    await call('delete', `/api/sellers/${id}`, asAdmin()).expect(200);
    expect((await call('delete', `/api/sellers/${id}`, asAdmin())).status).toBe(404);
    expect((await edit(stores, id, { shop_name: 'Again' })).status).toBe(404);
    expect((await setStatus(stores, id, 'active')).status).toBe(404);
    expect((await call('get', `/api/sellers/${id}/verification`)).status).toBe(403);
    expect((await pay(stores, id, { payment_method: 'paypal', paypal_email: 'n@example.com' })).status).toBe(403);
    expect((await send(stores, id, await aScan())).status).toBe(403);
  });
});
