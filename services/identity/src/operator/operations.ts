import { operation, type Operation } from '@shop/runtime';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { CheckForm, keepCheck } from './keep-check';
import { sayAgain } from './say-again';

/** What identity does for operators who ask for it by a command: docs/operating.md. */
export const operationsOf = (source: DataSource): Operation[] => [
  operation('keep-check', CheckForm, (checked) => keepCheck(source, checked)),
  operation('say-again', z.object({}), () => sayAgain(source)),
];
