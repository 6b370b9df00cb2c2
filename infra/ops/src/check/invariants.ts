import { COPIES } from './copies';
import { EVENTS } from './events';
import { CONTENTS, FILES } from './files';
import type { Invariant } from './invariant';
import { MONEY } from './money';

/** In the order of the output. */
export const INVARIANTS: readonly Invariant[] = [EVENTS, ...MONEY, ...COPIES, ...FILES, CONTENTS];
