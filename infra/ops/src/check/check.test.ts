import type { Fact } from '@shop/runtime';
import { SERVICES } from '../services';
import { check } from './check';
import { INVARIANTS } from './invariants';
import type { Invariant } from './invariant';
import { merge } from './merge';
import type { List, ReadFacts } from './read-facts';

type Lists = Partial<Record<List, Fact[]>>;

/** Answers each list with the rows that `lists` has when it is read. */
const reading = (lists: Lists | (() => Lists)): ReadFacts =>
  async function* (list) {
    yield* (typeof lists === 'function' ? lists() : lists)[list] ?? [];
  };

const invariant = (name: string): Invariant => INVARIANTS.find((invariant) => invariant.name === name)!;
const checkRows = async (lists: Parameters<typeof reading>[0], name: string) =>
  (await check(reading(lists), [invariant(name)], 0))[0]!;
const TRACK = { version: 2, removed: false };
const tracks = (over: object = {}): Lists => ({
  'catalog.tracks': [{ key: 1, ...TRACK, name: 'x' }],
  'identity.tracks': [{ key: 1, ...TRACK }],
  'orders.tracks': [{ key: 1, ...TRACK, ...over }],
  'sellers.tracks': [{ key: 1, ...TRACK }],
});

test('lists are gone through side by side, whatever each of them has', async () => {
  const list = async function* (keys: (number | string)[]) {
    for (const key of keys) yield { key };
  };
  const groups: unknown[] = [];
  for await (const { key, rows } of merge({ a: list([1, 2, 10]), b: list([2, 3]), c: list([]) }))
    groups.push([key, Object.keys(rows)]);
  expect(groups).toEqual([
    [1, ['a']],
    [2, ['a', 'b']],
    [3, ['b']],
    [10, ['a']],
  ]);
});

test('a row that stays wrong is a violation, with its id and the reason', async () => {
  expect(await checkRows(tracks(), 'copies-of-tracks')).toMatchObject({ violations: [], underWay: 0 });
  expect(await checkRows(tracks({ version: 1 }), 'copies-of-tracks')).toMatchObject({
    violations: [{ id: 1, reason: 'orders has another version' }],
    underWay: 0,
  });
});

test('the version of a removed track is compared, and once it is sold also the links that its buyer follows', async () => {
  const links = { download_link: 'a', project_link: null };
  const lists = (catalog: object, orders: object): Lists => ({
    'catalog.tracks': [{ key: 1, version: 2, removed: true, name: 'x', ...links, ...catalog }],
    'identity.tracks': [{ key: 1, version: 2, removed: true }],
    'orders.tracks': [{ key: 1, version: 2, removed: true, name: '', ...links, ...orders }],
    'sellers.tracks': [{ key: 1, version: 2, removed: true, name: '' }],
  });
  const violations = async (sold: boolean, orders: object = {}) =>
    (await checkRows(lists({ sold }, orders), 'copies-of-tracks')).violations.map(({ reason }) => reason);
  expect(await violations(true)).toEqual([]);
  expect(await violations(true, { download_link: '' })).toEqual(['orders has another download_link']);
  expect(await violations(false, { download_link: '' })).toEqual([]);
  expect(await violations(false, { version: 1 })).toEqual(['orders has another version']);
});

test('the search has each track for sale as it is, and no other', async () => {
  const track = { key: 1, name: 'One', category: 'House', price_cents: 100 };
  const violations = async (forSale: object[], searched: object[]) =>
    (await checkRows({ 'catalog.for-sale': forSale, 'catalog.searched': searched } as Lists, 'search-has-tracks')).violations.map(
      ({ reason }) => reason,
    );
  expect(await violations([track], [track])).toEqual([]);
  expect(await violations([track], [])).toEqual(['is for sale and not found']);
  expect(await violations([], [track])).toEqual(['is found and not for sale']);
  expect(await violations([track], [{ ...track, price_cents: 200 }])).toEqual(['the search has another price_cents']);
});

test('a row that the second look finds right, or wrong in another way, was under way', async () => {
  for (const then of [tracks(), tracks({ version: 0 })]) {
    const looks = [tracks({ version: 1 }), then];
    let reads = 0;
    // Each look reads four lists.
    const lists = () => looks[Math.min(1, Math.floor(reads++ / 4))]!;
    expect(await checkRows(lists, 'copies-of-tracks')).toMatchObject({ violations: [] });
  }
});

test('a difference does not count while an earlier event waits in a compared service, but does when it waits in another', async () => {
  const waits: Fact[] = [{ key: 'unsent', oldest: 1 }];
  expect(await checkRows({ ...tracks({ version: 1 }), 'catalog.under-way': waits }, 'copies-of-tracks')).toMatchObject({
    violations: [],
    underWay: 1,
  });
  expect(await checkRows({ ...tracks({ version: 1 }), 'notifications.under-way': waits }, 'copies-of-tracks')).toMatchObject({
    violations: [{ id: 1 }],
  });
  const later: Fact[] = [{ key: 'unsent', oldest: Date.now() }];
  expect(await checkRows({ ...tracks({ version: 1 }), 'catalog.under-way': later }, 'copies-of-tracks')).toMatchObject({
    violations: [{ id: 1 }],
  });
});

test('a difference within one service counts, whatever events wait', async () => {
  const waits: Fact[] = [{ key: 'waiting', oldest: 1 }];
  const waiting = Object.fromEntries(SERVICES.map((service) => [`${service}.under-way`, waits]));
  const broken: [string, Lists][] = [
    ['sold-once', { 'orders.sold-twice': [{ key: 1, times: 2 }] }],
    ['payment-has-order', { 'orders.payments-astray': [{ key: 1, payment_state: 'expired' }] }],
    ['invoices-are-gapless', { 'orders.invoice-numbers-astray': [{ key: 1, last: 2, issued: 1 }] }],
    ['order-has-invoice', { 'orders.invoices-astray': [{ key: 1, invoiced: null }] }],
    ['ledger-balances', { 'sellers.out-of-balance': [{ key: 1, cents: 5 }] }],
    ['balances-are-sums', { 'sellers.balances-astray': [{ key: 1 }] }],
    ['payouts-are-booked', { 'sellers.payouts-astray': [{ key: 1, state: 'paid' }] }],
    ['line-is-paid-once', { 'sellers.lines-in-two-payouts': [{ key: 1, times: 2 }] }],
    ['mail-is-sent-once', { 'notifications.mails-sent-twice': [{ key: 1 }] }],
    ['search-has-tracks', { 'catalog.for-sale': [{ key: 1, name: 'One' }] }],
    ['files-of-tracks', { 'catalog.files': [{ key: 1, stray: false }] }],
    ['files-of-claims', { 'orders.files': [{ key: 1, stray: false }] }],
    ['prints-of-recordings', { 'catalog.stray-fingerprints': [{ key: 1 }] }],
    ['files-of-packages', { 'catalog.package-files': [{ key: 1, stray: false, size: 1 }] }],
    ['hashes-of-packages', { 'catalog.damaged-package-sample': [{ key: 1 }] }],
  ];
  for (const [name, lists] of broken)
    expect(await checkRows({ ...lists, ...waiting }, name)).toMatchObject({ violations: [{ id: 1 }], underWay: 0 });
});

test('an event that no reaction handled counts once it can lie in no queue any more; a reaction younger than it need not have', async () => {
  const now = Date.now() / 1000;
  const lists = (sentAt: number, since = 0): Lists => ({
    'catalog.events-sent': [{ key: 'e', type: 'catalog.x', sent: sentAt }],
    'orders.events-handled': [{ key: 'e', reactions: ['one'] }],
    'orders.reactions': ['one', 'two'].map((reaction) => ({ key: reaction, type: 'catalog.x', reaction, since })),
  });
  expect(await checkRows(lists(now - 700), 'event-is-handled')).toMatchObject({
    violations: [{ id: 'e', reason: 'catalog.x was never handled by orders two' }],
  });
  expect(await checkRows(lists(now - 700, now - 600), 'event-is-handled')).toMatchObject({ violations: [] });
  expect(await checkRows(lists(now - 60), 'event-is-handled')).toMatchObject({ violations: [] });
  const readLists = reading({ ...lists(now - 60), ...tracks({ version: 1 }) });
  for (const names of [['event-is-handled', 'copies-of-tracks'], ['copies-of-tracks']]) {
    const outcomes = await check(readLists, names.map(invariant), 0);
    expect(outcomes.map((outcome) => outcome.invariant)).toEqual(names);
    expect(outcomes.at(-1)).toMatchObject({ violations: [], underWay: 1 });
  }
  // Events sent since the check began do not explain an earlier fault.
  expect(await checkRows({ ...lists(now + 60), ...tracks({ version: 1 }) }, 'copies-of-tracks')).toMatchObject({
    violations: [{ id: 1 }],
    underWay: 0,
  });
});

test('a key that a list has twice is wrong, whatever stands there', async () => {
  const lists: Lists = {
    'orders.sales': [{ key: '1 1', seller_id: 1, paid_cents: 5, refunded: false }],
    'sellers.sales': [{ key: '1 1', seller_id: 1, paid_cents: 5, refunded: false, twice: true }],
  };
  expect(await checkRows(lists, 'sale-is-booked')).toMatchObject({
    violations: [{ id: '1 1', reason: 'is there twice in sellers' }],
  });
});

test('names are short and unique, and each sentence is one', () => {
  const names = INVARIANTS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name, says } of INVARIANTS)
    expect([name, says]).toEqual([expect.stringMatching(/^[a-z-]{5,20}$/), expect.stringMatching(/^[A-Z].*\.$/)]);
});
