import { setPriority } from 'node:os';
import { haveDemoPackages, seedDemo } from '@shop/demo';
import type { Account, DemoAccounts } from '../kept/demo-file';
import { queryOnce } from '../postgres/in-database';

/** What the process that fills the shop has to know. Without `password` the accounts get the known one. */
type FillJob = { baseUrl: string; admin: Account; identityUrl: string; simulatorUrl: string | null; password?: string };
/** Gives tracks of the demo their files, while the shop is open. */
type PackagesJob = { baseUrl: string; admin: Account; packagesFor: DemoAccounts };
export type SeedJob = FillJob | PackagesJob;

/** What it sends back: lines about its progress, and at the end the accounts or what failed. */
export type SeedNews = { line: string } | { accounts: DemoAccounts } | { failure: string };

// The shop has ended, or was killed.
process.once('disconnect', () => process.exit(1));
process.once('message', (job: SeedJob) => {
  seed(job).then(
    (accounts) => end({ accounts }),
    (error: unknown) => end({ failure: error instanceof Error ? error.message : String(error) }),
  );
});

const send = (news: SeedNews) => void process.send?.(news);
const end = (news: SeedNews) => process.send?.(news, undefined, undefined, () => process.exit(0));

const log = (line: string) => send({ line });
const seed = (job: SeedJob) => ('packagesFor' in job ? sendPackages(job) : fill(job));

async function sendPackages({ baseUrl, admin, packagesFor }: PackagesJob): Promise<DemoAccounts> {
  // Whoever visits the shop comes first.
  setPriority(10);
  await haveDemoPackages({ baseUrl, admin, log });
  return packagesFor;
}

const fill = ({ baseUrl, admin, identityUrl, simulatorUrl, password }: FillJob) =>
  seedDemo({
    baseUrl,
    ...(password === undefined ? {} : { password }),
    adminEmail: admin.email,
    adminPassword: admin.password,
    readCode: (email) => readCode(identityUrl, email),
    log,
    ...(simulatorUrl ? { story: { paypal: payerAt(simulatorUrl), forgiveLimits: () => forgiveLimits(identityUrl) } } : {}),
  });

/** The verification code of a demo account, from identity's event. The mail itself may leave this machine, with SMTP configured. */
async function readCode(identityUrl: string, email: string): Promise<string> {
  const rows = await queryOnce<{ code: string }>(
    identityUrl,
    `SELECT data->>'code' AS code FROM outbox WHERE type IN ('identity.user-registered', 'identity.verification-code-requested')
       AND data->>'email' = $1 ORDER BY seq DESC LIMIT 1`,
    [email],
  );
  if (!rows[0]) throw new Error(`There is no verification code for ${email}`);
  return rows[0].code;
}

/** Presses the simulator's switches. The simulator listens on this machine, whatever host its address for browsers names. */
function payerAt(simulatorUrl: string) {
  const press = async (path: string) => {
    const url = new URL(path, `http://127.0.0.1:${new URL(simulatorUrl).port}`);
    const answer = await fetch(url, { method: 'POST' });
    if (!answer.ok) throw new Error(`The PayPal simulator answered ${answer.status} to ${path}`);
  };
  return {
    approve: (paypalOrderId: string, daysAgo: number) => press(`/sim/approve?token=${paypalOrderId}&days_ago=${daysAgo}`),
    refund: (captureId: string) => press(`/sim/captures/${captureId}/refund`),
  };
}

/** Resets all rate limits. So far only the demo has made calls, and everybody at this machine shares its used-up allowance. */
const forgiveLimits = async (identityUrl: string) => void (await queryOnce(identityUrl, 'DELETE FROM rate_limits'));
