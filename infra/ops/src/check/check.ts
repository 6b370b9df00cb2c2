import { setTimeout as pause } from 'node:timers/promises';
import type { Fact } from '@shop/runtime';
import { SERVICES } from '../services';
import { EVENTS } from './events';
import type { Invariant, UnderWay } from './invariant';
import { merge } from './merge';
import { serviceOf, type List, type ReadFacts } from './read-facts';

type Violation = { id: Fact['key']; reason: string };
/** The result of one invariant. `underWay` counts the rows that differ while an event about them may still arrive. */
export type Outcome = { invariant: string; says: string; violations: Violation[]; underWay: number };

type Suspect = Violation & { seen: string };
type Suspects = Map<Fact['key'], Suspect>;

/**
 * Checks each invariant, and after `graceMs` (milliseconds) checks the broken ones again. A row is a violation when both looks
 * found it unchanged and, between services, no event from before the first look still waits. The shop keeps running, and copies
 * follow their owners with a delay, so the grace is needed.
 * @throws Error when a service does not answer, because unseen rows may be wrong
 */
export async function check(read: ReadFacts, invariants: readonly Invariant[], graceMs: number): Promise<Outcome[]> {
  const from = Date.now() / 1000;
  const first = new Map<Invariant, Suspects>();
  for (const invariant of invariants) first.set(invariant, await suspectsOf(read, invariant, new Set(), from));
  if ([...first.values()].every(({ size }) => size === 0)) return invariants.map((invariant) => outcome(invariant, [], 0));

  await pause(graceMs);
  const underWay = await stillUnderWay(read, from);
  // Always read, because an event that lies in the broker excuses differences too.
  const events = await suspectsOf(read, EVENTS, underWay, from);
  const outcomes: Outcome[] = [];
  for (const invariant of invariants) {
    const before = first.get(invariant);
    if (!before?.size) {
      outcomes.push(outcome(invariant, [], 0));
      continue;
    }
    const again = invariant === EVENTS ? events : await suspectsOf(read, invariant, underWay, from);
    const violations = [...again.values()].filter(({ id, seen, reason }) => {
      const suspect = before.get(id);
      return suspect?.seen === seen && suspect.reason === reason;
    });
    const isExcused =
      invariant !== EVENTS && followsEvents(invariant) && invariant.from.some((list) => underWay.has(serviceOf(list)));
    outcomes.push(isExcused ? outcome(invariant, [], violations.length) : outcome(invariant, violations, 0));
  }
  return outcomes;
}

/** Rows within one service do not depend on events. */
const followsEvents = ({ from }: Invariant) => new Set(from.map(serviceOf)).size > 1;

async function suspectsOf(read: ReadFacts, invariant: Invariant, underWay: UnderWay, before: number): Promise<Suspects> {
  const judge = await invariant.judge(read, underWay, before);
  const suspects: Suspects = new Map();
  for await (const { key, rows } of merge(Object.fromEntries(invariant.from.map((list) => [list, read(list)])))) {
    const twice = Object.entries(rows).find(([, row]) => row?.twice === true);
    const reason = twice ? `is there twice in ${serviceOf(twice[0] as List)}` : judge(rows, key);
    if (reason !== null) suspects.set(key, { id: key, reason, seen: JSON.stringify(rows) });
  }
  return suspects;
}

/** The services with an event from before that moment that is not sent yet or waits for another try. */
async function stillUnderWay(read: ReadFacts, before: number): Promise<UnderWay> {
  const services: UnderWay = new Set();
  for (const service of SERVICES)
    for await (const { oldest } of read(`${service}.under-way`))
      if (typeof oldest === 'number' && oldest < before) services.add(service);
  return services;
}

const outcome = ({ name, says }: Invariant, violations: Violation[], underWay: number): Outcome => ({
  invariant: name,
  says,
  violations: violations.map(({ id, reason }) => ({ id, reason })),
  underWay,
});
