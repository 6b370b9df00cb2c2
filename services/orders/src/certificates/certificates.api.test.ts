import { createHash, createPublicKey, verify } from 'node:crypto';
import { CERTIFICATE_CODE } from '@shop/contracts/constants';
import { OrderCaptured, UserDeleted } from '@shop/contracts/events';
import type { CertificateText, CertificateView, JwksView, LogProofView, OrderView } from '@shop/contracts/views';
import { inTx } from '@shop/messaging';
import { as, asAdmin, asUser, deliver, emitted } from '@shop/runtime/testing';
import request from 'supertest';
import { hashContracts } from '../orders/downloads/contracts';
import { blankDeletedBuyers } from '../buyers/blank-deleted-buyers';
import { Certificates1798100000000 } from '../migrations/1798100000000-certificates';
import { subscriptions } from '../subscriptions';
import { CAPTURED_AT } from '../testing/fake-gateway';
import { aPackage, bought, putTrackOnSale, useShop, type TestShop } from '../testing/orders-app';
import { logSales } from './log-sales';
import { saveCertificateKeys } from './read-certificate';

const shop = useShop();
beforeEach(async () => {
  await putTrackOnSale(shop);
  await putTrackOnSale(shop, { productId: 2, name: 'Зимний свет', sellerId: 5, sellerUserId: 50, storeName: 'Nordhafen Audio' });
});

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');

/** The mails have had their time to bring the hashes of the contracts. */
async function logged(test: TestShop) {
  await test.db.source.query(`UPDATE orders SET paid_at = paid_at - interval '1 minute'`);
  await hashContracts(test.context);
  await logSales(test.context);
  await logSales(test.context);
}

const refund = ({ app }: TestShop, orderId: number) =>
  request(app).post(`/api/orders/${orderId}/refunds`).set(asAdmin(1)).send({ reference: 'Wire 12' }).expect(201);

async function codesOf({ app }: TestShop, orderId: number, buyer = 7): Promise<string[]> {
  const { body } = await request(app).get(`/api/orders/${orderId}`).set(asUser(buyer));
  return (body as { data: OrderView }).data.products.map(({ certificate }) => certificate!);
}

const read = async ({ app }: TestShop, code: string) =>
  ((await request(app).get(`/api/certificates/${code}`).set(as({})).expect(200)).body as { data: CertificateView }).data;
const textIn = ({ certificate }: CertificateView) => JSON.parse(certificate) as CertificateText;

/** RFC 9162, 2.1.3.2, written anew: the root that a leaf and its path give. */
function rootFrom(leaf: string, index: number, size: number, path: readonly string[]): string {
  const hash = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
  let [node, at, last] = [hash(Buffer.of(0), Buffer.from(leaf)), index, size - 1];
  for (const neighbour of path.map((text) => Buffer.from(text, 'base64'))) {
    if (at % 2 === 1 || at === last) {
      node = hash(Buffer.of(1), neighbour, node);
      while (at % 2 === 0 && at !== 0) [at, last] = [at >> 1, last >> 1];
    } else node = hash(Buffer.of(1), node, neighbour);
    [at, last] = [at >> 1, last >> 1];
  }
  expect(last).toBe(0);
  return node.toString('base64');
}

const headIn = (checkpoint: string) => {
  const [origin, size, root] = checkpoint.split('\n');
  return { origin, size: Number(size), root };
};

const leafAt = async ({ db }: TestShop, index: number) => {
  const [row] = await db.source.query<[{ leaf: string }]>('SELECT leaf FROM log_leaves WHERE index = $1', [index]);
  return row.leaf;
};

describe('a sale', () => {
  test('gives each track a certificate: signed, and proven to be in the log', async () => {
    const { orderId } = await bought(shop, 7, { prices: { 1: 29900, 2: 29900 } });
    const codes = await codesOf(shop, orderId);
    expect(new Set(codes).size).toBe(2);
    const [captured] = await emitted(shop.db.source, OrderCaptured);
    expect(captured!.items.map(({ certificateCode }) => certificateCode)).toEqual(codes);
    expect(captured).toMatchObject({
      log: { size: 0, root: createHash('sha256').digest('base64') },
      site: { url: 'http://shop.example' },
    });

    await logged(shop);
    const keys = (await request(shop.app).get('/.well-known/jwks.json').set(as({})).expect(200)).body as JwksView;
    for (const code of codes) {
      const certificate = await read(shop, code);
      const [head, payload, signature] = certificate.jws.split('.') as [string, string, string];
      expect(Buffer.from(payload, 'base64url').toString()).toBe(certificate.certificate);
      const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { kid: string };
      const key = createPublicKey({ key: keys.keys.find((one) => one.kid === kid)!, format: 'jwk' });
      expect(verify(null, Buffer.from(`${head}.${payload}`), key, Buffer.from(signature, 'base64url'))).toBe(true);

      const { index, path, checkpoint } = certificate.log;
      const { origin, size, root } = headIn(checkpoint);
      const leaf = await leafAt(shop, index);
      expect(origin).toBe('shop.example/log');
      expect(rootFrom(leaf, index, size, path)).toBe(root);
      expect(JSON.parse(leaf)).toMatchObject({ certificate: sha256(code), text: sha256(certificate.certificate), kind: 'sale' });
    }
  });

  test('has a text that names track, store, day and the hash of the contract, and the buyer by a salted hash alone', async () => {
    const { orderId } = await bought(shop, 7, { prices: { 2: 29900 } });
    const [code] = await codesOf(shop, orderId);
    await logged(shop);
    const certificate = await read(shop, code!);
    const contract = await request(shop.app).get(`/api/orders/${orderId}/contracts/2.pdf`).set(asUser(7)).expect(200);
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Moscow' }).format(CAPTURED_AT);
    expect(textIn(certificate)).toEqual({
      buyer: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      code,
      contract: sha256(contract.body as Buffer),
      day,
      files: [],
      fingerprint: null,
      master: null,
      shop: 'Ghostline',
      store: 'Nordhafen Audio',
      title: 'Зимний свет',
      track: '2',
      v: 1,
    });
    expect(certificate.state).toEqual({ state: 'valid', day, reason: null });
    expect(certificate.buyer).toBeNull();
    expect(certificate.certificate).not.toContain('Marta');
  });

  test('lists the files of a package with their hashes, those of the project if it was bought, and the master by hash and fingerprint', async () => {
    const fingerprint = { algorithm: 'shop-bands-1', sha256: 'cd'.repeat(32) };
    await putTrackOnSale(shop, { productId: 3, package: { ...aPackage(3), fingerprint } });
    await putTrackOnSale(shop, { productId: 4, package: aPackage(4) });
    const { orderId } = await bought(shop, 7, { prices: { 3: 29900, 4: 29900 }, projects: [4] });
    const codes = await codesOf(shop, orderId);
    await logged(shop);
    const certificates = await Promise.all(codes.map((code) => read(shop, code)));
    const [master, kick, project] = aPackage().files.map(({ path, sha256: hash }) => ({ path, sha256: hash }));
    expect(certificates.map((certificate) => textIn(certificate).files)).toEqual([
      [master, kick],
      [master, kick, project],
    ]);
    for (const certificate of certificates) {
      expect(textIn(certificate).master).toBe(master!.sha256);
      expect(JSON.parse(await leafAt(shop, certificate.log.index))).toMatchObject({ master: master!.sha256 });
    }
    expect(certificates.map((certificate) => textIn(certificate).fingerprint)).toEqual([fingerprint.sha256, null]);
  });

  test('is not in the log before its contract is drawn: the page is told to wait, an unknown code to go', async () => {
    const { orderId } = await bought(shop, 7);
    const [code] = await codesOf(shop, orderId);
    await logSales(shop.context);
    for (const path of [`/api/certificates/${code}`, `/api/log/proof?code=${code}`]) {
      const { status, body, headers } = await request(shop.app).get(path).set(as({}));
      expect([status, (body as { code: string }).code, headers['retry-after']]).toEqual([503, 'not-ready', '5']);
    }
    const unknown = `0${code!.slice(1)}` === code ? `1${code.slice(1)}` : `0${code!.slice(1)}`;
    await request(shop.app).get(`/api/certificates/${unknown}`).set(as({})).expect(404);
    await request(shop.app).get(`/api/certificates/${code!.toUpperCase()}`).set(as({})).expect(400);
  });

  test('is logged once, however often and by however many replicas the task runs', async () => {
    await bought(shop, 7, { prices: { 1: 29900, 2: 29900 } });
    await logged(shop);
    await Promise.all([logSales(shop.context), logSales(shop.context), logSales(shop.context)]);
    const [{ count }] = await shop.db.source.query<[{ count: string }]>('SELECT count(*) FROM log_leaves');
    expect(count).toBe('2');
  });
});

describe('a change', () => {
  test('of a refund revokes the certificate, as a leaf of its own; the text stays', async () => {
    const created = await bought(shop, 7);
    const [code] = await codesOf(shop, created.orderId);
    await logged(shop);
    const before = await read(shop, code!);
    await refund(shop, created.orderId);
    await logSales(shop.context);
    const after = await read(shop, code!);
    expect(after.certificate).toBe(before.certificate);
    expect(after.state).toMatchObject({ state: 'revoked', reason: 'refund' });
    const { body } = await request(shop.app).get(`/api/log/proof?code=${code}`).set(as({})).expect(200);
    const { changes, checkpoint } = (body as { data: LogProofView }).data;
    expect(changes).toHaveLength(1);
    const { size, root } = headIn(checkpoint);
    const leaf = await leafAt(shop, changes[0]!.index);
    expect(rootFrom(leaf, changes[0]!.index, size, changes[0]!.path)).toBe(root);
    expect(JSON.parse(leaf)).toMatchObject({ certificate: sha256(code!), kind: 'revoked', reason: 'refund' });
  });

  test('that comes before the sale is logged stands behind it', async () => {
    const created = await bought(shop, 7);
    const [code] = await codesOf(shop, created.orderId);
    await refund(shop, created.orderId);
    await logged(shop);
    const kinds = await shop.db.source.query<{ leaf: string }[]>('SELECT leaf FROM log_leaves ORDER BY index');
    expect(kinds.map(({ leaf }) => (JSON.parse(leaf) as { kind: string }).kind)).toEqual(['sale', 'revoked']);
    expect((await read(shop, code!)).state.state).toBe('revoked');
  });
});

describe('the name of the buyer', () => {
  test('is shown by their own switch, with the salt that proves it, and can be taken back', async () => {
    const { orderId } = await bought(shop, 7);
    const [code] = await codesOf(shop, orderId);
    await logged(shop);
    const show = (caller: Record<string, string>, shown: boolean, productId = 1) =>
      request(shop.app).put(`/api/orders/${orderId}/certificates/${productId}`).set(caller).send({ shown });
    await show(asUser(8), true).expect(403);
    await show(asAdmin(3), true).expect(403);
    await show(asUser(7), true, 99).expect(404);
    await show(asUser(7), true).expect(200);
    const shown = await read(shop, code!);
    expect(shown.buyer?.name).toBe('Marta Kowalczyk');
    const bytes = Buffer.concat([Buffer.from(shown.buyer!.salt, 'hex'), Buffer.from('Marta Kowalczyk')]);
    expect(textIn(shown).buyer).toBe(sha256(bytes));
    await show(asUser(7), false).expect(200);
    expect((await read(shop, code!)).buyer).toBeNull();
  });

  test('goes with the account: salt and name are erased, the certificate and its proof stay', async () => {
    const { orderId } = await bought(shop, 7);
    const [code] = await codesOf(shop, orderId);
    await logged(shop);
    await request(shop.app).put(`/api/orders/${orderId}/certificates/1`).set(asUser(7)).send({ shown: true }).expect(200);
    const before = await read(shop, code!);
    await deliver(shop.db.source, subscriptions, UserDeleted({ userId: 7, version: 3 }));
    await inTx(shop.db.source, (tx) => blankDeletedBuyers(tx));
    const after = await read(shop, code!);
    expect(after.buyer).toBeNull();
    expect([after.certificate, after.log.index]).toEqual([before.certificate, before.log.index]);
    expect(await shop.db.source.query('SELECT salt FROM certificates')).toEqual([{ salt: null }]);
  });
});

test('sales of before the log get certificates with codes of their own, and refunded ones their change; contracts keep their bytes', async () => {
  const paid = await bought(shop, 7);
  const returned = await bought(shop, 8, { prices: { 2: 29900 } });
  const contract = () => request(shop.app).get(`/api/orders/${paid.orderId}/contracts/1.pdf`).set(asUser(7)).expect(200);
  await refund(shop, returned.orderId);
  await shop.db.migrateAgain(new Certificates1798100000000());
  const before = sha256((await contract()).body as Buffer);

  const [first] = await codesOf(shop, paid.orderId);
  const [second] = await codesOf(shop, returned.orderId, 8);
  for (const code of [first, second]) expect(code).toMatch(CERTIFICATE_CODE);
  expect(first).not.toBe(second);
  await logSales(shop.context);
  await hashContracts(shop.context);
  await logSales(shop.context);
  await logSales(shop.context);
  const certificates = [await read(shop, first!), await read(shop, second!)];
  expect(certificates.map(({ state }) => [state.state, state.reason])).toEqual([
    ['valid', null],
    ['revoked', 'refund'],
  ]);
  expect(textIn(certificates[0]!).contract).toBe(before);
  expect(sha256((await contract()).body as Buffer)).toBe(before);
});

test('what a replica of an older release sells during a roll-out gets its certificate from the task', async () => {
  const { orderId } = await bought(shop, 7);
  await shop.db.source.query(
    `UPDATE orders SET paid_at = now() - interval '1 minute', site_url = NULL, log_size = NULL, log_root = NULL`,
  );
  await shop.db.source.query('DELETE FROM certificates');
  await shop.db.source.query('UPDATE order_items SET certificate_code = NULL');
  await hashContracts(shop.context);
  await Promise.all([logSales(shop.context), logSales(shop.context)]);
  const [code] = await codesOf(shop, orderId);
  expect(textIn(await read(shop, code!))).toMatchObject({ track: '1', code });
});

test('a retired key stays published, so that what it signed can be checked', async () => {
  const { app, db, context } = shop;
  await saveCertificateKeys(db.source, [Buffer.alloc(32, 9)]);
  const { keys } = (await request(app).get('/.well-known/jwks.json').set(as({}))).body as JwksView;
  expect(keys).toHaveLength(2);
  await saveCertificateKeys(db.source, context.signingKeys.certificate);
  expect(((await request(app).get('/.well-known/jwks.json').set(as({}))).body as JwksView).keys).toEqual(keys);
});

test('a badge says what the certificate says, whatever the title holds', async () => {
  await putTrackOnSale(shop, { productId: 3, name: '<script>"&\'' });
  const { orderId } = await bought(shop, 7, { prices: { 3: 29900 } });
  const [code] = await codesOf(shop, orderId);
  const { headers, body } = await request(shop.app).get(`/api/certificates/${code}/badge.svg`).set(as({})).expect(200);
  expect(headers['content-type']).toMatch(/^image\/svg\+xml/);
  const svg = (body as Buffer).toString();
  expect(svg).toContain('Sold once');
  expect(svg).not.toContain('<script>');
});
