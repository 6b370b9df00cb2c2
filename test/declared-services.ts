import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as catalog from '@shop/catalog';
import type { ServiceName } from '@shop/contracts/events';
import * as identity from '@shop/identity';
import {
  createFileStorage,
  createInProcessBroker,
  createLog,
  readConfig,
  storageConfig,
  type RunningService,
  type ServiceParts,
} from '@shop/kit';
import * as notifications from '@shop/notifications';
import * as orders from '@shop/orders';
import * as sellers from '@shop/sellers';
import { z } from 'zod';

const mockDeclared: ServiceParts[] = [];

// What a service declares is what it hands to the kit when it starts; without a database and a port, that is all it does.
jest.mock('@shop/kit', () => ({
  ...jest.requireActual<object>('@shop/kit'),
  openDatabase: () => Promise.resolve({ driver: { master: {} } }),
  runService: (parts: ServiceParts): Promise<RunningService> => {
    mockDeclared.push(parts);
    return Promise.resolve({ url: '', opsUrl: '', stop: () => Promise.resolve() });
  },
}));

export type Declared = Pick<ServiceParts, 'endpoints' | 'subscriptions'>;

/** The endpoints and subscriptions of every service, exactly as it serves them. */
export async function declaredServices(): Promise<Record<ServiceName, Declared>> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-declared-'));
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const env = {
    DATABASE_URL: 'postgres://localhost/none',
    INTERNAL_JWT_PUBLIC_KEYS: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    PUBLIC_URL: 'http://localhost:8080',
    SMTP_URL: 'smtp://localhost:1025',
    CARD_KEY: Buffer.alloc(32).toString('base64'),
    FACTOR_KEY: Buffer.alloc(32).toString('base64'),
    DOWNLOAD_KEY: Buffer.alloc(32).toString('base64'),
    PAYPAL_CLIENT_ID: 'id',
    PAYPAL_CLIENT_SECRET: 'secret',
    PAYPAL_WEBHOOK_ID: 'webhook',
    UPLOAD_DIR: folder,
    STORAGE_DIR: folder,
  };
  const { STORAGE_DIR } = readConfig(z.object(storageConfig), env);
  const deps = { broker: createInProcessBroker(), log: createLog('declared', 'silent'), storage: createFileStorage(STORAGE_DIR) };
  const started = [
    await identity.start(readConfig(identity.Config, env), deps),
    await catalog.start(readConfig(catalog.Config, env), deps),
    await orders.start(readConfig(orders.Config, env), deps),
    await sellers.start(readConfig(sellers.Config, env), deps),
    await notifications.start(readConfig(notifications.Config, env), deps),
  ];
  for (const service of started) await service.stop();
  rmSync(folder, { recursive: true, force: true });
  const of = (service: ServiceName): Declared => mockDeclared.find(({ name }) => name === service)!;
  return {
    identity: of('identity'),
    catalog: of('catalog'),
    orders: of('orders'),
    sellers: of('sellers'),
    notifications: of('notifications'),
  };
}
