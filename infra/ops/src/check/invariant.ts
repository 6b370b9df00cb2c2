import type { Fact } from '@shop/runtime';
import type { List, ReadFacts } from './read-facts';

type Key = Fact['key'];
/** The rows with one key, by the list they come from. */
export type Rows = Partial<Record<List, Fact>>;
/** @returns the fault of a key, in a few words without personal data; null without a fault */
export type Judge = (rows: Rows, key: Key) => string | null;

/** A condition that must always hold. The shop is healthy when no row breaks it. */
export type Invariant = {
  name: string;
  says: string;
  /** The lists that are read side by side, key by key. */
  from: readonly List[];
  /** Makes the judge, after reading the facts that it needs. `before` is the begin of the check, in seconds since 1970. */
  judge: (read: ReadFacts, underWay: UnderWay, before: number) => Judge | Promise<Judge>;
};

/** Services that still have events to send or to handle. A difference in their rows does not count yet. */
export type UnderWay = Set<string>;

/** The judge for lists whose every row is a violation. */
export const everyRow =
  (reason: string): Invariant['judge'] =>
  () =>
  () =>
    reason;

export const rowIn = (rows: Rows, list: List): Fact | undefined => rows[list];
