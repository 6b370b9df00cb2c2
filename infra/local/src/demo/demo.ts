import { DEMO_PASSWORD, demoAccounts } from '@shop/demo';
import { operator, type OwnerLogin } from '@shop/identity';
import { withIdentity } from '@shop/ops';
import { retry } from '@shop/runtime';
import { isOnlyHere } from '../addresses';
import type { LocalConfig } from '../config';
import { saveDemo, readDemo, type Account, type DemoAccounts } from '../kept/demo-file';
import { demoPassword } from '../kept/secrets';
import { queryOnce } from '../postgres/in-database';
import type { Shop } from '../shop/shop';
import { seedInChild } from './seed-in-child';

const LEFT_EMPTY: Record<Exclude<OwnerLogin, 'open'> | 'bot-check', string> = {
  'bot-check':
    'No demo data: RECAPTCHA_SECRET is set, and whoever would put it in is no person. To have it, start once without RECAPTCHA_SECRET and RECAPTCHA_SITE_KEY.',
  'needs-factor':
    'No demo data: the administrator who would put it in needs a second factor. To have it, start once with ADMIN_SECOND_FACTOR=optional, with an administrator who has set none up.',
  changed:
    'No demo data: the administrator who would put it in has another address, password or role by now. `npm start -- --reset` starts over.',
};

const MAY_NOT_BE_WHOLE =
  'No more demo data: accounts of the demo are there, and the rest may not be whole (a start was interrupted, or a backup was restored). `npm start -- --no-demo` opens the shop as it is; `npm start -- --reset` removes all data and starts over.';

/**
 * In a shop that others can reach, or once could, gives every demo account with the known password an unknown one, with or without
 * the demo. Every start does so, because a backup brings the known password back.
 */
export async function leaveKnownPasswords(
  { databases }: Pick<Shop, 'databases'>,
  config: Pick<LocalConfig, 'DATA_DIR' | 'DATABASE_URL' | 'HOST' | 'PUBLIC_URL'>,
): Promise<void> {
  const password = await demoPassword(config, isOnlyHere(config));
  if (password === undefined) return;
  await withIdentity(databases.identity, async (source) => {
    for (const { email } of demoAccounts) await operator.takeKnownPassword(source, { email, known: DEMO_PASSWORD, password });
  });
  const demo = await readDemo(config.DATA_DIR);
  if (demo === undefined || demo === 'begun') return;
  const [buyer, seller] = [demo.buyer, demo.seller].map(({ email }) => ({ email, password })) as [Account, Account];
  await saveDemo(config.DATA_DIR, { ...demo, buyer, seller });
}

/**
 * Fills a new shop through the public calls. An interrupted start is continued. A used or restored shop stays as it is, and so
 * does a shop where the program cannot log in as the admin; the function then says so. In a shop that others can reach, the
 * accounts get an unknown password.
 * @returns the accounts to log in with; null when there are none
 */
export async function fillWithDemo(
  shop: Shop,
  config: Pick<LocalConfig, 'DATA_DIR' | 'DATABASE_URL' | 'HOST' | 'PUBLIC_URL' | 'RECAPTCHA_SECRET'>,
  adminLogin: OwnerLogin,
  say: (line: string) => void,
): Promise<DemoAccounts | null> {
  const demo = await readDemo(config.DATA_DIR);
  const contents = await lookInto(shop);
  // A backup from before the demo has none of its accounts.
  if (demo !== undefined && demo !== 'begun' && contents.demo) return demo;
  if (contents.others || (demo !== 'begun' && (contents.demo || contents.tracks))) {
    if (contents.demo) say(MAY_NOT_BE_WHOLE);
    return null;
  }
  const obstacle = config.RECAPTCHA_SECRET ? 'bot-check' : adminLogin;
  if (obstacle !== 'open') {
    say(LEFT_EMPTY[obstacle]);
    return null;
  }
  const password = await demoPassword(config, isOnlyHere(config));
  await saveDemo(config.DATA_DIR, 'begun');
  const accounts = await seedInChild(
    {
      baseUrl: shop.doorUrl,
      admin: { email: shop.admin.email, password: shop.admin.password },
      identityUrl: shop.databases.identity,
      simulatorUrl: shop.simulatorUrl,
      ...(password === undefined ? {} : { password }),
    },
    say,
  );
  await caughtUp(shop);
  await saveDemo(config.DATA_DIR, { ...accounts, packages: 'due' });
  return accounts;
}

/**
 * Gives tracks of a filled shop their files, which the shop checks as any others: in a process of its own, while the shop is open already.
 * An interrupted start is continued by the next.
 */
export async function sendDemoPackages(
  shop: Pick<Shop, 'doorUrl' | 'admin'>,
  config: Pick<LocalConfig, 'DATA_DIR' | 'RECAPTCHA_SECRET'>,
  adminLogin: OwnerLogin,
  say: (line: string) => void,
): Promise<void> {
  const demo = await readDemo(config.DATA_DIR);
  if (demo === undefined || demo === 'begun' || !demo.packages || config.RECAPTCHA_SECRET || adminLogin !== 'open') return;
  const { packages: _, ...accounts } = demo;
  const admin = { email: shop.admin.email, password: shop.admin.password };
  await seedInChild({ baseUrl: shop.doorUrl, admin, packagesFor: accounts }, say);
  await saveDemo(config.DATA_DIR, accounts);
}

/** Whether a shop has tracks, accounts of the demo, and other accounts beside the first admin's, erased ones too. */
async function lookInto({ databases }: Pick<Shop, 'databases'>) {
  const emails = demoAccounts.map(({ email }) => email);
  const [otherUsers, demo, tracks] = await Promise.all([
    queryOnce(databases.identity, 'SELECT id FROM users WHERE email <> ALL($1) LIMIT 1 OFFSET 1', [emails]),
    queryOnce(databases.identity, 'SELECT id FROM users WHERE email = ANY($1) LIMIT 1', [emails]),
    queryOnce(databases.catalog, 'SELECT id FROM products LIMIT 1'),
  ]);
  return { others: otherUsers.length > 0, demo: demo.length > 0, tracks: tracks.length > 0 };
}

/** Waits until every event has been handled everywhere, so that the copies agree when the shop opens. */
async function caughtUp({ databases }: Shop): Promise<void> {
  const expectAllHandled = async () => {
    const counts = await Promise.all(
      Object.values(databases).map((url) =>
        queryOnce<{ open: number }>(
          url,
          `SELECT ((SELECT count(*) FROM outbox WHERE sent_at IS NULL) + (SELECT count(*) FROM inbox WHERE state = 'waiting'))::int AS open`,
        ),
      ),
    );
    if (!counts.every((rows) => rows[0]?.open === 0)) throw new Error('Some events of the demo data have not been handled.');
  };
  await retry(expectAllHandled, { withinMs: 300_000, pauseMs: 100 });
}
