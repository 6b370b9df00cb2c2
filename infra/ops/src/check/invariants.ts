import { COPIES } from './copies';
import { EVENTS } from './events';
import { FILES } from './files';
import type { Invariant } from './invariant';
import { MONEY } from './money';

/** All invariants. Events come first, because the events that are under way excuse differences in the others. */
export const INVARIANTS: readonly Invariant[] = [EVENTS, ...MONEY, ...COPIES, ...FILES];
