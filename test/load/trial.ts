import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@shop/runtime/testing';
import { buyAll, makeBuyers, putOnSale, type Buyer } from './buyers';
import { lostEvents, waiting, type RunningShop } from './running-shop';
import { visit, type Visit } from './visitor';

const TRACKS = 20_000;
const BUYERS = 4;
const FIRST_TRACK = 1_000_000;

export const NOTHING_FAILED = { failed: [], loggedOut: 0 };

/** Buyers who buy one track after the other while a test breaks parts of a running shop. */
export type Trial = { shop: RunningShop; buyers: Buyer[]; shopping: ReturnType<typeof buyAll> };

/** Puts tracks on sale and lets people begin to buy them. */
export async function beginTrial(shop: RunningShop): Promise<Trial> {
  await putOnSale(shop, FIRST_TRACK, TRACKS);
  const buyers = await makeBuyers(shop, BUYERS);
  return { shop, buyers, shopping: buyAll(shop, buyers, FIRST_TRACK) };
}

/**
 * Visits the shop during `work` and some seconds longer.
 * @returns the visitor's results, which are printed too
 */
export async function during({ shop, buyers, shopping }: Trial, work: () => Promise<void>, patienceMs = 0): Promise<Visit> {
  const { id, token } = buyers[0]!;
  const before = shopping.bought.length;
  const paths = [`/api/orders/user/${id}`, `/api/sellers/user/${id}`, `/api/users/${id}`];
  const visitResult = await visit(shop, paths, token, patienceMs, async () => {
    await pause(2000);
    await work();
    await pause(5000);
  });
  console.log(
    `${expect.getState().currentTestName}: ${JSON.stringify({ ...visitResult, bought: shopping.bought.length - before })}`,
  );
  return visitResult;
}

/** The tests that count a trial's results. Both functions are called when the tests run; `inbox` is where mails arrive. */
export function countsAfterwards(trial: () => Trial, inbox: () => string) {
  describe('after all of that', () => {
    beforeAll(async () => {
      const { failed } = await trial().shopping.end();
      expect(failed).toEqual([]);
      await eventually(async () => expect(await waiting(trial().shop)).toBe(0), 180_000);
    });

    test('no event is lost', async () => {
      expect(await lostEvents(trial().shop)).toEqual([]);
    });

    test('every purchase is one paid order of its track, with one capture at PayPal', async () => {
      const { shop, shopping } = trial();
      const { bought } = await shopping.end();
      const sold = await shop.query<{ product_id: number }>(
        'orders',
        `SELECT product_id FROM order_items JOIN orders ON orders.id = order_id
         WHERE payment_state = 'paid' AND product_id >= ${FIRST_TRACK}`,
      );
      const tracks = sold.map((row) => row.product_id);
      expect(new Set(tracks).size).toBe(tracks.length);
      expect(tracks.toSorted()).toEqual(bought.map(({ productId }) => productId).toSorted());
      const { captures } = (await (await fetch(`${shop.simulatorUrl}/sim/ledger`)).json()) as {
        captures: { order_id: string; status: string }[];
      };
      expect(new Set(captures.map((capture) => capture.order_id)).size).toBe(captures.length);
      expect(captures.length).toBe(tracks.length);
    });

    test('each purchase is told once, to its buyer and to the operator', async () => {
      const { shop, shopping } = trial();
      const { bought } = await shopping.end();
      await eventually(
        async () => expect(await shop.query('notifications', `SELECT id FROM mails WHERE state = 'waiting'`)).toEqual([]),
        120_000,
      );
      type MailCount = { kind: string; mails: number; subjects: number };
      const mailCounts = await shop.query<MailCount>(
        'notifications',
        `SELECT kind, count(*)::int AS mails, count(DISTINCT subject)::int AS subjects FROM mails
         WHERE kind IN ('order', 'sale-notice') GROUP BY kind ORDER BY kind`,
      );
      const once = { mails: bought.length, subjects: bought.length };
      expect(mailCounts).toEqual([
        { kind: 'order', ...once },
        { kind: 'sale-notice', ...once },
      ]);
      const arrived = (await (await fetch(`${inbox()}/api/messages?to=admin@ghostline.example`)).json()) as {
        subject: string;
      }[];
      const sales = arrived.map(({ subject }) => subject).filter((subject) => subject.startsWith('Sold:'));
      expect(new Set(sales).size).toBe(sales.length);
    });
  });
}
