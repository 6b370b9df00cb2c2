import { PaypalConfirmationRequested, UserChanged } from '@shop/contracts/events';
import type { SellerView } from '@shop/contracts/views';
import { as, asAdmin, asUser, emitted } from '@shop/runtime/testing';
import request from 'supertest';
import { payeesOf } from '../payouts/draft-batch';
import { aSeller, aUser, edit, openStores, pay, type StoresApp } from '../testing/stores-app';

let stores: StoresApp;
let id: number;
beforeEach(async () => {
  stores = await openStores();
  id = await aSeller(stores);
});
afterEach(() => stores.close());

const paypal = (email: string) => ({ payment_method: 'paypal', paypal_email: email });
const links = () => emitted(stores.source, PaypalConfirmationRequested);
const lastLink = async () => (await links()).at(-1)!.confirmation;
const confirm = (token: string) => request(stores.app).post(`/api/sellers/confirm-paypal/${token}`).set(as({}));
const sendAgain = (caller: ReturnType<typeof asUser>) =>
  request(stores.app).post(`/api/sellers/${id}/payment/confirmation`).set(caller);
async function storeView() {
  const { body } = await request(stores.app).get('/api/sellers/user/7').set(asUser(7)).expect(200);
  return (body as { data: SellerView }).data.paypal_confirmed;
}
const isPayable = async () => (await payeesOf(stores.source.manager, [id])).get(id)?.confirmed;

test('a PayPal address is paid to by batches once its seller has opened the link that was mailed to it', async () => {
  expect([await storeView(), await isPayable()]).toEqual([null, false]);
  expect((await pay(stores, id, paypal('pay@example.com')).expect(200)).body).toMatchObject({
    data: { paypal_confirmed: false },
  });
  expect(await links()).toMatchObject([{ sellerId: id, userId: 7, email: 'pay@example.com' }]);
  expect([await storeView(), await isPayable()]).toEqual([false, false]);

  const token = await lastLink();
  await confirm(token).expect(200);
  expect([await storeView(), await isPayable()]).toEqual([true, true]);
  expect((await confirm(token)).body).toMatchObject({ code: 'confirm-link-used' });
  const [row] = await stores.source.query<[object]>('SELECT * FROM sellers WHERE id = $1', [id]);
  expect(JSON.stringify(row)).not.toContain(token);
});

test("the account's own address needs no link, whichever of the two comes first", async () => {
  await pay(stores, id, paypal('Nora@example.com')).expect(200);
  expect([await links(), await storeView(), await isPayable()]).toEqual([[], true, true]);

  await pay(stores, id, paypal('later@example.com')).expect(200);
  expect(await storeView()).toBe(false);
  const { seller: _, ...person } = aUser().data;
  const moved = { ...person, version: 2, email: 'later@example.com', previousEmail: 'nora@example.com' };
  await stores.hears(UserChanged({ ...moved, isAdmin: false, passwordChanged: false }), 2);
  expect([await storeView(), await isPayable()]).toEqual([true, true]);
});

test('each change of the address is confirmed anew, also one that goes back, and by an admin', async () => {
  await pay(stores, id, paypal('pay@example.com'));
  const first = await lastLink();
  await pay(stores, id, paypal('other@example.com'));
  expect((await confirm(first)).status).toBe(400);
  await confirm(await lastLink()).expect(200);
  await edit(stores, id, paypal('pay@example.com')).expect(200);
  expect([(await links()).map(({ email }) => email), await storeView(), await isPayable()]).toEqual([
    ['pay@example.com', 'other@example.com', 'pay@example.com'],
    false,
    false,
  ]);
  await edit(stores, id, { payment_method: null }).expect(200);
  expect((await confirm(await lastLink())).status).toBe(400);
});

test('seller and admins have the link sent again, which ends the older one; nobody else has', async () => {
  await pay(stores, id, paypal('pay@example.com'));
  const first = await lastLink();
  await sendAgain(asUser(7)).expect(200);
  expect((await confirm(first)).status).toBe(400);
  await sendAgain(asAdmin()).expect(200);
  expect((await sendAgain(asUser(8))).status).toBe(403);
  await confirm(await lastLink()).expect(200);
  expect((await sendAgain(asUser(7))).body).toMatchObject({ code: 'nothing-to-confirm' });
  expect(await links()).toHaveLength(3);
});

test('a link of yesterday, or of a closed store, confirms nothing', async () => {
  await pay(stores, id, paypal('pay@example.com'));
  await stores.source.query(`UPDATE sellers SET paypal_link_until = now() - interval '1 second'`);
  expect((await confirm(await lastLink())).body).toMatchObject({ code: 'confirm-link-used' });
  await sendAgain(asUser(7)).expect(200);
  await stores.source.query('UPDATE sellers SET deleted_at = now()');
  expect((await confirm(await lastLink())).status).toBe(400);
});

test('an address gets five links an hour, from whomever', async () => {
  const few = await openStores(1);
  try {
    const own = await aSeller(few);
    await pay(few, own, paypal('pay@example.com')).expect(200);
    const again = () => request(few.app).post(`/api/sellers/${own}/payment/confirmation`).set(asUser(7));
    for (let i = 0; i < 4; i++) await again().expect(200);
    expect((await again()).status).toBe(429);
  } finally {
    await few.close();
  }
});
