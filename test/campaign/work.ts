import { setTimeout as pause } from 'node:timers/promises';
import { buyAll, type Buyer } from '../load/buyers';
import type { RunningShop } from '../load/running-shop';
import { putTrackOnSale, renameTrack } from '../load/tracks';
import type { PaypalSimulator } from '../../infra/paypal-simulator/src/index';
import type { Random } from './faults';

export type People = { buyers: readonly Buyer[]; adminToken: string; firstTrack: number; random: Random };

/**
 * Lets people use the shop until `end()` is called: buyers buy and change their accounts, an admin publishes and renames tracks,
 * PayPal refunds payments. A harmed shop may refuse, and a failed call is tried again or counts as not done; but a confirmed call
 * must have its effect.
 */
export function workOn(shop: RunningShop, paypal: PaypalSimulator, { buyers, adminToken, firstTrack, random }: People) {
  const counts = {
    'tracks published': 0,
    'tracks renamed': 0,
    refunds: 0,
    'accounts changed': 0,
    'of these refused, and done later': 0,
  };
  const published: number[] = [];
  const refunded = new Set<string>();
  let over = false;
  const shopping = buyAll(shop, buyers, firstTrack);

  const repeat = async (pauseMs: number, work: () => Promise<void>) => {
    while (!over) {
      await work().catch(() => (counts['of these refused, and done later'] += 1));
      await pause(pauseMs * (0.5 + random()));
    }
  };
  const edit = async () => {
    if (published.length < 5 || random() < 0.2) {
      published.push((await putTrackOnSale(shop, adminToken, `Track ${published.length}`)).id);
      counts['tracks published'] += 1;
    } else {
      await renameTrack(shop, adminToken, published[Math.floor(random() * published.length)] ?? firstTrack, `Track ${random()}`);
      counts['tracks renamed'] += 1;
    }
  };
  const refund = async () => {
    const ofAnswered = new Set(shopping.bought.map(({ paypalOrderId }) => paypalOrderId));
    const capture = paypal.control
      .ledger()
      .captures.find(({ id, status, order_id }) => status === 'COMPLETED' && ofAnswered.has(order_id) && !refunded.has(id));
    if (!capture) return;
    refunded.add(capture.id);
    paypal.control.refund(capture.id);
    counts.refunds += 1;
  };
  const change = async () => {
    const buyer = buyers[Math.floor(random() * buyers.length)];
    if (!buyer) return;
    const answer = await fetch(`${shop.url}/api/users/${buyer.id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${buyer.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `Buyer ${Math.floor(random() * 1000)}`, last_name: 'Number', country: 'Norway' }),
      signal: AbortSignal.timeout(20_000),
    });
    if (!answer.ok) throw new Error(`${answer.status}`);
    counts['accounts changed'] += 1;
  };
  const working = Promise.all([repeat(1500, edit), repeat(4000, refund), repeat(1000, change)]);

  return {
    done: counts,
    bought: shopping.bought,
    async end() {
      over = true;
      await working;
      return shopping.end();
    },
  };
}
