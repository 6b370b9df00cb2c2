import { operation, type Operation } from '@shop/runtime';
import { keyId, type KeyRing } from '@shop/shared';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { CheckForm, saveCheck } from './save-check';
import { resealFactors } from './reseal-factors';
import { emitAgain } from './say-again';

/** The operations that operators run by a command (docs/operating.md). */
export const operationsOf = (source: DataSource, ring: KeyRing): Operation[] => [
  operation('keys', z.object({}), () => Promise.resolve({ FACTOR_KEY: ring.map(keyId) })),
  operation('keep-check', CheckForm, (form) => saveCheck(source, form)),
  operation('say-again', z.object({}), () => emitAgain(source)),
  operation('reseal', z.object({}), () => resealFactors(source, ring)),
];
