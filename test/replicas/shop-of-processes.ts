import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Doors } from '@shop/ops';
import { testPrivateKey, testPublicKey } from '@shop/runtime/testing';
import { Client } from 'pg';
import { ensureDatabases } from '../../infra/local/src/postgres/databases';
import { freePort } from '../../infra/local/src/run-command';
import { startServiceProcess, type ServiceProcess } from '../../infra/local/src/testing/service-process';
import { startMailInbox } from '../../infra/mail-inbox/src/index';
import { startPaypalSimulator } from '../../infra/paypal-simulator/src/index';
import { SERVICES, type RunningShop, type ServiceName } from '../load/running-shop';
import { startBalancer } from './balancer';

export type PartName = ServiceName | 'gateway';
type Parts = Record<PartName, ServiceProcess[]>;
type Counts = Record<PartName, number>;

type Options = {
  /** A Postgres on which databases may be created. */
  serverUrl: string;
  amqpUrl: string;
  counts: Counts;
  /** Environment variables for a part, in addition to those that all parts get. */
  settings?: Partial<Record<PartName, Record<string, string>>>;
  /** Starts one process; by default without anything around it. */
  launch?: (part: PartName, env: Record<string, string>) => Promise<ServiceProcess>;
  /**
   * The port to use in place of that of a server outside of the shop: PayPal, the mail server, and the shop for PayPal's webhooks.
   * By default the server's own port.
   */
  through?: (port: number) => Promise<number>;
};

export const ADMIN = { email: 'admin@ghostline.example', password: 'Correct-Horse-1!' };
const SECRETS = {
  CARD_KEY: randomBytes(32).toString('base64'),
  FACTOR_KEY: randomBytes(32).toString('base64'),
  DOWNLOAD_KEY: randomBytes(32).toString('base64'),
  CERTIFICATE_KEY: randomBytes(32).toString('base64'),
  DELIVERY_KEY: randomBytes(32).toString('base64'),
};
/** How long each process goes on serving after SIGTERM. */
const DRAIN_MS = 600;

export type ShopOfProcesses = Awaited<ReturnType<typeof openShopOfProcesses>>;

/**
 * Starts the shop as processes: several of each part, over a real Postgres and RabbitMQ, with a balancer before the gateways. The
 * PayPal simulator and the mail inbox run in this process. The parts must have been built.
 */
export async function openShopOfProcesses(options: Options) {
  const {
    serverUrl,
    amqpUrl,
    counts,
    settings = {},
    launch = startServiceProcess,
    through = (port) => Promise.resolve(port),
  } = options;
  const reached = async (address: string) => {
    const url = new URL(address);
    url.port = String(await through(Number(url.port)));
    return url.href.replace(/\/$/, '');
  };
  const folder = await mkdtemp(join(tmpdir(), 'shop-of-processes-'));
  const names = Object.fromEntries(SERVICES.map((name) => [name, `${name}_${randomBytes(4).toString('hex')}`]));
  const urls = await ensureDatabases(serverUrl, Object.values(names));
  const paypalPort = await freePort();
  const paypalUrl = await reached(`http://127.0.0.1:${paypalPort}`);
  const paypal = await startPaypalSimulator({ port: paypalPort, apiUrl: paypalUrl, webhookRetryMs: [300, 1000, 3000] });
  const inbox = await startMailInbox({ keep: 1_000_000 });

  const shared = {
    AMQP_URL: amqpUrl,
    INTERNAL_JWT_PUBLIC_KEYS: testPublicKey,
    PUBLIC_URL: 'http://localhost:8080',
    RATE_LIMIT_SCALE: '100000',
    DRAIN_MS: String(DRAIN_MS),
    STORAGE_DIR: join(folder, 'objects'),
    SMTP_URL: await reached(inbox.smtpUrl),
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    PAYPAL_CLIENT_ID: paypal.clientId,
    PAYPAL_CLIENT_SECRET: paypal.secret,
    PAYPAL_WEBHOOK_ID: paypal.webhookId,
    PAYPAL_API_URL: paypalUrl,
    PAYPAL_SDK_URL: `${paypal.url}/sdk/js`,
    PAYPAL_TIMEOUT_MS: '4000',
    PAYPAL_WITHIN_MS: '5000',
    COMPLETER_EVERY_MS: '1000',
    CAPTURE_LEASE_MS: '6000',
    ...SECRETS,
  };
  const token = randomBytes(24).toString('hex');
  const started: ServiceProcess[] = [];
  const startPart = async (part: PartName, env: Record<string, string>) => {
    const process = await launch(part, { ...shared, ...env, ...settings[part] });
    started.push(process);
    return process;
  };
  const many = (part: PartName, env: Record<string, string>) =>
    Promise.all(Array.from({ length: counts[part] }, () => startPart(part, env)));
  const startParts = async (): Promise<Parts> => {
    const services = Object.fromEntries(
      await Promise.all(
        SERVICES.map(async (name) => [name, await many(name, { ...urls[names[name]!], OPS_TOKEN: token })] as const),
      ),
    ) as Record<ServiceName, ServiceProcess[]>;
    const gateway = await many('gateway', {
      INTERNAL_JWT_PRIVATE_KEY: testPrivateKey,
      // The gateway takes the client address from X-Forwarded-For, so that tests can choose it.
      TRUST_PROXY: 'loopback',
      WEB_DIR: '/nowhere',
      ...Object.fromEntries(SERVICES.map((name) => [`${name.toUpperCase()}_URL`, services[name].map(({ url }) => url).join()])),
    });
    return { ...services, gateway };
  };
  const end = async () => {
    await Promise.all(started.map((process) => process.kill()));
    await Promise.all([paypal.close(), inbox.close()]);
    await rm(folder, { recursive: true, force: true });
    await dropDatabases(serverUrl, Object.values(names));
  };
  const parts = await startParts().catch(async (error: unknown) => {
    await end();
    throw error;
  });
  const door = await startBalancer(parts.gateway);
  paypal.setWebhookUrl(await reached(`${door.url}/api/orders/paypal/webhook`));

  const query = async <Row>(service: ServiceName, sql: string): Promise<Row[]> => {
    const client = new Client({ connectionString: urls[names[service]!]!.MIGRATION_DATABASE_URL });
    client.on('error', () => {});
    await client.connect();
    return client
      .query(sql)
      .then(({ rows }) => rows as Row[])
      .finally(() => client.end());
  };
  const running: RunningShop = {
    url: door.url,
    simulatorUrl: paypal.url,
    query,
    execute: async (service, sql) => void (await query(service, sql)),
  };

  return {
    ...running,
    parts,
    paypal,
    inbox,
    /** The operator port of the first replica of each service, with the token. */
    doors: Object.fromEntries(SERVICES.map((name) => [name, { url: parts[name][0]!.opsUrl, token }])) as Doors,
    async close() {
      await door.close();
      await end();
    },
  };
}

async function dropDatabases(serverUrl: string, names: readonly string[]) {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  for (const name of names) {
    await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await client.query(`DROP ROLE ${name}; DROP ROLE ${name}_owner`);
  }
  await client.end();
}
