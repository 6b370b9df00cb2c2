import { deliver } from '@shop/runtime/testing';
import { sendBatch } from '../../services/sellers/src/payouts/send-batch';
import type { PaypalPayouts } from '../../services/sellers/src/payouts/paypal-payouts';
import { subscriptionsOf } from '../../services/sellers/src/subscriptions';
import { captured } from '../../services/sellers/src/testing/ledger-app';
import { addressOf, faultsOf, NET_CENTS, NO_FAULTS, openPayouts, type PayoutRig } from './payout-rig';

class Killed extends Error {}

/** The places at which the process may end: before PayPal hears of the call, and after it has acted on it. */
const KILLS: Record<string, (paypal: PaypalPayouts) => PaypalPayouts> = {
  'before sending': (paypal) => ({ ...paypal, send: () => Promise.reject(new Killed()) }),
  'after sending': (paypal) => ({
    ...paypal,
    send: async (...args) => {
      await paypal.send(...args);
      throw new Killed();
    },
  }),
  'before looking': (paypal) => ({ ...paypal, lookUp: () => Promise.reject(new Killed()) }),
  'after looking': (paypal) => ({
    ...paypal,
    lookUp: async (...args) => {
      await paypal.lookUp(...args);
      throw new Killed();
    },
  }),
};
const FAULTS = ['drop-answer', 'error-500', 'error-500-after', 'malformed', 'rate-limited', 'decline'];
const FATES = ['SUCCESS', 'SUCCESS', 'UNCLAIMED', 'ONHOLD', 'FAILED', 'PENDING'] as const;

/** Numbers that are the same for the same seed. */
function dice(seed: number) {
  let state = seed * 2_654_435_761;
  return (sides: number) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * sides);
  };
}

const survive = (work: Promise<unknown>) =>
  work.catch((error: unknown) => {
    if (!(error instanceof Killed) && !(error instanceof Error && 'code' in error)) throw error;
  });

let shop: PayoutRig;
beforeEach(async () => {
  shop = await openPayouts(3);
});
afterEach(() => shop.close());

test.each([1, 2, 3, 4, 5, 6])(
  'history %i: no line is paid twice, and PayPal, ledger and batches agree to the cent',
  async (seed) => {
    const roll = dice(seed);
    const pick = <One>(from: readonly One[]) => from[roll(from.length)] as One;
    const subscriptions = subscriptionsOf('Ghostline', 'UTC');
    let sales = 0;
    for (let step = 0; step < 14; step += 1) {
      const sellerId = 1 + roll(3);
      sales += 1;
      await deliver(shop.db, subscriptions, captured(100 + sales, [{ sellerId }]), 1 + roll(2));
      shop.paypal.control.setPayee(addressOf(sellerId), pick(FATES));
      if (roll(3) === 0) shop.paypal.control.forgetPayoutRequests();
      const fault = roll(2) === 0 ? pick(FAULTS) : null;
      if (fault) shop.paypal.control.addFault({ operation: pick(['payout', 'payout']), fault });
      const drafted = await shop.call('post', '', {});
      const id = (drafted.body as { data?: { id: number } }).data?.id;
      if (id !== undefined) await shop.approve(id).expect(200);
      shop.wire.broken = roll(2) === 0 ? (KILLS[pick(Object.keys(KILLS))] ?? null) : null;
      // Two admins press the button at once.
      if (id !== undefined) await Promise.all([1, 2].map((admin) => survive(sendBatch(shop.db, admin, id, shop.parts))));
      await survive(shop.ask());
      shop.wire.broken = null;
      if (roll(4) === 0 && id !== undefined) await shop.cancel(id);
      for (const { id: itemId, status } of shop.paypal.control.ledger().payouts.flatMap(({ items }) => items)) {
        if (roll(4) > 0) continue;
        if (status === 'UNCLAIMED') shop.paypal.control.movePayoutItem(itemId, pick(['SUCCESS', 'RETURNED'] as const));
        if (status === 'ONHOLD' || status === 'PENDING')
          shop.paypal.control.movePayoutItem(itemId, pick(['SUCCESS', 'FAILED'] as const));
        if (status === 'SUCCESS' && roll(3) === 0) shop.paypal.control.movePayoutItem(itemId, 'REVERSED');
      }
    }
    shop.paypal.control.clearFaults();
    // In the end everything that waits is decided, and every batch is looked at once more. PayPal may hear of a batch only now.
    for (let i = 0; i < 3; i += 1) {
      for (const { id, status } of shop.paypal.control.ledger().payouts.flatMap(({ items }) => items))
        if (['UNCLAIMED', 'ONHOLD', 'PENDING'].includes(status)) shop.paypal.control.movePayoutItem(id, 'SUCCESS');
      await shop.db.query('UPDATE payout_batches SET ask_at = now() WHERE paypal_id IS NOT NULL OR ask_at IS NOT NULL');
      await shop.ask();
    }
    expect(await faultsOf(shop)).toEqual(NO_FAULTS);

    const [{ open }] = await shop.db.query<[{ open: number }]>(
      `SELECT coalesce(sum(earned_cents - paid_cents), 0)::int AS open FROM ledger_balances`,
    );
    const [{ fees }] = await shop.db.query<[{ fees: number }]>(
      `SELECT coalesce(sum(amount_cents), 0)::int AS fees FROM ledger_entries WHERE account = 'fees'`,
    );
    // What left PayPal's account is what sellers were paid, with the fees.
    expect(10_000_000 - shop.paypal.control.ledger().funds).toBe(sales * NET_CENTS - open + fees);
  },
);
