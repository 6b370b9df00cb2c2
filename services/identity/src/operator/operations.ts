import { operation, type Operation } from '@shop/runtime';
import type { DataSource } from 'typeorm';
import { CheckForm, keepCheck } from './keep-check';

/** What operators may have identity do: docs/operating.md. */
export const operationsOf = (source: DataSource): Operation[] => [
  operation('keep-check', CheckForm, (checked) => keepCheck(source, checked)),
];
