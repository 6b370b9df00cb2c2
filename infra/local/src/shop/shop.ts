import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as catalog from '@shop/catalog';
import { BUCKET } from '@shop/contracts/constants';
import { EXCHANGE } from '@shop/contracts/events';
import * as gateway from '@shop/gateway';
import { faultsHeard, faultsOf, type SentAnswer, type CheckAnswer } from '@shop/http';
import * as identity from '@shop/identity';
import { createBroker, type Broker } from '@shop/messaging';
import * as notifications from '@shop/notifications';
import { SERVICES } from '@shop/ops';
import * as orders from '@shop/orders';
import { createLog, logFile, readConfig, type Log, type RunningService } from '@shop/runtime';
import * as sellers from '@shop/sellers';
import { createStorage, storageConfig, type ObjectStorage } from '@shop/storage';
import { z } from 'zod';
import { addressFor, callable } from '../addresses';
import type { LocalConfig } from '../config';
import { saveDoors } from '../kept/doors';
import { loadSecrets } from '../kept/secrets';
import { aboutServer } from '../ops/without-shop';
import { ensureDatabases } from '../postgres/databases';
import { startEmbedded, type Stops } from './embedded';
import { launchOnce, type Launch } from './launch';

type ServiceName = (typeof SERVICES)[number];

type ServiceModule<Config> = {
  Config: z.ZodType<Config>;
  start: (
    config: Config,
    deps: { broker: Broker; storage: ObjectStorage; log: Log; checkAnswer: CheckAnswer | undefined },
  ) => Promise<RunningService>;
};

export type Shop = {
  url: string;
  /** The gateway's address for calls from this machine. */
  doorUrl: string;
  /** The addresses of the mail inbox and the simulator; null when they are not embedded. */
  inboxUrl: string | null;
  simulatorUrl: string | null;
  admin: { email: string; password: string };
  /** The databases, with the services' own accounts: rows, no DDL. */
  databases: Record<ServiceName, string>;
  opsUrls: Record<string, string>;
  stop: () => Promise<void>;
};

/** The log line of an answer that does not fit its route. The journeys look for this text. */
const NOT_AS_DECLARED = 'an answer was not as declared';

type ShopOptions = {
  config: LocalConfig;
  env: Record<string, string | undefined>;
  say: (line: string) => void;
  isReady: () => boolean;
  /** Checks every answer of the services before it goes out. By default only CHECK_ANSWERS turns this on. */
  checkAnswer?: CheckAnswer;
  /** Starts each service and the gateway. By default it starts each once, at free ports. */
  launch?: Launch;
};

/**
 * Starts the whole shop in one process; every part that is not configured is embedded. When a part fails, the parts that were started
 * before it are stopped.
 */
export async function startShop(options: ShopOptions): Promise<Shop> {
  const stops: Stops = [];
  const stop = async () => {
    for (const stopPart of stops.reverse().splice(0)) await stopPart();
  };
  try {
    return await startParts(options, stops, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(
  { config, env, say, isReady, checkAnswer, launch = launchOnce }: ShopOptions,
  stops: Stops,
  stop: () => Promise<void>,
): Promise<Shop> {
  const { DATA_DIR: dataDir } = config;
  await mkdir(dataDir, { recursive: true });
  const { OPS_TOKENS: opsTokens, ...secrets } = await loadSecrets(config);
  const admin = { email: config.ADMIN_EMAIL, password: config.ADMIN_PASSWORD ?? secrets.ADMIN_PASSWORD };
  const publicUrl = config.PUBLIC_URL ?? addressFor(config.HOST, config.PORT);

  const { serverUrl, inbox, simulator } = await startEmbedded(config, say, stops);
  const urlsOf = await ensureDatabases(serverUrl, SERVICES).catch((error: unknown) => {
    throw new Error(aboutServer(error, config), { cause: error });
  });
  const file = logFile(join(dataDir, 'shop.log'));
  const logOf = (name: string) => createLog(name, config.LOG_LEVEL, file);
  const broker = createBroker(config, { exchange: EXCHANGE, log: logOf('broker') });
  stops.push(broker.close);
  const storage = await createStorage(
    readConfig(z.object(storageConfig(BUCKET)), { ...env, STORAGE_DIR: join(dataDir, 'objects') }),
  );

  const sharedEnv = {
    ...env,
    ...secrets,
    // Overrides the environment: only the public port of the gateway is for others.
    LISTEN: '127.0.0.1',
    PUBLIC_URL: publicUrl,
    UPLOAD_DIR: join(dataDir, 'uploads'),
    WEB_RELEASES_DIR: join(dataDir, 'releases'),
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    ...inbox?.env,
    ...simulator?.env,
  };
  const startService = <Config>(name: ServiceName, module: ServiceModule<Config>) =>
    launch(name, module, (service, at) => {
      const log = logOf(name);
      const serviceEnv = { ...sharedEnv, ...urlsOf[name], ...at, OPS_TOKEN: opsTokens[name] };
      return service.start(readConfig(service.Config, serviceEnv), {
        broker,
        storage,
        log,
        checkAnswer: checkAnswer ?? (config.CHECK_ANSWERS ? keptIn(log, faultsOf) : undefined),
      });
    });

  say('Starting the services …');
  const runningServices = await Promise.all([
    startService('identity', identity),
    startService('catalog', catalog),
    startService('orders', orders),
    startService('sellers', sellers),
    startService('notifications', notifications),
  ]);
  stops.push(async () => void (await Promise.all(runningServices.map((service) => service.stop()))));
  stops.push(await saveDoors(dataDir, opsUrlsOf(runningServices)));
  const urls = Object.fromEntries(withNames(runningServices).map(([name, { url }]) => [`${name.toUpperCase()}_URL`, url]));
  const door = await launch('gateway', gateway, (part, at) => {
    const doorConfig = readConfig(part.Config, { ...sharedEnv, ...urls, ...at, PORT: String(config.PORT) });
    for (const warning of part.warningsOf(doorConfig, config.HOST)) say(`Warning: ${warning}`);
    const log = logOf('gateway');
    const checks = checkAnswer !== undefined || config.CHECK_ANSWERS;
    return part.start(doorConfig, {
      log,
      broker,
      isReady,
      doorAt: config.HOST,
      checkAnswer: checks ? keptIn(log, faultsHeard) : undefined,
    });
  });
  stops.push(door.stop);
  const doorUrl = callable(config.HOST, config.PORT);
  simulator?.setWebhookUrl(`${doorUrl}/api/orders/paypal/webhook`);

  return {
    url: publicUrl,
    doorUrl,
    inboxUrl: inbox?.url ?? null,
    simulatorUrl: simulator?.url ?? null,
    admin,
    databases: Object.fromEntries(SERVICES.map((name) => [name, urlsOf[name].DATABASE_URL])) as Shop['databases'],
    opsUrls: { ...opsUrlsOf(runningServices), gateway: door.opsUrl },
    stop,
  };
}

/** Logs the faults of an answer and returns them, so that the answer becomes a 500 that nobody can overlook. */
const keptIn =
  <Call>(log: Log, faultsIn: (call: Call, answer: SentAnswer) => readonly string[]) =>
  (call: Call, answer: SentAnswer): readonly string[] => {
    // The bug has already been logged.
    const faults = answer.status === 500 ? [] : faultsIn(call, answer);
    if (faults.length > 0) log.error({ faults }, NOT_AS_DECLARED);
    return faults;
  };

const opsUrlsOf = (services: RunningService[]) =>
  Object.fromEntries(withNames(services).map(([name, { opsUrl }]) => [name, opsUrl]));

/** The services with their names; they were started in the order of `SERVICES`. */
const withNames = (services: RunningService[]) =>
  SERVICES.map((name, i) => {
    const service = services[i];
    assert(service, `${name} was started`);
    return [name, service] as const;
  });
