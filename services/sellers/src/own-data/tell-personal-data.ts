import { personalDataGathered, type DataOf, type PersonalDataRequested } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';
import { maskAddress, paidTo } from '../stores/payout-details';
import { Seller } from '../stores/seller.entity';

/**
 * Announces everything that sellers stores about a user who asks for it: their store, their submissions and their ledger
 * (docs/product/accounts.md#downloading-ones-own-data). Payout details are masked.
 */
export async function tellPersonalDataWhenRequested(
  { db, emit }: Tx,
  request: DataOf<typeof PersonalDataRequested>,
): Promise<void> {
  const store = await db.findOneBy(Seller, { userId: request.userId });
  const rows = <Row = Record<string, unknown>>(sql: string) => (store ? db.query<Row[]>(sql, [store.id]) : []);
  const personalData = {
    store: store && storeOf(store),
    known_before: (
      await rows<{ word: string; lost_at: Date }>(
        'SELECT word, lost_at FROM former_words WHERE seller_id = $1 ORDER BY lost_at, word',
      )
    ).map(({ word, lost_at }) => ({ word: maskAddress(word), lost_at })),
    submissions: await rows(
      `SELECT track_name, price_cents, genre, bpm, music_key, track_files_link, project_files_link, contact_email, sound_origins, status, reason,
         product_id, submitted_at, changed_at, history
       FROM track_submissions WHERE seller_id = $1 ORDER BY id`,
    ),
    ledger: await rows(
      `SELECT t.id AS number, kind, occurred_at, reverses, order_id, product_id, track_name, price_cents, project_cents, paid_cents,
         due_on::text, method, reference, reason, -amount_cents AS amount_cents
       FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id AND account = 'seller'
       WHERE seller_id = $1 ORDER BY t.id`,
    ),
    payouts_by_paypal: await rows(
      `SELECT pay_to, amount_cents, item.state, transaction_id, created_at FROM payout_items item JOIN payout_batches batch ON batch.id = batch_id
       WHERE seller_id = $1 ORDER BY item.id`,
    ),
  };
  await emit(...personalDataGathered(request, 'sellers', personalData));
}

const storeOf = (store: Seller) => ({
  name: store.storeName,
  social_link: store.socialLink,
  status: store.status,
  status_reason: store.statusReason,
  opened_at: store.createdAt,
  closed_at: store.deletedAt,
  paid_to: paidTo(store),
  paypal_address_confirmed: store.isPaypalConfirmed(),
  card_holder_name: store.cardHolderName,
  payout_changed_at: store.payoutChangedAt,
  offer_accepted_at: store.offerAcceptedAt,
  offer_version: store.offerVersion,
  offer_accepted_from: store.offerAddress,
  identity_document: store.verificationKey && {
    sent_at: store.verificationUploadedAt,
    pages: store.verificationPages,
    refused_at: store.verificationRefusedAt,
  },
});
