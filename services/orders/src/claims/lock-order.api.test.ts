import { as, asAdmin, untilBlocked } from '@shop/runtime/testing';
import request from 'supertest';
import { createBody, putTrackOnSale, useShop } from '../testing/orders-app';

/** A cart as large as they get: the database picks its own order for so many rows, unless it is told one. */
const IDS = Array.from({ length: 12 }, (_, i) => i + 1);
const DOWNWARDS = IDS.toReversed();
const BUYER = 7;

const shop = useShop();
beforeEach(async () => {
  for (const productId of IDS) await putTrackOnSale(shop, { productId });
});

const sql = <Row = unknown>(text: string, values: unknown[] = []) => shop.db.source.query<Row[]>(text, values);
/** A cart that names its tracks from the last to the first. */
const create = () => {
  const body = createBody(BUYER, { prices: Object.fromEntries(IDS.map((id) => [id, 29900])) });
  const cartItems = DOWNWARDS.map((id) => ({ id }));
  return request(shop.app)
    .post('/api/orders/paypal/create')
    .set(as({ userId: BUYER, address: '192.0.2.7' }))
    .send({ ...body, cartItems });
};
/** Writes the rows of the claims from the last to the first, which is the order in which a scan then finds them. */
async function laidDownwards() {
  for (const id of DOWNWARDS) await sql('UPDATE sale_claims SET expires_at = expires_at WHERE product_id = $1', [id]);
}

/**
 * Does `work` while another transaction has the claim of the first track.
 * @returns the tracks whose claims `work` took before that one
 */
async function takenBeforeTheFirst(work: () => PromiseLike<{ status: number }>): Promise<number[]> {
  const otherConnection = shop.db.source.createQueryRunner();
  await otherConnection.startTransaction();
  await otherConnection.query('SELECT 1 FROM sale_claims WHERE product_id = 1 FOR UPDATE');
  const working = Promise.resolve(work());
  await untilBlocked(shop.db.source);
  const free = await sql<{ id: number }>('SELECT product_id AS id FROM sale_claims WHERE product_id > 1 FOR UPDATE SKIP LOCKED');
  await otherConnection.commitTransaction();
  await otherConnection.release();
  expect((await working).status).toBeLessThan(300);
  return IDS.slice(1).filter((id) => !free.some((row) => row.id === id));
}

describe('the claims of a large cart are taken by product id, so that no two buyers wait for each other in a circle:', () => {
  test('by a new order', async () => {
    for (const id of DOWNWARDS) await sql(`INSERT INTO sale_claims (product_id, state, version) VALUES ($1, 'free', 0)`, [id]);
    expect(await takenBeforeTheFirst(create)).toEqual([]);
  });

  test('by an order that replaces another of the same buyer', async () => {
    await create().expect(201);
    await laidDownwards();
    expect(await takenBeforeTheFirst(create)).toEqual([]);
  });

  test('by the release of a hold', async () => {
    const { orderId } = (await create().expect(201)).body as { orderId: number };
    await laidDownwards();
    const release = () => request(shop.app).post(`/api/orders/${orderId}/release-hold`).set(asAdmin(3));
    expect(await takenBeforeTheFirst(release)).toEqual([]);
  });
});
