import type { Fact } from '@shop/runtime';
import type { List, ReadFacts } from './read-facts';

type Key = Fact['key'];
/** The rows that have one key, by the list they stand in. */
export type Rows = Partial<Record<List, Fact>>;
/** → what is wrong about a key, in a few words without anything personal; null when all is well. */
export type Judge = (rows: Rows, key: Key) => string | null;

/** Something that must always be so. No row that breaks it is health. */
export type Invariant = {
  name: string;
  says: string;
  /** The lists that are gone through side by side, key by key. */
  from: readonly List[];
  /** What judges, once it has read what it needs beforehand. */
  judge: (read: ReadFacts, underWay: UnderWay) => Judge | Promise<Judge>;
};

/** Services of which an event is known to be under way, to them or from them: what differs because of it does not count yet. */
export type UnderWay = Set<string>;

/** Lists that have a row only where something is wrong. */
export const none =
  (reason: string): Invariant['judge'] =>
  () =>
  () =>
    reason;

export const rowIn = (rows: Rows, list: List): Fact | undefined => rows[list];
