import { Agent, request } from 'node:http';
import { makeBuyers, openShop } from './shop.mjs';

const BUYERS = 200;
const AT_ONCE = Number(process.env.BENCH_BUYERS_AT_ONCE ?? 16);
const WARM_UP_MS = 3000;
const MEASURED_MS = Number(process.env.BENCH_SECONDS ?? 15) * 1000;
const TRACKS = 20_000;
const PRICE_CENTS = 29_900;
const TARGET = 30;

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Whole purchases per second, many buyers at once, each a track of its own, PayPal answering at once. Answers whether the target is met. */
export async function run() {
  const shop = await openShop();
  try {
    const buyers = await makeBuyers(shop, BUYERS);
    await putOnSale(shop);
    const began = Date.now();
    const done = [];
    const until = began + WARM_UP_MS + MEASURED_MS;
    let next = 0;
    const work = async () => {
      while (Date.now() < until) {
        next += 1;
        if (next > TRACKS) throw new Error('All tracks are sold: raise TRACKS.');
        done.push(await purchase(shop, buyers[next % BUYERS], next));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const counted = done.filter(({ at }) => at >= began + WARM_UP_MS && at < until);
    const [{ paid }] = await shop.query('orders', `SELECT count(*)::int AS paid FROM orders WHERE payment_state = 'paid'`);
    if (paid !== done.length) throw new Error(`${done.length} purchases were answered, ${paid} are paid`);
    return report(counted);
  } finally {
    agent.destroy();
    await shop.close();
  }
}

const putOnSale = ({ query }) =>
  query(
    'orders',
    `INSERT INTO product_copies (product_id, version, name, category, img, price_cents, store_name, download_link)
     SELECT n, 1, 'Track number ' || n, 'Techno', '/media/catalog/none.webp', $2, 'Ghostline', 'https://files.example/' || n
     FROM generate_series(1, $1) AS n`,
    [TRACKS, PRICE_CENTS],
  );

async function purchase({ shop, approve }, buyer, productId) {
  const started = performance.now();
  const created = await post(`${shop}/api/orders/paypal/create`, buyer.token, {
    cartItems: [productId],
    customer_info: { firstName: 'Buyer', lastName: 'Number', email: `buyer${buyer.id}@example.com`, country: 'Norway' },
    total_amount: (PRICE_CENTS * 1.05) / 100,
    userId: buyer.id,
  });
  const reserved = performance.now();
  approve(created.id);
  const captured = await post(`${shop}/api/orders/paypal/capture`, buyer.token, { orderID: created.id, userId: buyer.id });
  if (captured.success !== true) throw new Error(`A capture answered ${JSON.stringify(captured)}`);
  return { at: Date.now(), create: reserved - started, capture: performance.now() - reserved };
}

function post(url, token, body) {
  const text = JSON.stringify(body ?? {});
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...(token && { authorization: `Bearer ${token}` }),
  };
  return new Promise((resolve, reject) => {
    request(url, { method: 'POST', agent, headers }, async (answer) => {
      const said = Buffer.concat(await answer.toArray()).toString();
      if (answer.statusCode >= 200 && answer.statusCode < 300) resolve(JSON.parse(said));
      else reject(new Error(`${url} answered ${answer.statusCode} ${said}`));
    })
      .on('error', reject)
      .end(text);
  });
}

function report(counted) {
  const rate = counted.length / (MEASURED_MS / 1000);
  const at = (what, share) => {
    const sorted = counted.map((one) => one[what]).sort((a, b) => a - b);
    return `${Math.round(sorted[Math.floor(sorted.length * share)])} ms`;
  };
  console.log(
    `Purchases, ${AT_ONCE} buyers at once for ${MEASURED_MS / 1000} s, shop, simulator, mails and Postgres on this machine`,
  );
  for (const what of ['create', 'capture'])
    console.log(`  ${what.padEnd(8)} median ${at(what, 0.5)}, 95 % within ${at(what, 0.95)}`);
  console.log(`  ${rate.toFixed(1)} purchases per second, to be ${TARGET} at least: ${rate >= TARGET ? 'met' : 'missed'}`);
  return rate >= TARGET;
}
