import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEMO_PASSWORD, demoAccounts } from '@shop/demo';
import { operator, schema } from '@shop/identity';
import { openTestDatabase, type TestDatabase } from '@shop/runtime/testing';
import { LocalConfig } from '../config';
import { makeDataDir, removeDataDir } from '../data-dir';
import { leaveKnownPasswords } from './demo';
import { demoRows } from './demo-rows';
import type { Shop } from '../shop/shop';

let database: TestDatabase;
let dataDir: string;
beforeEach(async () => {
  database = await openTestDatabase(schema);
  dataDir = await makeDataDir();
  for (const { email } of demoAccounts.slice(0, 2))
    await operator.createAdmin(database.source, { email, role: 'owner', password: DEMO_PASSWORD });
});
afterEach(async () => {
  await database.drop();
  await removeDataDir(dataDir);
});

const [buyer, seller] = demoAccounts.map(({ email }) => ({ email, password: DEMO_PASSWORD })) as [Account, Account];
type Account = { email: string; password: string };

const shop = () => ({ databases: { identity: database.url } as Shop['databases'] });
const leave = (env: { HOST?: string; PUBLIC_URL?: string }) =>
  leaveKnownPasswords(shop(), LocalConfig.parse({ DATA_DIR: dataDir, ...env }));
const opens = (account: Account) => operator.tryOwnerLogin(database.source, false, account);
const storedAccounts = async () =>
  JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as { buyer: Account; seller: Account };

test.each([
  [{ HOST: '127.0.0.1' }, { HOST: '0.0.0.0' }],
  [{ PUBLIC_URL: 'http://localhost:9000' }, { PUBLIC_URL: 'https://shop.example' }],
])(
  'the known passwords of a filled shop end when others can reach it, and demo.json says the new one: %j, %j',
  async (here, open) => {
    await writeFile(join(dataDir, 'demo.json'), JSON.stringify({ buyer, seller }));
    await leave(here);
    expect([await opens(buyer), await opens(seller), await storedAccounts()]).toEqual(['open', 'open', { buyer, seller }]);

    await leave(open);
    expect([await opens(buyer), await opens(seller)]).toEqual(['changed', 'changed']);
    const accounts = await storedAccounts();
    expect([await opens(accounts.buyer), await opens(accounts.seller)]).toEqual(['open', 'open']);
  },
);

test('and those that an older backup brings back', async () => {
  await writeFile(join(dataDir, 'demo.json'), JSON.stringify({ buyer, seller }));
  await leave({ HOST: '0.0.0.0' });
  const accounts = await storedAccounts();
  for (const { email, password } of [accounts.buyer, accounts.seller])
    await operator.takeKnownPassword(database.source, { email, known: password, password: DEMO_PASSWORD });
  expect([await opens(buyer), await opens(seller)]).toEqual(['open', 'open']);

  await leave({ HOST: '0.0.0.0' });
  expect([await opens(buyer), await opens(seller)]).toEqual(['changed', 'changed']);
  expect([await opens(accounts.buyer), await opens(accounts.seller), await storedAccounts()]).toEqual(['open', 'open', accounts]);
});

test('and those of a shop whose filling was interrupted', async () => {
  await leave({ HOST: '10.0.0.7' });
  expect([await opens(buyer), await opens(seller)]).toEqual(['changed', 'changed']);
});

test('a password that the owner of a demo account has chosen stays', async () => {
  const own = { email: buyer.email, password: 'Own-Choice-12!' };
  await operator.takeKnownPassword(database.source, { email: own.email, known: DEMO_PASSWORD, password: own.password });
  await leave({ HOST: '0.0.0.0' });
  expect([await opens(own), await opens(seller)]).toEqual(['open', 'changed']);
});

const rows = (env: { HOST?: string; PUBLIC_URL?: string } = {}) =>
  demoRows(shop(), { buyer, seller }, LocalConfig.parse({ DATA_DIR: dataDir, ...env }));

test('a start prints the passwords that open the accounts of the demo, unless others can reach the shop', async () => {
  expect(await rows()).toEqual([
    ['Demo buyer', `demo.buyer@example.com  ${DEMO_PASSWORD}`],
    ['Demo seller', `demo.seller@example.com  ${DEMO_PASSWORD}`],
  ]);
  const hint = `(password in ${join(dataDir, 'demo.json')})`;
  for (const env of [{ HOST: '0.0.0.0' }, { PUBLIC_URL: 'https://shop.example' }])
    expect(await rows(env)).toEqual([
      ['Demo buyer', `demo.buyer@example.com  ${hint}`],
      ['Demo seller', `demo.seller@example.com  ${hint}`],
    ]);
});

test.each([
  [
    'has chosen another password',
    () => operator.takeKnownPassword(database.source, { ...buyer, known: DEMO_PASSWORD, password: 'Own-Choice-12!' }),
  ],
  ['is suspended', () => operator.suspend(database.source, buyer.email, 'Fraud')],
  ['is gone', () => database.source.query(`UPDATE users SET deleted_at = now() WHERE email = '${buyer.email}'`)],
])('a start prints no password of a demo account whose owner %s', async (_, change) => {
  await change();
  expect(await rows()).toEqual([
    ['Demo buyer', 'demo.buyer@example.com  (changed since the first start)'],
    ['Demo seller', `demo.seller@example.com  ${DEMO_PASSWORD}`],
  ]);
});
