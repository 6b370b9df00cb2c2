import type { Fact } from '@shop/runtime';
import { rowIn, type Invariant, type Judge, type Rows } from './invariant';
import { serviceOf, type List } from './read-facts';

/** The fields in which a copy differs from its owner's row. `only` limits the comparison to some of the copy's fields. */
const otherwise = (copy: Fact, owner: Fact, only = Object.keys(copy)) =>
  only.filter((field) => field in copy && field !== 'key' && field !== 'twice' && copy[field] !== owner[field]);

const differing = (service: string, fields: string[]) =>
  fields.length > 0 ? `${service} has another ${fields.join(', ')}` : null;

/** Requires that each copy exists and equals its owner's row. `only` limits the comparison to some fields. */
const equal =
  (owner: List, copies: readonly List[], only: (owner: Fact) => string[] | undefined = () => undefined): Judge =>
  (rows) => {
    const ownerRow = rowIn(rows, owner);
    if (!ownerRow)
      return `${Object.keys(rows)
        .map((list) => serviceOf(list as List))
        .join(', ')} knows of it, ${serviceOf(owner)} does not`;
    return first(
      copies.map((list) => {
        const copy = rowIn(rows, list);
        if (!copy) return `${serviceOf(list)} does not know of it`;
        return differing(serviceOf(list), otherwise(copy, ownerRow, only(ownerRow)));
      }),
    );
  };

/** Like `equal` for rows that may be missing: `absent` takes the place of a missing row. */
const equalOr =
  (owner: List, copies: readonly List[], absent: Record<string, unknown>): Judge =>
  (rows) =>
    first(
      copies.map((list) => {
        const ownerRow = rowIn(rows, owner) ?? absent;
        const copy = { key: '', ...(rowIn(rows, list) ?? absent) };
        return differing(serviceOf(list), otherwise(copy, { key: '', ...ownerRow }, Object.keys(absent)));
      }),
    );

const first = (reasons: (string | null)[]) => reasons.find((reason) => reason !== null) ?? null;

/** The fields that count for a removed track: a service may never have heard of the rest. */
const REMOVAL = ['version', 'removed'];
/** These deliver a track to its buyer after the sale, even a removed one. */
const LINKS = ['package_id', 'download_link', 'project_link'];

const SOLD = 'sold';
/** Identity stores only whether a track is sold. */
const claims: Judge = (rows, key) => {
  const state = rowIn(rows, 'orders.claims')?.state ?? 'free';
  const identity = rowIn(rows, 'identity.claims')?.sold ?? false;
  if (identity !== (state === SOLD)) return 'identity has another state';
  return equalOr('orders.claims', ['catalog.claims', 'sellers.claims'], { state: 'free' })(rows, key);
};

/** Compares the open matters of an account that is not deleted. */
const ofAccount = (list: List, owner: List, absent: Record<string, number>): Judge => {
  const judge = equalOr(owner, [list], absent);
  return (rows: Rows, key) => (rowIn(rows, list)?.deleted === true ? null : judge(rows, key));
};

const copies = (name: string, says: string, from: readonly List[], judge: Judge): Invariant => ({
  name,
  says,
  from,
  judge: () => judge,
});

/** Every service's copies of other services' facts must equal their owners' facts. */
export const COPIES: Invariant[] = [
  copies(
    'copies-of-tracks',
    'What identity, orders and sellers know of a track is what catalog says.',
    ['catalog.tracks', 'identity.tracks', 'orders.tracks', 'sellers.tracks'],
    equal('catalog.tracks', ['identity.tracks', 'orders.tracks', 'sellers.tracks'], ({ removed, sold }) =>
      removed ? [...REMOVAL, ...(sold ? LINKS : [])] : undefined,
    ),
  ),
  copies(
    'search-has-tracks',
    'The search finds each track for sale as it is, and no other.',
    ['catalog.for-sale', 'catalog.searched'],
    (rows) => {
      const [row, searchRow] = [rowIn(rows, 'catalog.for-sale'), rowIn(rows, 'catalog.searched')];
      if (!row) return 'is found and not for sale';
      return searchRow ? differing('the search', otherwise(searchRow, row)) : 'is for sale and not found';
    },
  ),
  copies(
    'copies-of-claims',
    'Who has a track is what orders says, also for catalog, identity and sellers.',
    ['orders.claims', 'catalog.claims', 'identity.claims', 'sellers.claims'],
    claims,
  ),
  copies(
    'held-lines',
    'The lines of the ledger that sellers holds are those of the tracks that orders has frozen.',
    ['orders.freezes', 'sellers.holds'],
    equal('orders.freezes', ['sellers.holds']),
  ),
  copies(
    'dispute-fees',
    "PayPal's fees for a dispute are booked as orders knows them.",
    ['orders.dispute-fees', 'sellers.dispute-fees'],
    equal('orders.dispute-fees', ['sellers.dispute-fees']),
  ),
  copies(
    'copies-of-people',
    'What orders and sellers know of an account is what identity says.',
    ['identity.people', 'orders.people', 'sellers.people'],
    equal('identity.people', ['orders.people', 'sellers.people'], ({ deleted }) => (deleted ? ['deleted'] : undefined)),
  ),
  copies(
    'copies-of-stores',
    'What catalog and orders know of a store is what sellers says.',
    ['sellers.stores', 'catalog.stores', 'orders.stores'],
    equal('sellers.stores', ['catalog.stores', 'orders.stores']),
  ),
  copies(
    'names-of-stores',
    'Identity keeps the name of each open store, and of no other.',
    ['sellers.store-owners', 'identity.store-owners'],
    equal('sellers.store-owners', ['identity.store-owners']),
  ),
  copies(
    'open-purchases',
    'What identity knows to be open with a buyer is what orders says.',
    ['orders.open-purchases', 'identity.open-purchases'],
    ofAccount('identity.open-purchases', 'orders.open-purchases', { holds: 0, payments: 0, disputes: 0 }),
  ),
  copies(
    'open-earnings',
    'What identity knows to be open with a store is what sellers says.',
    ['sellers.open-earnings', 'identity.open-earnings'],
    ofAccount('identity.open-earnings', 'sellers.open-earnings', { owed_cents: 0, sales: 0 }),
  ),
  copies(
    'payout-blocks',
    'Sellers stops the payouts that orders has open differences about, and no others.',
    ['orders.differences', 'sellers.differences'],
    equalOr('orders.differences', ['sellers.differences'], { open: false }),
  ),
];
