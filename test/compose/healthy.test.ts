import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
let server: Server;
let answer: (path: string) => number;
beforeEach(async () => {
  server = createServer(({ url }, res) => void res.writeHead(answer(url!)).end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => void server.close());

const port = () => String((server.address() as AddressInfo).port);

/** The exit code, from which an engine knows the health of a container. */
async function healthy(env: Record<string, string>): Promise<number> {
  const check = spawn(process.execPath, [join(root, 'infra/docker/healthy.mjs')], { env });
  const [code] = (await once(check, 'exit')) as [number];
  return code;
}

test.each([
  ['gateway', 'OPS_PORT', '/readyz'],
  ['services/orders', 'OPS_PORT', '/readyz'],
  ['infra/paypal-simulator', 'PORT', '/health'],
  ['infra/mail-inbox', 'HTTP_PORT', '/health'],
])('%s is asked at %s for %s', async (part, variable, page) => {
  const env = { PART: part, [variable]: port() };
  answer = (path) => (path === page ? 200 : 404);
  expect(await healthy(env)).toBe(0);
  answer = () => 503;
  expect(await healthy(env)).toBe(1);
  server.close();
  expect(await healthy(env)).toBe(1);
});

test('a part that runs once is always healthy', async () => expect(await healthy({ PART: 'infra/ops' })).toBe(0));

test('the image carries it, and the build is given it', () => {
  const dockerfile = read('infra/docker/service.Dockerfile');
  expect(dockerfile).toMatch(/^HEALTHCHECK .*CMD \["node", "infra\/docker\/healthy\.mjs"\]$/m);
  expect(dockerfile).toContain('COPY infra/docker/healthy.mjs infra/docker/');
  const ignored = read('.dockerignore').split('\n');
  expect(ignored.indexOf('!infra/docker/healthy.mjs')).toBeGreaterThan(ignored.indexOf('infra/docker/*'));
});
