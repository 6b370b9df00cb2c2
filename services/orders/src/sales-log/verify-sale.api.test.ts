import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CertificateView } from '@shop/contracts/views';
import { as } from '@shop/runtime/testing';
import request from 'supertest';
import { logSales } from '../certificates/log-sales';
import { hashContracts } from '../orders/downloads/contracts';
import { bought, putTrackOnSale, useShop } from '../testing/orders-app';
import { appendLeaves, newestHead } from './log';
import { publicKeyOf, signHead, verifierKey } from './note';
import { signingOf } from './sales-log.endpoints';

const PROGRAM = join(__dirname, '../../../../docs/verify-sale.mjs');
const run = promisify(execFile);
const shop = useShop();
let server: Server;
let folder: string;
let address: string;
let code: string;
let key: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-verify-sale-'));
  server = createServer((req, res) => {
    req.headers.authorization = as().authorization;
    shop.app(req, res);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  key = verifierKey('shop.example/log', publicKeyOf(shop.context.signingKeys.log[0]));

  await putTrackOnSale(shop);
  await putTrackOnSale(shop, { productId: 2 });
  await append(300);
  const { orderId } = await bought(shop, 7, { prices: { 1: 29900 } });
  await shop.db.source.query(`UPDATE orders SET paid_at = paid_at - interval '1 minute'`);
  await hashContracts(shop.context);
  await logSales(shop.context);
  const [row] = await shop.db.source
    .query<[{ code: string }]>(
      'UPDATE order_items SET shows_buyer = true WHERE order_id = $1 RETURNING certificate_code AS code',
      [orderId],
    )
    .then(([rows]) => rows as unknown as [{ code: string }]);
  code = row.code;
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

/** Leaves of other sales. */
const append = (count: number) =>
  shop.db.source.transaction((db) =>
    appendLeaves(
      db,
      signingOf(shop.context),
      Array.from({ length: count }, (_leaf, at) => `{"certificate":"${at}","kind":"sale","v":1}`),
    ),
  );
const head = async () => (await newestHead(shop.db.source.manager, signingOf(shop.context))).note;
const read = async () => (await request(server).get(`/api/certificates/${code}`).expect(200)).body as { data: CertificateView };

async function saved(name: string, content: unknown): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const verified = (...args: string[]) =>
  run(process.execPath, [PROGRAM, ...args]).then(
    ({ stdout }) => stdout.trim(),
    (error: { stderr: string }) => error.stderr.trim(),
  );

const CERTIFICATE = () => `${address}/api/certificates/${code}`;
const GENUINE = /^Leaf 300 of \d+ in shop\.example\/log: track 1, sold \d{4}-\d\d-\d\d, valid since \d{4}-\d\d-\d\d\.$/;

test('an honest certificate is verified, from its address or a file, also in a larger log and with an older checkpoint', async () => {
  const older = await saved('older.txt', await head());
  expect(await verified(CERTIFICATE(), key)).toMatch(GENUINE);
  await append(700);
  expect(await verified(CERTIFICATE(), `${address}/log/key`, '--head', older)).toMatch(GENUINE);
  const file = await saved('certificate.json', await read());
  expect(await verified(file, key, '--log', address, '--head', older)).toMatch(GENUINE);
});

test('its state is that of the log', async () => {
  await shop.db.source.query(
    `INSERT INTO certificate_changes (order_id, product_id, kind, reason) SELECT order_id, product_id, 'suspended', 'claim' FROM certificates`,
  );
  await logSales(shop.context);
  await append(3);
  expect(await verified(CERTIFICATE(), key)).toMatch(/track 1, .* suspended since /);
  const answer = await read();
  const { state } = answer.data;
  for (const variant of [
    { ...state, state: 'valid' },
    { ...state, reason: 'other' },
    { ...state, day: '2001-01-01' },
  ])
    expect(await verified(await saved('x.json', { data: { ...answer.data, state: variant } }), key, '--log', address)).toMatch(
      /^Not verified: The certificate is suspended since /,
    );
});

test('no field can be changed', async () => {
  const { data } = await read();
  const { jws, certificate, state, log, buyer } = data;
  const [header, payload, signature] = jws.split('.') as [string, string, string];
  const turned = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
  const wrongs: Partial<Record<keyof CertificateView, unknown>>[] = [
    { jws: [turned(header), payload, signature].join('.') },
    { jws: [header, turned(payload), signature].join('.') },
    { jws: [header, payload, turned(signature)].join('.') },
    ...Object.entries(JSON.parse(certificate) as Record<string, unknown>).map(([name, value]) => ({
      certificate: certificate.replace(`"${name}":${JSON.stringify(value)}`, `"${name}":${JSON.stringify(`${String(value)}x`)}`),
    })),
    { certificate: `${certificate} ` },
    { state: { ...state, state: 'revoked' } },
    { state: { ...state, day: '2001-01-01' } },
    { state: { ...state, reason: 'claim' } },
    { log: { ...log, index: log.index + 1 } },
    { log: { ...log, index: log.index - 1 } },
    { log: { ...log, index: -1 } },
    { log: { ...log, path: log.path.slice(1) } },
    { log: { ...log, path: log.path.with(0, turned(log.path[0]!)) } },
    { log: { ...log, path: [...log.path, log.path[0]] } },
    { log: { ...log, checkpoint: log.checkpoint.replace('\n301\n', '\n302\n') } },
    { log: { ...log, checkpoint: log.checkpoint.replace('shop.example', 'other.example') } },
    { buyer: { ...buyer!, name: 'Ana Sousa' } },
    { buyer: { ...buyer!, salt: '00'.repeat(32) } },
  ];
  expect(buyer).not.toBeNull();
  for (const wrong of wrongs) {
    const file = await saved('wrong.json', { data: { ...data, ...wrong } });
    expect([wrong, await verified(file, key, '--log', address)]).toEqual([wrong, expect.stringMatching(/^Not verified: /)]);
  }
});

test('another key, another history and a log that went back are refused', async () => {
  const [seed] = shop.context.signingKeys.log;
  const other = verifierKey('shop.example/log', publicKeyOf(Buffer.alloc(32, 9)));
  expect(await verified(CERTIFICATE(), other)).toBe('Not verified: The checkpoint is not signed with this key');
  expect(await verified(CERTIFICATE(), `${other}\n${key}`)).toMatch(GENUINE);
  const root = Buffer.alloc(32, 9);
  const rewritten = await saved('rewritten.txt', signHead('shop.example/log', { size: 5, root }, [seed]));
  expect(await verified(CERTIFICATE(), key, '--head', rewritten)).toMatch(/The history was rewritten since/);
  const newer = await saved('newer.txt', signHead('shop.example/log', { size: 999, root }, [seed]));
  expect(await verified(CERTIFICATE(), key, '--head', newer)).toMatch(/The log went back/);
});
