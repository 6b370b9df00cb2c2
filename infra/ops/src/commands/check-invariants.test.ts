import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Fact } from '@shop/runtime';
import { SERVICES, type Doors } from '../services';
import { runCommand } from './commands';

/** The rows of each list, by its address; the others are empty. */
let lists: Record<string, Fact[]>;
let results: { invariant: string; violations: number | null }[];
let server: Server;
let doors: Doors;

beforeEach(async () => {
  lists = {};
  results = [];
  server = createServer((request, response) => {
    const [path] = request.url!.split('?');
    if (path === '/identity/operations/keep-check') {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        results = (JSON.parse(Buffer.concat(parts).toString()) as { invariants: typeof results }).invariants;
        response.end('{}');
      });
      return;
    }
    const rows = lists[path!.replace('/facts', '').slice(1)] ?? [];
    response.end([...rows, { rows: rows.length }].map((row) => `${JSON.stringify(row)}\n`).join(''));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  doors = Object.fromEntries(SERVICES.map((service) => [service, { url: `${url}/${service}`, token: 'x' }])) as Doors;
});
afterEach(() => server.close());

async function check(...args: string[]) {
  const lines: string[] = [];
  const reach = { doors: () => Promise.resolve(doors), withDatabases: () => Promise.reject(new Error('not asked for')) };
  const code = await runCommand(['check', '--grace', '0', ...args], { reach, say: (line) => lines.push(line) });
  return { code, said: lines.join('\n') };
}

test('while a waiting event may still correct rows, the former count stays', async () => {
  lists['orders/differences'] = [{ key: 5, open: true }];
  expect(await check('--only', 'payout-blocks')).toMatchObject({ code: 1 });
  expect(results).toEqual([{ invariant: 'payout-blocks', violations: 1 }]);

  lists['sellers/under-way'] = [{ key: 'waiting', oldest: 1 }];
  lists['sellers/out-of-balance'] = [{ key: 3, cents: 5 }];
  const { code, said } = await check();
  expect([code, said]).toEqual([1, expect.stringMatching(/^ +0 {2}payout-blocks .*\(1 under way\)$/m)]);
  expect(results).toContainEqual({ invariant: 'ledger-balances', violations: 1 });
  expect(results).toContainEqual({ invariant: 'open-earnings', violations: 0 });
  expect(results).toContainEqual({ invariant: 'payout-blocks', violations: null });
});
