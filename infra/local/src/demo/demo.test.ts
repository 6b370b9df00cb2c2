import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalConfig } from '../config';
import { fillWithDemo } from './demo';
import type { Shop } from '../shop/shop';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'shop-demo-test-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const admin = { email: 'chief@example.com', password: 'Correct-Horse-1!' };
/** Nothing answers there. */
const shop = { doorUrl: 'http://127.0.0.1:1', admin } as Shop;

const given = (over: Record<string, string> = {}) => LocalConfig.parse({ DATA_DIR: dataDir, ...over });

test.each([
  ['needs-factor', /^No demo data: .* needs a second factor\./],
  ['changed', /^No demo data: .* another address, password or role by now\./],
] as const)(
  'an administrator whose login is %s leaves the shop without demo data, and the start says so',
  async (login, message) => {
    const said: string[] = [];
    const filling = fillWithDemo(shop, given(), login, (line) => said.push(line));
    expect(await filling).toBeNull();
    expect(said).toEqual([expect.stringMatching(message)]);
    expect(await readdir(dataDir)).not.toContain('demo.json');
  },
);

test('neither does a shop with a bot check ask a program whether it is a person', async () => {
  const config = given({ RECAPTCHA_SITE_KEY: 'x', RECAPTCHA_SECRET: 'x' });
  const said: string[] = [];
  expect(await fillWithDemo(shop, config, 'open', (line) => said.push(line))).toBeNull();
  expect(said).toEqual([expect.stringMatching(/^No demo data: RECAPTCHA_SECRET is set/)]);

  const accounts = { buyer: admin, seller: admin };
  await writeFile(join(dataDir, 'demo.json'), JSON.stringify(accounts));
  expect(await fillWithDemo(shop, config, 'open', () => {})).toEqual(accounts);
});
