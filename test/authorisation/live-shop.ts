import { chmod, cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '@shop/runtime';
import { eventually, collectFaults } from '@shop/runtime/testing';
import { seedDemo } from '../../infra/demo/src/index';
import { LocalConfig } from '../../infra/local/src/config';
import { makeDataDir, postgresIn, removeDataDir } from '../../infra/local/src/data-dir';
import { queryOnce } from '../../infra/local/src/postgres/in-database';
import { copyPostgres } from '../../infra/local/src/postgres/postgres';
import { freePort } from '../../infra/local/src/run-command';
import { startShop, type Shop } from '../../infra/local/src/shop/shop';
import { totalsOf } from '../../packages/contracts/src/pricing';
import { logIn, sessionIn, type Session } from '../load/log-in';
import type { Role } from './authorisation';

/** The facts of a filled shop, which hold for every copy of its data folder. */
type Filled = {
  sessions: Record<Exclude<Role, 'V'>, Session>;
  /** An expired session of B. */
  expired: Session;
  /** The values of the table's placeholders. */
  values: Record<string, string | number>;
  /** For the unpaid order, which each shop makes itself, because it expires. */
  unpaid: Product;
};

export type LiveShop = Omit<Filled, 'unpaid'> & {
  url: string;
  paypalUrl: string;
  dataDir: string;
  databases: Record<string, string>;
  /** The addresses of the operators' ports, by the name of the part. */
  opsUrls: Record<string, string>;
  stop: () => Promise<void>;
};

const PASSWORD = 'Deep-House-1!';
type Json = Record<string, unknown>;
type Product = { id: number; name: string; img: string; price: number };

/**
 * A whole shop with a person for each role, a paid order of B and an unpaid one, on its own Postgres because every shop uses the
 * same database names. All shops of a run are copies of one filled shop; `settings` are variables of this one's environment.
 */
export async function openLiveShop(settings?: Record<string, string>): Promise<LiveShop> {
  const dataDir = await makeDataDir();
  const { unpaid, ...filled } = await copyOfFilled(dataDir);
  const { shop, url, paypalUrl } = await start(dataDir, settings);
  const open = await buy(url, filled.sessions.B, unpaid);
  return {
    ...filled,
    url,
    paypalUrl,
    dataDir,
    databases: shop.databases,
    opsUrls: shop.opsUrls,
    values: { ...filled.values, 'paypal order': open.id },
    async stop() {
      await shop.stop();
      await removeDataDir(dataDir);
    },
  };
}

/** Starts the shop on ports of its own, and on others if another process of the run has taken one of them. */
const start: typeof startOnce = (dataDir, settings) =>
  startOnce(dataDir, settings).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return start(dataDir, settings);
  });

async function startOnce(dataDir: string, settings: Record<string, string> = {}) {
  const port = await freePort();
  const paypalPort = await freePort();
  const env = {
    DATA_DIR: dataDir,
    PORT: String(port),
    MAIL_INBOX_PORT: String(await freePort()),
    PAYPAL_SIMULATOR_PORT: String(paypalPort),
    RATE_LIMIT_SCALE: '100000',
    ADMIN_PASSWORD: 'Correct-Horse-1!',
    LOG_LEVEL: 'warn',
    ...settings,
  };
  const config = readConfig(LocalConfig, env);
  const shop = await startShop({ config, env, say: () => {}, isReady: () => true, checkAnswer: collectFaults });
  return { shop, url: `http://127.0.0.1:${port}`, paypalUrl: `http://127.0.0.1:${paypalPort}` };
}

/**
 * Fills the run's shop in whichever test file is first, and copies its data into this folder.
 * @returns the facts of the shop
 */
async function copyOfFilled(dataDir: string): Promise<Filled> {
  const { TEST_SHOPS } = process.env;
  if (!TEST_SHOPS) throw new Error('The set-up of the run has not said where its filled shop is');
  const source = join(TEST_SHOPS, 'filled');
  const outcomeFile = join(TEST_SHOPS, 'filled.json');
  const isFirst = await mkdir(source).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    const outcome = await fillIn(source).catch((error: unknown) => ({ failed: String(error) }));
    await writeFile(`${outcomeFile}.new`, JSON.stringify(outcome));
    await rename(`${outcomeFile}.new`, outcomeFile);
  }
  const outcome = await eventually(
    async () => JSON.parse(await readFile(outcomeFile, 'utf8')) as Filled | { failed: string },
    240_000,
  );
  if ('failed' in outcome) throw new Error(`The shop of the run was not filled: ${outcome.failed}`);
  const cluster = postgresIn(source);
  await cp(source, dataDir, { recursive: true, filter: (path) => path !== cluster });
  await mkdir(postgresIn(dataDir));
  await copyPostgres(cluster, postgresIn(dataDir));
  return outcome;
}

async function fillIn(dataDir: string): Promise<Filled> {
  // Postgres' account has to pass through it.
  await chmod(dataDir, 0o711);
  const { shop, url, paypalUrl } = await start(dataDir);
  return fill(shop, url, paypalUrl).finally(() => shop.stop());
}

async function fill(shop: Shop, url: string, paypalUrl: string): Promise<Filled> {
  const readCode = (email: string) => codeFor(shop, email);
  const demo = await seedDemo({
    baseUrl: url,
    adminEmail: shop.admin.email,
    adminPassword: shop.admin.password,
    readCode,
    log: () => {},
    scale: 3 / 24,
  });

  const sessions = {
    A: await logIn(url, shop.admin.email, shop.admin.password),
    B: await logIn(url, demo.buyer.email, demo.buyer.password),
    S: await logIn(url, demo.seller.email, demo.seller.password),
    B2: await register(url, readCode, { email: 'b2@example.com' }),
    S2: await register(url, readCode, { email: 's2@example.com', is_seller: true, shop_name: 'Second Store' }),
  };
  const limited = {
    AC: await anAdmin(url, readCode, sessions.A, 'catalogue'),
    AS: await anAdmin(url, readCode, sessions.A, 'support'),
    AF: await anAdmin(url, readCode, sessions.A, 'finance'),
    AV: await anAdmin(url, readCode, sessions.A, 'viewer'),
  };
  const expired = await logIn(url, demo.buyer.email, demo.buyer.password);
  await queryOnce(
    shop.databases.identity,
    `UPDATE sessions SET expires_at = now(), bearer_expires_at = now() WHERE id = (SELECT id FROM sessions ORDER BY created_at DESC LIMIT 1)`,
  );

  // Nobody has a second factor, and everybody has confirmed their password.
  await queryOnce(shop.databases.identity, `UPDATE sessions SET stepped_up_until = now() + interval '1 day'`);

  const products = await ask<Product[]>(url, 'GET', '/api/products');
  const [forSale, bought, unpaid] = products as [Product, Product, Product];
  const [demoTrack] = await ask<{ id: number }[]>(url, 'GET', '/api/demos');
  const coupons = await ask<{ data: { id: number; code: string }[] }>(url, 'GET', '/api/coupons', sessions.A);
  const store = await ask<{ data: { id: number } }>(url, 'GET', `/api/sellers/user/${sessions.S.id}`, sessions.S);
  const paid = await buy(url, sessions.B, bought);
  await fetch(`${paypalUrl}/sim/approve?token=${paid.id}`, { method: 'POST' });
  const captured = await ask<{ downloadLinks: { url: string }[] }>(url, 'POST', '/api/orders/paypal/capture', sessions.B, {
    orderID: paid.id,
    userId: sessions.B.id,
  });
  const [, item, token] = /downloads\/(\d+)\?token=(.+)$/.exec(captured.downloadLinks[0]!.url)!;

  const order = await ask<{ data: { products: { certificate: string }[] } }>(
    url,
    'GET',
    `/api/orders/${paid.orderId}`,
    sessions.B,
  );
  const { certificate } = order.data.products[0]!;
  const pack = await ask<{ data: { id: number } }>(url, 'POST', '/api/packages', sessions.S, {});
  await queryOnce(shop.databases.catalog, 'UPDATE products SET package_id = $1 WHERE id = $2', [pack.data.id, item]);
  // the copy of orders says the same
  await queryOnce(
    shop.databases.orders,
    `UPDATE product_copies SET package = jsonb_build_object('id', $1::int, 'sizeBytes', 0, 'hasProject', false, 'files', '[]'::jsonb) WHERE product_id = $2`,
    [pack.data.id, item],
  );
  // catalog hears of a sale within seconds
  await eventually(() => ask(url, 'GET', `/api/packages/${pack.data.id}`, sessions.B));
  // a sale is in the log within seconds
  await eventually(() => ask(url, 'GET', `/api/certificates/${certificate}`));

  return {
    sessions: { ...sessions, ...limited },
    expired,
    unpaid,
    values: {
      B: sessions.B.id,
      S: sessions.S.id,
      'B.email': demo.buyer.email,
      'B.password': demo.buyer.password,
      product: forSale.id,
      media: forSale.img.split('/').at(-1)!,
      demo: demoTrack!.id,
      order: paid.orderId,
      item: item!,
      token: token!,
      certificate,
      package: pack.data.id,
      coupon: coupons.data[0]!.id,
      'coupon.code': coupons.data[0]!.code,
      seller: store.data.id,
      unknown: 987_654,
    },
  };
}

async function register(
  url: string,
  readCode: (email: string) => Promise<string>,
  over: { email: string } & Json,
): Promise<Session> {
  const form = {
    name: 'Alex',
    last_name: 'Moor',
    country: 'Norway',
    is_seller: false,
    password: PASSWORD,
    confirmPassword: PASSWORD,
    ...over,
  };
  await post(url, '/api/users/register', form);
  return sessionIn(
    await post(url, '/api/users/complete-registration', { ...form, verificationCode: await readCode(over.email) }),
    over.email,
  );
}

/** A new account that an owner makes an admin with this role. */
async function anAdmin(url: string, readCode: (email: string) => Promise<string>, owner: Session, admin_role: string) {
  const session = await register(url, readCode, { email: `${admin_role}@example.com` });
  await ask(url, 'PUT', `/api/users/${session.id}`, owner, { admin_role });
  return session;
}

const buy = (url: string, buyer: Session, product: { id: number; price: number }) =>
  ask<{ id: string; orderId: number }>(url, 'POST', '/api/orders/paypal/create', buyer, {
    cartItems: [product.id],
    projectSelections: {},
    customer_info: { firstName: 'Alex', lastName: 'Moor', email: buyer.email, country: 'Norway' },
    total_amount: totalsOf([{ priceCents: product.price * 100, includeProject: false, hasProject: false }]).totalCents / 100,
    userId: buyer.id,
  });

const post = (url: string, path: string, body: Json) =>
  fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

async function ask<Answer>(url: string, method: string, path: string, as?: Session, body?: Json): Promise<Answer> {
  const response = await fetch(url + path, {
    method,
    headers: { ...(as ? { authorization: `Bearer ${as.token}` } : {}), ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

const codeFor = async (shop: Shop, email: string) =>
  (
    await queryOnce<{ code: string }>(
      shop.databases.identity,
      `SELECT data->>'code' AS code FROM outbox WHERE data->>'email' = $1 AND data ? 'code' ORDER BY seq DESC LIMIT 1`,
      [email],
    )
  )[0]!.code;
