import { createHash, randomBytes } from 'node:crypto';
import { totalsOf } from '@shop/contracts/pricing';
import { retry } from '@shop/runtime';
import type { RunningShop } from './running-shop';

const PRICE_CENTS = 299_00;
const TOTAL = totalsOf([{ priceCents: PRICE_CENTS, includeProject: false, hasProject: false }]).totalCents / 100;
/** How long a buyer repeats a failed request. */
const PATIENCE_MS = 240_000;

export type Buyer = { id: number; token: string; email: string };

/** Makes `count` buyers who are logged in. */
export async function makeBuyers({ execute, query }: RunningShop, count: number): Promise<Buyer[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  const run = randomBytes(4).toString('hex');
  await execute(
    'identity',
    `INSERT INTO users (email, name, last_name, country, password_hash)
     SELECT 'tried' || n || '-${run}@example.com', 'Buyer', 'Number ' || n, 'Norway', 'none' FROM generate_series(1, ${count}) AS n`,
  );
  const users = await query<{ id: number; email: string }>(
    'identity',
    `SELECT id, email FROM users WHERE email LIKE 'tried%-${run}@example.com' ORDER BY id`,
  );
  const rows = users.map(
    ({ id }, at) =>
      `(${id}, 'unused ${run} ${id}', '${hashOf(tokens[at]!)}', now() + interval '1 day', now() + interval '1 day')`,
  );
  await execute(
    'identity',
    `INSERT INTO sessions (user_id, cookie_hash, bearer_hash, expires_at, bearer_expires_at) VALUES ${rows.join(', ')}`,
  );
  return users.map(({ id, email }, at) => ({ id, email, token: tokens[at]! }));
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** Puts `count` tracks with ids from `from` on sale, by giving orders the copies that it would get from catalog. */
export const putOnSale = ({ execute }: RunningShop, from: number, count: number) =>
  execute(
    'orders',
    `INSERT INTO product_copies (product_id, version, name, category, img, price_cents, store_name, download_link)
     SELECT n, 1, 'Track number ' || n, 'Techno', '/media/catalog/none.webp', ${PRICE_CENTS}, 'Ghostline', 'https://files.example/' || n
     FROM generate_series(${from}, ${from + count - 1}) AS n ON CONFLICT DO NOTHING`,
  );

type Bought = { productId: number; buyer: Buyer; paypalOrderId: string };

/** Lets each buyer buy one track after the other until `end()` is called. A failed request is sent again. */
export function buyAll(shop: RunningShop, buyers: readonly Buyer[], firstTrack: number) {
  const bought: Bought[] = [];
  const failed: string[] = [];
  let next = firstTrack;
  let over = false;
  const work = async (buyer: Buyer) => {
    while (!over) {
      const productId = (next += 1);
      try {
        bought.push({ productId, buyer, paypalOrderId: await purchase(shop, buyer, productId) });
      } catch (error) {
        failed.push(`track ${productId}: ${(error as Error).message}`);
      }
    }
  };
  const working = Promise.all(buyers.map(work));
  return {
    bought,
    async end() {
      over = true;
      await working;
      return { bought, failed };
    },
  };
}

/** A buyer begins to pay for a track, which is then held for them. @throws Error when that is refused */
export const beginToPay = (url: string, { id, token, email }: Buyer, productId: number) =>
  post<{ id: string }>(`${url}/api/orders/paypal/create`, token, {
    cartItems: [productId],
    customer_info: { firstName: 'Buyer', lastName: 'Number', email, country: 'Norway' },
    total_amount: TOTAL,
    userId: id,
  });

/** @returns PayPal's id of the order */
async function purchase({ url, simulatorUrl }: RunningShop, buyer: Buyer, productId: number): Promise<string> {
  const order = await patiently('create', () => beginToPay(url, buyer, productId));
  await patiently('approve', () => post(`${simulatorUrl}/sim/approve?token=${order.id}`, null, {}));
  await patiently('capture', async () => {
    const answer = await post<{ success: boolean }>(`${url}/api/orders/paypal/capture`, buyer.token, {
      orderID: order.id,
      userId: buyer.id,
    });
    if (!answer.success) throw new Error(JSON.stringify(answer));
  });
  return order.id;
}

const patiently = <Value>(label: string, work: () => Promise<Value>): Promise<Value> =>
  retry(work, { withinMs: PATIENCE_MS, pauseMs: 500 }).catch((error: unknown) => {
    throw new Error(`${label}: ${(error as Error).message}`, { cause: error });
  });

async function post<Answer>(url: string, token: string | null, body: object): Promise<Answer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(40_000),
  });
  const text = await answer.text();
  if (!answer.ok && answer.status !== 202) throw new Error(`${answer.status} ${text.slice(0, 300)}`);
  return JSON.parse(text) as Answer;
}
