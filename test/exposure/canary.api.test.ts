import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { prune, secretsOf } from '@shop/messaging';
import { connectToDatabase } from '@shop/runtime';
import { eventually, testLog, wrongAnswers } from '@shop/runtime/testing';
import { strFromU8, unzipSync } from 'fflate';
import { queryOnce } from '../../infra/local/src/postgres/in-database';
import { ALL_EVENTS } from '../../packages/contracts/src/events';
import { totalsOf } from '../../packages/contracts/src/pricing';
import { anImage } from '../../services/catalog/src/testing/an-image';
import { aWav } from '../../services/catalog/src/testing/a-recording';
import { aScan } from '../../services/sellers/src/testing/documents';
import { openLiveShop, type LiveShop } from '../authorisation/live-shop';
import type { Session } from '../load/log-in';
import { startCollector, type Collector } from '../monitoring/collector';

/** Every value that the person leaves contains it, and no other value does. */
const CANARY = 'canary';
const PASSWORD = 'Deep-House-1!';
const EMAIL = 'canary@example.com';
const PHONE = '+47 55 12 34 99';
const NEW_EMAIL = 'canary.new@example.com';

let shop: LiveShop;
let bird: Session;
let collector: Collector;
beforeAll(async () => {
  collector = await startCollector();
  shop = await openLiveShop({ LOG_LEVEL: 'debug', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
}, 300_000);
afterAll(async () => {
  await shop?.stop();
  await collector.close();
});

type Json = Record<string, unknown>;
const headers = (as?: Session) => (as ? { authorization: `Bearer ${as.token}` } : undefined);
async function ask<Answer = Json>(method: string, path: string, as?: Session, body?: Json | FormData): Promise<Answer> {
  const form = body instanceof FormData;
  const response = await fetch(shop.url + path, {
    method,
    headers: { ...headers(as), ...(body && !form ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: form ? body : JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text) as Answer;
}

const inDatabase = <Row>(service: string, sql: string, values: unknown[] = []) =>
  queryOnce<Row>(shop.databases[service]!, sql, values);

const secretOf = async (field: 'code' | 'token', email: string) =>
  (
    await inDatabase<{ secret: string }>(
      'identity',
      `SELECT data->>'${field}' AS secret FROM outbox WHERE data->>'email' = $1 AND data ? '${field}' ORDER BY seq DESC LIMIT 1`,
      [email],
    )
  )[0]!.secret;

const logIn = async (email: string): Promise<Session> => {
  const { user, token } = await ask<{ user: { id: number }; token: string }>('POST', '/api/users/login', undefined, {
    email,
    password: PASSWORD,
  });
  return { id: user.id, email, cookie: '', token };
};

/** Columns and files in which the person can be found, as `service.table.column` or a path. */
async function findings(): Promise<string[]> {
  const places = new Set<string>();
  for (const service of Object.keys(shop.databases)) {
    for (const name of await tablesOf(service)) {
      // Bytes are written in hexadecimal.
      const columns = await inDatabase<{ column: string }>(
        service,
        `SELECT DISTINCT field.key AS column FROM "${name}" AS one, jsonb_each_text(to_jsonb(one)) AS field WHERE field.value ILIKE $1 OR field.value ILIKE $2`,
        [`%${CANARY}%`, `%${Buffer.from(CANARY).toString('hex')}%`],
      );
      for (const { column } of columns) places.add(`${service}.${name}.${column}`);
    }
  }
  for (const path of keptFiles()) if (readFileSync(path).toString('latin1').toLowerCase().includes(CANARY)) places.add(path);
  return [...places].sort();
}

/**
 * Objects, uploads and the log. The inbox is left out, because it is the person's own mail program, and so is Postgres, which keeps
 * deleted data until it overwrites them.
 */
const keptFiles = () =>
  readdirSync(shop.dataDir, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .filter((path) => !path.startsWith(join(shop.dataDir, 'postgres')) && !/(mails|paypal-simulator)\.json/.test(path));
const documents = () => keptFiles().filter((path) => path.includes('objects') && /verification|document/i.test(path));

const tablesOf = async (service: string) => {
  const tables = await inDatabase<{ name: string }>(
    service,
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  return tables.map(({ name }) => name);
};

const retention = readFileSync(join(__dirname, '../../docs/retention.md'), 'utf8');
/** The findings that the page allows. */
const allowed = retention
  .split('\n')
  .flatMap((line) => [...(/\(stays: ([^)]*)\)/.exec(line)?.[1] ?? '').matchAll(/`([\w.]+)`/g)].map(([, place]) => place!));

/** Makes an hour pass, and every service prune its sent events. */
async function anHourLater() {
  for (const service of Object.keys(shop.databases)) {
    await inDatabase(service, `UPDATE outbox SET sent_at = sent_at - interval '2 hours' WHERE NOT blanked`);
    const source = await connectToDatabase(
      { url: shop.databases[service]!, entities: [], migrations: [], log: testLog },
      Date.now(),
    );
    await prune(source, secretsOf(ALL_EVENTS)).finally(() => source.destroy());
  }
}

test('docs/retention.md names every table, with what it holds of people or as one that holds nobody', async () => {
  const services = Object.keys(shop.databases);
  const named = [
    ...[...retention.matchAll(/`(\w+\.\w+)(?:\.\w+)?`/g)].map(([, table]) => table!),
    ...[...retention.matchAll(/`(\w+)` of every service/g)].flatMap(([, table]) =>
      services.map((service) => `${service}.${table}`),
    ),
  ];
  const there = await Promise.all(services.map(async (service) => (await tablesOf(service)).map((name) => `${service}.${name}`)));
  expect([...new Set(named)].filter((name) => /^(identity|catalog|orders|sellers|notifications)\./.test(name)).sort()).toEqual(
    there.flat().sort(),
  );
});

test('a person who uses everything can be found everywhere', async () => {
  const form = {
    ...{ name: 'Canary', last_name: 'Canaryson', country: 'Norway', email: EMAIL, password: PASSWORD, confirmPassword: PASSWORD },
    ...{ is_seller: true, shop_name: 'Canary Tapes', social_link: 'https://soundcloud.com/canary' },
  };
  await ask('POST', '/api/users/register', undefined, form);
  const verificationCode = await secretOf('code', EMAIL);
  const registered = await ask<{ user: { id: number }; token: string }>('POST', '/api/users/complete-registration', undefined, {
    ...form,
    verificationCode,
  });
  bird = { id: registered.user.id, email: EMAIL, cookie: '', token: registered.token };
  const { product } = shop.values as { product: number };

  await ask('PUT', `/api/cart/${bird.id}`, bird, { cart: [product] });
  await ask('PUT', `/api/wishlist/${bird.id}`, bird, { wishlist: [product] });
  await ask('POST', '/api/contact', bird, { name: 'Canary', email: EMAIL, subject: 'Canary asks', text: 'Canary?' });
  await ask('POST', '/api/feedback/send-feedback', undefined, { name: 'Canary', email: EMAIL, message: 'Canary!' });
  await ask('POST', '/api/subscribe/subscribe', undefined, { email: EMAIL });
  const wish = {
    needs: ['Arrangement'],
    link: '',
    description: 'A canary sings',
    name: 'Canary',
    email: 'canary.desk@example.com',
  };
  await ask('POST', '/api/co-producing/order', bird, wish);

  const track = (await ask<{ id: number; price: number }[]>('GET', '/api/products')).find(({ id }) => id === product)!;
  const order = await ask<{ id: string }>('POST', '/api/orders/paypal/create', bird, {
    cartItems: [track.id],
    projectSelections: {},
    customer_info: {
      firstName: 'Canaria',
      lastName: 'Canaryson',
      email: 'canary.office@example.com',
      phone: PHONE,
      country: 'Norway',
    },
    total_amount: totalsOf([{ priceCents: track.price * 100, includeProject: false, hasProject: false }]).totalCents / 100,
    userId: bird.id,
  });
  await fetch(`${shop.paypalUrl}/sim/approve?token=${order.id}`, { method: 'POST' });
  await ask('POST', '/api/orders/paypal/capture', bird, { orderID: order.id, userId: bird.id });

  const store = await eventually(() => ask<{ data: { id: number } }>('GET', `/api/sellers/user/${bird.id}`, bird), 30_000);
  const seller = store.data.id;
  const upload = new FormData();
  upload.append('verification', new Blob([new Uint8Array(await aScan('png', 60))], { type: 'image/png' }), 'canary.png');
  await ask('PUT', `/api/sellers/${seller}/verification`, bird, upload);
  await ask('PUT', `/api/sellers/${seller}/accept-offer`, bird);
  await ask('POST', '/api/users/step-up', bird, { password: PASSWORD });
  await ask('PUT', `/api/sellers/${seller}/payment`, bird, { payment_method: 'paypal', paypal_email: 'canary.pay@example.com' });
  await ask('PUT', `/api/sellers/${seller}/status`, shop.sessions.A, { status: 'active' });
  const submission = {
    ...{ storeName: 'Canary Tapes', trackName: 'Canary Yellow', price: 349, genre: 'Deep House', bpm: 122, key: 'F#' },
    ...{ trackFilesLink: 'https://www.dropbox.com/s/canary', projectFilesLink: '', contactEmail: 'canary.tapes@example.com' },
    origins: {
      samples: 'licensed',
      samplesNote: 'Canary loops',
      vocals: 'machine',
      vocalsNote: 'Canary voice',
      unreleased: true,
    },
  };
  await ask('POST', '/api/track-submissions', bird, { ...submission, trackName: 'Canary Red' });
  const { data } = await ask<{ data: { id: number }[] }>('GET', '/api/track-submissions?q=Canary%20Red', shop.sessions.A);
  const verdict = { status: 'rejected', reason: 'The canary clips.' };
  await ask('PUT', `/api/track-submissions/${data[0]!.id}/status`, shop.sessions.A, verdict);
  await ask('POST', '/api/track-submissions', bird, submission);
  const published = new FormData();
  const fields = {
    ...{ name: 'Blue Hour', category: 'Techno', price: 299, music_key: 'A', type: 'Instrumental', seller_id: seller },
    download_link: 'https://www.dropbox.com/s/blue-hour',
    origins: submission.origins,
  };
  published.append('fields', JSON.stringify(fields));
  published.append('img', new Blob([new Uint8Array(await anImage())], { type: 'image/png' }), 'blue.png');
  published.append('audio', new Blob([new Uint8Array(aWav())], { type: 'audio/wav' }), 'blue.wav');
  await ask('POST', '/api/products', shop.sessions.A, published);

  await expect(ask('POST', '/api/users/login', undefined, { email: EMAIL, password: 'Wrong-One-1!' })).rejects.toThrow('401');
  await ask('POST', '/api/users/forgot-password', undefined, { email: EMAIL });
  await ask('PUT', `/api/users/${bird.id}`, bird, { email: NEW_EMAIL, current_password: PASSWORD });
  await ask('POST', `/api/users/confirm-email/${await secretOf('token', NEW_EMAIL)}`);
  bird = await logIn(NEW_EMAIL);
  await ask('PUT', `/api/users/${bird.id}`, bird, { email: 'canary.never@example.com', current_password: PASSWORD });
  // Acts as if the login had confirmed the passkey, which this session needs from here on.
  await inDatabase('identity', `UPDATE sessions SET stepped_up_until = now() + interval '1 hour' WHERE user_id = $1`, [bird.id]);
  await inDatabase(
    'identity',
    `INSERT INTO passkeys (user_id, credential_id, name, public_key, counter, transports) VALUES ($1, 'x', 'Canary laptop', '', 0, '{}')`,
    [bird.id],
  );
  // Parks messages, as if nobody could handle them.
  const parked = (service: string, type: string, data: Json) =>
    inDatabase(
      service,
      `INSERT INTO inbox (reaction, message_id, type, state, body) VALUES ('x', gen_random_uuid(), $1, 'parked', $2)`,
      [type, JSON.stringify({ data })],
    );
  await parked('orders', 'identity.user-changed', { userId: bird.id, name: 'Canary', email: EMAIL });
  for (const service of ['identity', 'orders', 'sellers'])
    await parked(service, 'catalog.product-changed', { sellerId: seller, sellerUserId: bird.id, storeName: 'Canary Tapes' });
  await parked('notifications', 'sellers.payout-recorded', { sellerId: seller, owner: { name: 'Canary', email: EMAIL } });
  await parked('catalog', 'sellers.store-changed', { sellerId: seller, storeName: 'Canary Tapes' });
  for (const service of ['catalog', 'sellers'])
    await parked(service, 'orders.order-captured', {
      buyerId: bird.id,
      accountEmail: EMAIL,
      customer: { firstName: 'Canaria', email: 'canary.office@example.com' },
      items: [{ productId: product, downloadUrl: '/api/orders/1/downloads/1?token=canary' }],
    });
  await parked('catalog', 'identity.personal-data-requested', { userId: bird.id, addresses: [{ email: EMAIL, until: null }] });

  const places = await findings();
  for (const place of [
    'identity.users.email',
    'identity.email_changes.previous_email',
    'orders.orders.customer',
    'orders.service_requests.request',
    'orders.inbox.body',
    'notifications.inbox.body',
    'catalog.inbox.body',
    'sellers.inbox.body',
    'sellers.sellers.paypal_email',
    'sellers.track_submissions.contact_email',
    'sellers.track_submissions.reason',
    'notifications.mails.blocks',
    'notifications.subscribers.email',
    'notifications.contact_addresses.email',
    'catalog.stores.name',
    'catalog.outbox.data',
  ])
    expect(places).toContain(place);
  expect(documents()).not.toEqual([]);
});

/** Everything that operators look at: every line of the log, every metric, every span. */
async function seenByOperators(): Promise<Record<'log' | 'metrics' | 'spans', string>> {
  const metrics = Object.values(shop.opsUrls).map(async (url) => (await fetch(`${url}/metrics`)).text());
  return {
    log: readFileSync(join(shop.dataDir, 'shop.log'), 'utf8'),
    metrics: (await Promise.all(metrics)).join('\n'),
    spans: collector.heard(),
  };
}

test('nothing of it is in a log, a metric or a trace, whatever was refused or went wrong', async () => {
  const post = (path: string, body: string) =>
    fetch(shop.url + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers(bird) }, body });
  const statusOf = async (answer: Promise<Response>) => (await answer).status;
  const card = '4242424242424242';
  const { data: store } = await ask<{ data: { id: number } }>('GET', `/api/sellers/user/${bird.id}`, bird);
  const payout = { payment_method: 'card', card_number: card, card_holder_name: 'Canary' };
  await ask('PUT', `/api/sellers/${store.id}/payment`, bird, payout);

  // Refusals: no JSON, no fields, no such object, a wrong code, a token in the address.
  expect(await statusOf(post('/api/users/login', `{"email":"${EMAIL}","password":"${PASSWORD}" canary`))).toBe(400);
  expect(await statusOf(post('/api/contact', JSON.stringify({ name: 'Canary', email: 'canary', canary: 'Canary' })))).toBe(400);
  expect(await statusOf(fetch(`${shop.url}/api/products/canary?canary=${EMAIL}`))).toBe(400);
  expect(await statusOf(fetch(`${shop.url}/api/canary/${EMAIL}`))).toBe(404);
  expect(await statusOf(post('/api/users/confirm-email/canary-token', '{}'))).toBe(400);

  // A bug: the stored value cannot be read.
  const customer = await inDatabase<{ id: number; customer: object }>(
    'orders',
    'SELECT id, customer FROM orders WHERE buyer_id = $1',
    [bird.id],
  );
  const [{ id, customer: customerInfo }] = customer as [(typeof customer)[0]];
  await inDatabase('orders', `UPDATE orders SET customer = 'null' WHERE id = $1`, [id]);
  expect(await statusOf(post(`/api/orders/${id}/resend`, '{}'))).toBe(500);
  expect(wrongAnswers().join()).not.toMatch(/canary/i);
  await inDatabase('orders', 'UPDATE orders SET customer = $2 WHERE id = $1', [id, customerInfo]);

  // A message that no reaction can read.
  await inDatabase('identity', `INSERT INTO outbox (id, type, data) VALUES (gen_random_uuid(), 'identity.user-changed', $1)`, [
    { userId: 'canary', name: 'Canary', email: EMAIL, phone: '+47 canary' },
  ]);
  await eventually(async () => {
    const waiting = await inDatabase('orders', `SELECT 1 FROM inbox WHERE state = 'waiting' AND body::text LIKE '%+47 canary%'`);
    expect(waiting).not.toEqual([]);
  });

  const secrets = [
    CANARY,
    PASSWORD,
    '55 12 34 99',
    'Wrong-One-1!',
    card,
    bird.token,
    await secretOf('code', EMAIL),
    shop.sessions.A.token,
  ];
  // not `toContain`, which would print all spans again and again
  await eventually(() => expect(collector.heard().includes('POST /api/orders/:id/resend')).toBe(true));
  for (const [where, text] of Object.entries(await seenByOperators())) {
    // Shows that each of the three really has content.
    expect(text).toContain(
      { log: 'a bug answered 500', metrics: 'http_request_duration', spans: 'send orders.order-captured' }[where],
    );
    const holding = text
      .split(/[\n{]/)
      .filter((line) => secrets.some((secret) => new RegExp(`(?<![0-9a-z])${secret}`, 'i').test(line)));
    expect({ where, holding }).toEqual({ where, holding: [] });
  }
  for (const service of ['catalog', 'orders', 'sellers', 'notifications', 'identity'])
    await inDatabase(service, `DELETE FROM inbox WHERE body::text LIKE '%+47 canary%'`);
  await inDatabase('identity', `DELETE FROM outbox WHERE data::text LIKE '%+47 canary%'`);
});

test('the person gets all of it as a file, which lies there sealed', async () => {
  await inDatabase('identity', `UPDATE sessions SET stepped_up_until = now() + interval '5 minutes' WHERE user_id = $1`, [
    bird.id,
  ]);
  // The gateway remembers a session for ten seconds.
  await eventually(() => ask('POST', '/api/users/own-data/exports', bird, {}));
  const [{ token }] = await eventually(async () => {
    const ready = await inDatabase<{ token: string }>(
      'identity',
      `SELECT data->>'token' AS token FROM outbox WHERE type = 'identity.data-export-ready' AND data->>'missing' = '[]'`,
    );
    expect(ready).toHaveLength(1);
    return ready as [{ token: string }];
  });
  const link = `${shop.url}/api/users/own-data/exports/${token}`;
  expect((await fetch(link)).status).toBe(401);
  const answer = await fetch(link, { headers: headers(bird)! });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const texts = Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)] as const);
  const holding = texts.filter(([, text]) => text.toLowerCase().includes(CANARY)).map(([name]) => name);
  expect(holding.sort()).toEqual(['account.json', 'mails.json', 'purchases.json', 'store.json', 'tracks.json']);
  for (const place of await findings()) expect(place).not.toMatch(/^identity\.data_export/);
});

test('erased, the person is found only where the table says that something stays', async () => {
  await inDatabase('identity', `UPDATE sessions SET stepped_up_until = now() + interval '5 minutes' WHERE user_id = $1`, [
    bird.id,
  ]);
  await eventually(() => ask('POST', '/api/users/own-data/deletion', bird, {}), 30_000);
  await inDatabase('identity', 'UPDATE account_deletions SET erase_at = now() WHERE user_id = $1', [bird.id]);
  await eventually(async () => {
    expect(await inDatabase('identity', 'SELECT email FROM users WHERE id = $1', [bird.id])).toEqual([{ email: '' }]);
  });
  await eventually(async () => {
    await anHourLater();
    expect((await findings()).filter((place) => !allowed.includes(place))).toEqual([]);
    expect(documents()).toEqual([]);
    expect(await inDatabase('identity', 'SELECT 1 FROM data_exports')).toEqual([]);
  });
});
