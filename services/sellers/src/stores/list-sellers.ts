import assert from 'node:assert/strict';
import type { SellersQuery } from '@shop/contracts/forms';
import type { Page, SellerAdminView } from '@shop/contracts/views';
import { containing, pageOf, sortedBy, windowOf } from '@shop/shared';
import type { DataSource } from 'typeorm';
import { DOCUMENT_WAITS, Seller, viewOf } from './seller.entity';

const SORTS = {
  id: 'store.id',
  shop_name: 'store.storeName',
  status: 'store.status',
  name: 'person.name',
  last_name: 'person.last_name',
  email: 'person.email',
  country: 'person.country',
  offer_accepted_at: 'store.offerAcceptedAt',
  verification_uploaded_at: 'store.verificationUploadedAt',
  verification_due_at: 'greatest(store.verificationUploadedAt, store.verificationJudgedAt)',
};

const DOCUMENT_IS: Record<NonNullable<SellersQuery['document']>, string> = {
  0: 'store.verificationKey IS NULL',
  1: 'store.verificationKey IS NOT NULL',
  waits: DOCUMENT_WAITS,
};

type Person = {
  person_name: string | null;
  person_last_name: string | null;
  person_email: string | null;
  person_country: string | null;
};

/**
 * Stores with their owners for the admin's list. `q` searches id, store name, name, last name, e-mail, country and status; `#5`
 * finds only that store. `document` asks whether the identity document was sent, or waits for a decision.
 */
export async function listSellers(source: DataSource, query: SellersQuery): Promise<Page<SellerAdminView>> {
  const builder = source.manager
    .createQueryBuilder(Seller, 'store')
    .leftJoin('user_copies', 'person', 'person.user_id = store.user_id')
    .where('store.deletedAt IS NULL');
  if (query.status) builder.andWhere('store.status = :status', { status: query.status });
  if (query.document) builder.andWhere(DOCUMENT_IS[query.document]);
  const [, number] = /^#(\d+)$/.exec(query.q ?? '') ?? [];
  if (number) builder.andWhere('store.id::text = :number', { number });
  else if (query.q)
    builder.andWhere(
      `(store.id::text = :q OR store.status = lower(:q) OR concat_ws(' ', store.store_name, person.name, person.last_name,
        person.email, person.country, store.status) ~* :pattern)`,
      { q: query.q, pattern: containing(query.q) },
    );
  const total = await builder.getCount();
  const { skip, take } = windowOf(query);
  const { entities, raw } = await builder
    .addSelect(['name', 'last_name', 'email', 'country'].map((column) => `person.${column} AS person_${column}`))
    .orderBy(sortedBy(query.sort, SORTS, 'store.id'))
    .offset(skip)
    .limit(take)
    .getRawAndEntities<Person>();
  const sellers = entities.map((seller, i) => {
    const person = raw[i];
    assert(person, 'every store has its row');
    return { ...viewOf(seller), payout_changed_at: seller.payoutChangedAt?.toISOString() ?? null, user: personOf(person) };
  });
  return pageOf(query, total, sellers);
}

/** The owner of a store; empty texts while sellers does not know the account. */
const personOf = (row: Person): SellerAdminView['user'] => ({
  name: row.person_name ?? '',
  last_name: row.person_last_name ?? '',
  email: row.person_email ?? '',
  country: row.person_country ?? '',
});
