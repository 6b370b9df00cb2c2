import type { DataOf, EventKind } from '@shop/declare';
import type { Tx } from './tx';

/** A use case that an event starts. It knows nothing of queues or duplicates. Throwing means "try again". */
type Reaction<Data> = (tx: Tx, data: Data) => Promise<void>;
export type Subscription = { type: string; reaction: string; react: (tx: Tx, data: unknown) => Promise<void> };

/**
 * Subscribes a reaction to an event: one line in a service's table of subscriptions. `name` identifies the reaction in inbox, logs
 * and metrics, and must never change: pass the old name after renaming a function, or two releases side by side would both react
 * (docs/decisions/0037-two-releases-one-queue.md).
 * @throws Error for a function without a name, because the inbox could not tell two of them apart.
 */
export function on<Kind extends EventKind>(kind: Kind, react: Reaction<DataOf<Kind>>, name = react.name): Subscription {
  if (!name) throw new Error(`The reaction to ${kind.type} has no name`);
  return {
    type: kind.type,
    reaction: name,
    react: (tx, data) => react(tx, kind.shape.parse(data) as DataOf<Kind>),
  };
}

/** The types and the names of reactions, as two columns. One function may react to several types. */
export const namesOf = (subscriptions: readonly Subscription[]): [types: string[], names: string[]] => [
  subscriptions.map(({ type }) => type),
  subscriptions.map(({ reaction }) => reaction),
];
