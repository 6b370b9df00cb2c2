import { operation, type Operation } from '@shop/runtime';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { CheckForm, keepCheck } from './keep-check';
import { sayAgain } from './say-again';

/** What operators may have identity do: docs/operating.md. */
export const operationsOf = (source: DataSource): Operation[] => [
  operation('keep-check', CheckForm, (checked) => keepCheck(source, checked)),
  operation('say-again', z.object({}), () => sayAgain(source)),
];
