import { schema as catalogSchema } from '@shop/catalog';
import { DEMO_PASSWORD, demoAccounts } from '@shop/demo';
import { operator, schema as identitySchema, type OwnerLogin } from '@shop/identity';
import { openTestDatabase, type TestDatabase } from '@shop/runtime/testing';
import { LocalConfig } from '../config';
import { makeDataDir, removeDataDir } from '../data-dir';
import { forgetBegunDemo, saveDemo, readDemo, type Account } from '../kept/demo-file';
import type { Shop } from '../shop/shop';
import { fillWithDemo } from './demo';

const admin = { email: 'chief@example.com', password: 'Correct-Horse-1!' };

let dataDir: string;
let identity: TestDatabase;
let catalog: TestDatabase;
beforeEach(async () => {
  dataDir = await makeDataDir();
  identity = await openTestDatabase(identitySchema);
  catalog = await openTestDatabase(catalogSchema);
  await anAccount(admin);
});
afterEach(async () => {
  await identity.drop();
  await catalog.drop();
  await removeDataDir(dataDir);
});

const anAccount = (account: Account) => operator.createAdmin(identity.source, { ...account, role: 'owner' });
const aTrack = () =>
  catalog.source.query(
    `INSERT INTO products (name, category, price_cents, music_key, key_mode, type, bpm, download_link, is_hot, exclusive_vocal,
       img, audio, peaks, wave, duration)
     VALUES ('Own Work', 'Techno', 19900, 'A', 'minor', 'Instrumental', 130, 'https://files.example/1', false, false, '', '', '', '', 180)`,
  );
const demoBuyer = () => anAccount({ email: demoAccounts[0]!.email, password: DEMO_PASSWORD });

/**
 * A start of a shop whose gateway does not answer.
 * @returns its output, and the result of the filling
 */
async function start(env: Record<string, string> = {}, login: OwnerLogin = 'open') {
  const databases = { identity: identity.url, catalog: catalog.url } as Shop['databases'];
  const shop = { doorUrl: 'http://127.0.0.1:1', admin, databases } as Shop;
  const lines: string[] = [];
  const filled = await fillWithDemo(shop, LocalConfig.parse({ DATA_DIR: dataDir, ...env }), login, (line) =>
    lines.push(line),
  ).catch((error: Error) => error.message);
  return { said: lines, filled };
}
const BEGUN = { said: [], filled: 'fetch failed' };
const LEFT_AS_IT_IS = { said: [], filled: null };
const NOT_WHOLE = {
  said: [expect.stringMatching(/^No more demo data: accounts of the demo are there, .* may not be whole/)],
  filled: null,
};

test('a new shop is filled, also when an earlier start has left it empty', async () => {
  expect(await start({}, 'needs-factor')).toMatchObject({ filled: null });
  expect(await start()).toEqual(BEGUN);
});

test('a filling that was interrupted is continued', async () => {
  expect(await start()).toEqual(BEGUN);
  await demoBuyer();
  await aTrack();
  expect(await start()).toEqual(BEGUN);
});

test.each([
  ['has been opened without the demo since', (): Promise<unknown> => forgetBegunDemo(dataDir)],
  ['has an account of its own by now', () => anAccount({ email: 'b@example.com', password: admin.password })],
  ['has had an account that was erased', () => identity.source.query(`${ERASED} RETURNING id`)],
])('a filling that was interrupted is not continued in a shop that %s, and the start says so', async (_, used) => {
  expect(await start()).toEqual(BEGUN);
  await demoBuyer();
  await aTrack();
  await used();
  for (const login of ['open', 'needs-factor', 'changed'] as const) expect(await start({}, login)).toEqual(NOT_WHOLE);
});

test('a filled shop has the accounts that it was filled with', async () => {
  const accounts = { buyer: admin, seller: admin };
  await saveDemo(dataDir, accounts);
  await demoBuyer();
  await aTrack();
  await forgetBegunDemo(dataDir);
  expect(await start()).toEqual({ said: [], filled: accounts });
  expect(await start({ RECAPTCHA_SITE_KEY: 'x', RECAPTCHA_SECRET: 'x' })).toEqual({ said: [], filled: accounts });
});

test('a backup from before the demo leaves no accounts to log in with, and its shop is filled as a new one', async () => {
  const accounts = { buyer: admin, seller: admin };
  await saveDemo(dataDir, accounts);
  expect(await start({}, 'needs-factor')).toMatchObject({ filled: null });
  expect(await start()).toEqual(BEGUN);

  await saveDemo(dataDir, accounts);
  await aTrack();
  expect(await start()).toEqual(LEFT_AS_IT_IS);
  await demoBuyer();
  expect(await start()).toEqual({ said: [], filled: accounts });
});

test.each([
  ['a track of its own', aTrack],
  ['an account', () => anAccount({ email: 'b@example.com', password: admin.password })],
  ['an account that was erased', () => identity.source.query(`${ERASED} RETURNING id`)],
])('a shop that was begun without the demo and has %s stays as it is, and the start says nothing of it', async (_, used) => {
  await used();
  for (const login of ['open', 'needs-factor', 'changed'] as const) expect(await start({}, login)).toEqual(LEFT_AS_IT_IS);
  expect(await readDemo(dataDir)).toBeUndefined();
});

test('a restored shop, or one that an interrupted older release has filled in part, stays as it is, and the start says so', async () => {
  await demoBuyer();
  await aTrack();
  for (const login of ['open', 'needs-factor', 'changed'] as const) expect(await start({}, login)).toEqual(NOT_WHOLE);
  expect(await readDemo(dataDir)).toBeUndefined();
});
const ERASED = `INSERT INTO users (email, name, last_name, country, password_hash, deleted_at) VALUES ('', '', '', 'Norway', '', now())`;

test.each([
  ['needs-factor', /^No demo data: .* needs a second factor\./],
  ['changed', /^No demo data: .* another address, password or role by now\./],
] as const)(
  'an administrator whose login is %s leaves the shop without demo data, and the start says so',
  async (login, message) => {
    expect(await start({}, login)).toEqual({ said: [expect.stringMatching(message)], filled: null });
    expect(await readDemo(dataDir)).toBeUndefined();
  },
);

test('neither does a shop with a bot check ask a program whether it is a person', async () => {
  const { said, filled } = await start({ RECAPTCHA_SITE_KEY: 'x', RECAPTCHA_SECRET: 'x' });
  expect([said, filled]).toEqual([[expect.stringMatching(/^No demo data: RECAPTCHA_SECRET is set/)], null]);
});
