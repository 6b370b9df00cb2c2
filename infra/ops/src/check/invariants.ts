import { COPIES } from './copies';
import { EVENTS } from './events';
import { FILES } from './files';
import type { Invariant } from './invariant';
import { MONEY } from './money';

/** All that must always be so; events first, for what is under way excuses the rest. */
export const INVARIANTS: readonly Invariant[] = [EVENTS, ...MONEY, ...COPIES, ...FILES];
