import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Doors } from '../services';
import type { Reach } from './command';
import { runCommand } from './commands';

let server: Server;
let folder: string;
let calls: unknown[];
let answer: { status: number; body: object };
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-verify-'));
  calls = [];
  server = createServer(async (request, response) => {
    calls.push([request.url, JSON.parse(await text(request))]);
    response.writeHead(answer.status).end(JSON.stringify(answer.body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const report = { size: 5, root: 'AAAA', waiting: 1, wentBack: false, findings: [] as string[] };

/** The command, whose seals are in order. */
async function verify(args: string[], runs = true) {
  const lines: string[] = [];
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const reach: Reach = {
    doors: () => (runs ? Promise.resolve({ orders: { url, token: 'x' } } as Doors) : Promise.reject(new Error('No shop runs.'))),
    withDatabases: () => Promise.resolve(0 as never),
  };
  const code = await runCommand(['verify', ...args], { reach, say: (line) => lines.push(line) });
  return { code, said: lines };
}

test('orders compares the log with the sales, and with a checkpoint that somebody has saved', async () => {
  answer = { status: 200, body: report };
  expect(await verify([])).toEqual({
    code: 0,
    said: ['sales log: 5 leaves, 1 waiting; root AAAA', 'The sales log has each sale once, and nothing else.'],
  });
  const file = join(folder, 'checkpoint.txt');
  await writeFile(file, 'shop.example/log\n9\n');
  answer = { status: 200, body: { ...report, wentBack: true, findings: ['The log went back.'] } };
  expect(await verify(['--head', file])).toEqual({
    code: 1,
    said: [
      'sales log: 5 leaves, 1 waiting; root AAAA',
      '  The log went back.',
      '  What to do: docs/product/sales-log.md#when-the-log-went-back',
      'The sales log is not what it should be.',
    ],
  });
  expect(calls).toEqual([
    ['/operations/verify-log', {}],
    ['/operations/verify-log', { head: 'shop.example/log\n9\n' }],
  ]);
});

test('while the shop is stopped the seals alone are read, unless a checkpoint is given', async () => {
  expect(await verify([], false)).toEqual({ code: 0, said: ['The sales log is not read: that needs a running shop.'] });
  const file = join(folder, 'checkpoint.txt');
  await writeFile(file, 'x');
  await expect(verify(['--head', file], false)).rejects.toThrow('No shop runs.');
  answer = { status: 400, body: { error: 'This is no head that shop.example/log has signed' } };
  await expect(verify(['--head', file])).rejects.toThrow('orders refuses: This is no head');
});
