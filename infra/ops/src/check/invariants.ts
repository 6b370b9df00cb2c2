import { COPIES } from './copies';
import { EVENTS } from './events';
import { FILES } from './files';
import type { Invariant } from './invariant';
import { MONEY } from './money';

/** All invariants, in the order in which they are told. */
export const INVARIANTS: readonly Invariant[] = [EVENTS, ...MONEY, ...COPIES, ...FILES];
