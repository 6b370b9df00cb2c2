import { readFileSync } from 'node:fs';
import { ALL_EVENTS } from '@shop/contracts/events';
import { HEARS } from '../brokers/hears';
import { EVENTS_DOC, renderEventsDoc, toldInContracts } from './events-doc';
import { pagesWithParts } from './written-parts';

test('every event says in a comment what has happened', () => {
  expect([...toldInContracts().keys()].sort()).toEqual(ALL_EVENTS.map(({ type }) => type).sort());
});

test('every event names exactly those who react to it: nobody waits for a queue that does not hear, nobody hears in vain', () => {
  for (const { type, heardBy } of ALL_EVENTS) {
    const hearing = Object.entries(HEARS).filter(([, subscriptions]) => subscriptions.some((subscription) => subscription.type === type));
    expect([type, hearing.map(([service]) => service).sort()]).toEqual([type, [...heardBy].sort()]);
  }
});

test('a service hears nothing that the events do not know, and each of its reactions has a name of its own', () => {
  for (const [service, subscriptions] of Object.entries(HEARS)) {
    const types: string[] = ALL_EVENTS.map(({ type }) => type);
    expect([service, subscriptions.filter((subscription) => !types.includes(subscription.type))]).toEqual([service, []]);
    const unnamed = subscriptions.filter(({ reaction }) => !/^[a-z]+[A-Z]\w+$/.test(reaction));
    expect([service, unnamed]).toEqual([service, []]);
    const stored = subscriptions.map(({ type, reaction }) => `${type} ${reaction}`);
    expect([service, stored]).toEqual([service, [...new Set(stored)]]);
  }
});

test('docs/events.md is up to date; otherwise: npx tsx -C source test/docs/write-generated.ts', () => {
  expect(readFileSync(EVENTS_DOC, 'utf8')).toBe(renderEventsDoc());
});

test('pages have the life of a payment and the rows of a buyer as the code has them; otherwise: npx tsx -C source test/docs/write-generated.ts', () => {
  for (const { page, text, written } of pagesWithParts()) expect({ page, text }).toEqual({ page, text: written });
});
