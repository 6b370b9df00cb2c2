import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { salesLogRoutes } from '@shop/contracts/routes';
import { implement } from '@shop/http';
import { as, testApp } from '@shop/runtime/testing';
import { salesLogHandlers } from '../../services/orders/src/sales-log/sales-log.endpoints';
import { verifierKeys } from '../../services/orders/src/sales-log/log';
import { useLog } from '../../services/orders/src/testing/sales-log';

const run = promisify(execFile);
const GOPATH = '/usr/share/gocode';
const hasGo = existsSync(join(GOPATH, 'src/golang.org/x/mod/sumdb/tlog')) && spawnSync('go', ['version']).status === 0;
const withGo = hasGo ? test : test.skip;
const needs = hasGo ? '' : ' (skipped: there is no Go, of the Debian packages golang-go and golang-golang-x-mod-dev)';

const log = useLog();
let server: Server;
let address: string;
beforeEach(async () => {
  const handlers = salesLogHandlers({
    source: log.source,
    publicUrl: log.signing.publicUrl,
    signingKeys: { log: log.signing.keys },
  });
  const app = testApp(implement(salesLogRoutes, handlers));
  server = createServer((req, res) => {
    req.headers.authorization = as().authorization;
    app(req, res);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

withGo(`the client of Go's checksum database reads the log, and every head of before${needs}`, async () => {
  const sizes = [1, 2, 255, 256, 257, 300, 512, 66_000, 66_001];
  let size = 0;
  for (const next of sizes) {
    await log.append(...Array.from({ length: next - size }, (_leaf, at) => `{"n":${size + at}}`));
    size = next;
  }
  const [key = ''] = await verifierKeys(log.source.manager, log.signing);
  const client = (...older: number[]) =>
    run('go', ['run', join(__dirname, 'main.go'), address, key, ...older.map(String)], {
      env: { ...process.env, GO111MODULE: 'off', GOPATH, GOFLAGS: '' },
    });
  expect((await client(...sizes.slice(0, -1))).stdout).toBe('66001 leaves and 8 older heads are right\n');

  await log.asOwner(
    `ALTER TABLE log_hashes DISABLE TRIGGER USER; UPDATE log_hashes SET hash = sha256('x') WHERE level = 1 AND index = 77`,
  );
  await expect(client(300)).rejects.toThrow('is not the tile of the leaves');
});
