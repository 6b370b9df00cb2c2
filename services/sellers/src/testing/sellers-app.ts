import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testApp } from '@shop/runtime/testing';
import { createFileStorage } from '@shop/storage';
import type { Express } from 'express';
import type { DataSource } from 'typeorm';
import type { ServiceContext } from '../context';
import { endpointsOf } from '../endpoints';

export const cardKeys = [Buffer.alloc(32, 7)] as const;

/** PayPal is away. */
const AWAY = { kind: 'unknown', reason: 'away' } as const;
const NO_PAYPAL = { send: () => Promise.resolve(AWAY), lookUp: () => Promise.resolve(AWAY), cancel: () => Promise.resolve(null) };

/** Sellers behind HTTP; tests of documents bring their own storage. */
export const sellersApp = (source: DataSource, over: Partial<ServiceContext> = {}): Express =>
  testApp(
    endpointsOf({
      source,
      siteName: 'Ghostline',
      storage: createFileStorage(join(tmpdir(), 'sellers-test')),
      botCheck: () => Promise.resolve(),
      cardKeys,
      timeZone: 'UTC',
      rateScale: 100,
      payouts: { paypal: NO_PAYPAL, minCents: 2000, secondApprovalCents: null, withinMs: 2000 },
      ...over,
    }),
  );
