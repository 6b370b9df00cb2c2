import { TIMELINE_QUEUE } from '@shop/contracts/events';
import * as identity from '@shop/identity';
import { createInProcessBroker } from '@shop/messaging';
import { readConfig } from '@shop/runtime';
import { eventually, testLog, testPublicKey } from '@shop/runtime/testing';
import { runCommand } from '@shop/ops';
import * as sellers from '@shop/sellers';
import { createFileStorage } from '@shop/storage';
import { Client } from 'pg';
import { makeDataDir, removeDataDir } from '../data-dir';
import { ensureDatabases } from '../postgres/databases';
import { databaseAt } from '../postgres/in-database';
import { withServer } from './server';

let dataDir: string;
beforeAll(async () => {
  dataDir = await makeDataDir();
});
afterAll(() => removeDataDir(dataDir));

async function verified(server: string) {
  const lines: string[] = [];
  const code = await runCommand(['verify'], {
    reach: {
      withDatabases: (work) => work((name) => databaseAt(server, name)),
      doors: () => Promise.reject(new Error('not asked for')),
    },
    say: (line) => lines.push(line),
  });
  return { code, said: lines };
}

test('verify finds the seals of a shop in order, and a history that was changed not, with the shop running or not', async () => {
  const config = { DATABASE_URL: undefined, DATA_DIR: dataDir };
  await withServer(config, async (server) => {
    const urls = await ensureDatabases(server, ['identity', 'sellers']);
    const broker = createInProcessBroker();
    // Every event also goes to the timeline's queue; notifications, which reads it, does not run here.
    await broker.subscribe(TIMELINE_QUEUE, [], () => Promise.resolve());
    const env = {
      INTERNAL_JWT_PUBLIC_KEYS: testPublicKey,
      PUBLIC_URL: 'http://shop.example',
      CARD_KEY: Buffer.alloc(32).toString('base64'),
      FACTOR_KEY: Buffer.alloc(32, 1).toString('base64'),
      PAYPAL_CLIENT_ID: 'none',
      PAYPAL_CLIENT_SECRET: 'none',
      ADMIN_EMAIL: 'chief@example.com',
      ADMIN_PASSWORD: 'Correct-Horse-1!',
    };
    const services = [
      await identity.start(readConfig(identity.Config, { ...env, ...urls.identity }), { broker, log: testLog }),
      await sellers.start(readConfig(sellers.Config, { ...env, ...urls.sellers }), {
        broker,
        storage: createFileStorage(dataDir),
        log: testLog,
      }),
    ];
    await eventually(async () => {
      const { code, said } = await withServer(config, verified);
      expect([code, said]).toEqual([
        0,
        [
          expect.stringMatching(/^audit log: 1 rows, 0 waiting; seal 1 of \S+Z is [0-9a-f]{64}$/),
          'ledger: nothing sealed yet, 0 waiting',
          'Nothing was changed, removed or put in since it was sealed.',
          'The sales log is not read: that needs a running shop.',
        ],
      ]);
    }, 120_000);
    for (const service of services) await service.stop();
    await broker.close();

    const owner = new Client({ connectionString: urls.identity.MIGRATION_DATABASE_URL });
    await owner.connect();
    await owner.query(`ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_are_final; UPDATE audit_entries SET admin_id = 9`);
    await owner.end();
  });
  const { code, said } = await withServer(config, verified);
  expect([code, said.slice(1)]).toEqual([
    1,
    [
      '  Rows 1 to 1 are not what seal 1 was put on.',
      'ledger: nothing sealed yet, 0 waiting',
      'Something is not what was sealed.',
      'The sales log is not read: that needs a running shop.',
    ],
  ]);
}, 270_000);
