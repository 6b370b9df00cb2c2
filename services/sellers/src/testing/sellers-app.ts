import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testApp } from '@shop/runtime/testing';
import { createFileStorage } from '@shop/storage';
import type { Express } from 'express';
import type { DataSource } from 'typeorm';
import type { ServiceContext } from '../context';
import { endpointsOf } from '../endpoints';

export const cardKeys = [Buffer.alloc(32, 7)] as const;

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
      ...over,
    }),
  );
