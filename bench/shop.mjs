import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { makeDataDir, postgresIn, removeDataDir, startPostgres } from '@shop/local';
import { startPaypalSimulator } from '@shop/paypal-simulator';
import { signDelivery } from '@shop/shared';
import pg from 'pg';
import { root } from '../infra/local/ensure-installed.mjs';

export const SERVICES = ['identity', 'catalog', 'orders', 'sellers', 'notifications'];
const COUNTS = pathToFileURL(join(import.meta.dirname, 'count-statements.mjs')).href;
/** The folder into which each shop writes a CPU profile when it ends. */
const PROFILES = process.env.BENCH_PROFILES;
/** The port of the first shop of a bench; a second shop's is ten higher. The mail inbox of each has the port above its shop's. */
export const PORT = Number(process.env.BENCH_PORT ?? 18180);

/** What an interrupted bench has to close: it leaves nothing behind, above all no frozen shop. */
const open = new Set();
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, async () => {
    interrupted = true;
    await Promise.allSettled([...open].map((close) => close()));
    process.exit(130);
  });

/** Makes a folder below the system's temporary one that is removed when this process ends. */
export function temporaryFolder(prefix) {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  removedAtExit(folder);
  return folder;
}

export const removedAtExit = (path) => process.once('exit', () => rmSync(path, { recursive: true, force: true }));

/**
 * Has `close` called when the bench is interrupted before `work` has ended; `work` then fails because of that, which nobody needs to read.
 * @returns what `work` returns
 */
export async function closedAtInterrupt(close, work) {
  open.add(close);
  try {
    return await work;
  } finally {
    open.delete(close);
    if (interrupted) await new Promise(() => {});
  }
}

/** @returns the exit code of a child process, which is interrupted with the bench */
export function exitCodeOf(child) {
  const exitCode = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const interrupt = async () => {
    child.kill('SIGINT');
    await exitCode;
  };
  return closedAtInterrupt(interrupt, exitCode);
}

/**
 * Starts an empty shop in its own process, with a Postgres that really writes each commit to disk (fsync) and with high limits,
 * unless `settings` (environment variables) say otherwise. The PayPal simulator runs in this process without a disk, so that
 * almost only the shop is measured. `folder`: a built checkout, this one by default. `nth`: 0, 1, … for shops that run at the
 * same time. `counts`: counts statements and CPU for `told()`. `demo`: fills the shop with the demo's tracks. `postgres`:
 * settings of the server.
 * @returns the shop's address, `query` for each service's database, the ids of its processes, its folder, and `close`
 */
export async function openShop(settings = {}, { folder = root, nth = 0, counts = false, demo = false, postgres: tuned } = {}) {
  const port = PORT + 10 * nth;
  const shop = `http://127.0.0.1:${port}`;
  const dataDir = await makeDataDir();
  const postgres = await startTuned(postgresIn(dataDir), tuned);
  // The bench keeps its own connections open: a new one costs Postgres as much as the statements of a purchase, and would be
  // measured as the shop's.
  const pools = {};
  const poolOf = (service) =>
    (pools[service] ??= new pg.Pool({ connectionString: urlOf(service), max: 2 }).on('error', () => {}));
  const urlOf = (service) => Object.assign(new URL(postgres.url), { pathname: `/${service}` }).href;
  const simulator = await startPaypalSimulator({ webhookUrl: `${shop}/api/orders/paypal/webhook` });
  const program = [join(folder, 'infra/local/dist/main.js'), ...(demo ? [] : ['--no-demo'])];
  const options = [...(counts ? ['--import', COUNTS] : []), ...(PROFILES ? ['--cpu-prof', `--cpu-prof-dir=${PROFILES}`] : [])];
  const child = spawn(process.execPath, [...options, ...program], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.url,
      PORT: String(port),
      PAYPAL_CLIENT_ID: simulator.clientId,
      PAYPAL_CLIENT_SECRET: simulator.secret,
      PAYPAL_WEBHOOK_ID: simulator.webhookId,
      PAYPAL_API_URL: simulator.url,
      PAYPAL_SDK_URL: `${simulator.url}/sdk/js`,
      MAIL_INBOX_PORT: String(port + 1),
      RATE_LIMIT_SCALE: '1000000',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit', ...(counts ? ['ipc'] : [])],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const end = async () => {
    child.kill('SIGCONT');
    child.kill('SIGTERM');
    await ended;
    for (const pool of Object.values(pools)) await pool.end();
    await simulator.close();
    await postgres.stop();
    await removeDataDir(dataDir);
  };
  let ending;
  const close = () => (ending ??= end());
  open.add(close);
  try {
    await ready(child, shop);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    shop,
    approve: simulator.control.approve,
    query: async (service, sql, values) => (await poolOf(service).query(sql, values)).rows,
    urlOf,
    dataDir,
    pid: child.pid,
    postgresPid: postgres.pid,
    told: () => askChild(child),
    close,
  };
}

/** Runs `work` while the processes `pids` are frozen, so that shops that are not measured use no CPU meanwhile. */
export async function whileFrozen(pids, work) {
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  try {
    return await work();
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  }
}

async function startTuned(dataDir, settings) {
  const postgres = await startPostgres({ dataDir });
  if (!settings) return postgres;
  for (const [name, value] of Object.entries(settings)) await query(postgres.url, `ALTER SYSTEM SET ${name} = '${value}'`);
  await postgres.stop();
  return startPostgres({ dataDir });
}

async function ready(child, shop) {
  for (let attempt = 0; attempt < 1500; attempt += 1) {
    if (child.exitCode !== null) throw new Error('The shop did not start; its own message is above.');
    const answer = await fetch(`${shop}/api/config`).catch(() => null);
    if (answer?.ok) return;
    await pause(200);
  }
  throw new Error('The shop was not ready within five minutes.');
}

const askChild = (child) =>
  new Promise((resolve) => {
    child.once('message', resolve);
    child.send('tell');
  });

async function query(url, sql, values = []) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/**
 * Makes `count` buyers who are logged in.
 * @returns their ids and bearer tokens
 */
export async function makeBuyers({ query }, count) {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest('hex'));
  const users = await query(
    'identity',
    `INSERT INTO users (email, name, last_name, country, password_hash)
     SELECT 'buyer' || n || '@example.com', 'Buyer', 'Number ' || n, 'Norway', 'none' FROM generate_series(1, $1) AS n RETURNING id`,
    [count],
  );
  const ids = users.map(({ id }) => id);
  await query(
    'identity',
    `INSERT INTO sessions (user_id, cookie_hash, bearer_hash, expires_at, bearer_expires_at)
     SELECT id, 'unused ' || id, hash, now() + interval '1 day', now() + interval '1 day' FROM unnest($1::int[], $2::text[]) AS row (id, hash)`,
    [ids, hashes],
  );
  return ids.map((id, at) => ({ id, token: tokens[at] }));
}

/** The address of the download of a package, as whole as an order with the project has it, signed as the shop signs it. */
export function deliveryAddress({ shop, dataDir }, { packageId, orderId }) {
  const { DELIVERY_KEY } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'));
  const delivery = { packageId, orderId, revision: 1, scope: 'full', until: Math.floor(Date.now() / 1000) + 3600 };
  const signature = signDelivery([Buffer.from(DELIVERY_KEY)], delivery);
  return `${shop}/media/packages/${packageId}/${orderId}/1/full/${delivery.until}/${signature}`;
}

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
