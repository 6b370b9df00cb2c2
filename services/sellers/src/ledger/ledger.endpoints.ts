import type { ledgerRoutes } from '@shop/contracts/routes';
import { forbidden, notFound, reply, type Caller, type Handlers } from '@shop/http';
import { inTx } from '@shop/messaging';
import { spreadsheetFile } from '@shop/shared';
import type { DataSource } from 'typeorm';
import { dateIn } from './due-date';
import { ledgerCsv, payoutsCsv } from './ledger-csv';
import { ledgerLines, ledgerPage, type Calendar } from './ledger-queries';
import { listPayouts, payoutRows } from './payouts/payout-queries';
import { paypalPayouts } from './paypal-payouts';
import { recordPayout } from './payouts/record-payout';
import { reversePayout } from './payouts/reverse-payout';
import { storeOf } from './store-of';

function csv(name: string, text: string) {
  const { body, headers } = spreadsheetFile(name, text);
  return reply(200, body, headers);
}

type LedgerParts = { source: DataSource; timeZone: string; clock?: () => Date };

/** Earnings and payouts of sellers. Amounts are cents; days are on the calendar of `timeZone`. */
export function ledgerHandlers({ source, timeZone, clock = () => new Date() }: LedgerParts): Handlers<typeof ledgerRoutes> {
  const calendar = (): Calendar => ({ timeZone, today: dateIn(timeZone, clock()) });

  /**
   * @throws Refusal 403 for a caller who is neither the seller nor an admin, 404 for an admin when there is no such seller
   * (docs/product/wire.md#foreign-and-unknown-objects).
   */
  const mayRead = async (caller: Caller, sellerId: number) => {
    const store = await storeOf(source.manager, sellerId);
    if (!caller.admin && store?.userId !== caller.userId) throw forbidden();
    if (!store) throw notFound('seller');
  };

  return {
    async readLedger({ params, query, caller }) {
      await mayRead(caller, params.id);
      const payouts = await paypalPayouts(source.manager, params.id);
      return { ...(await ledgerPage(source.manager, params.id, query, calendar())), ...(payouts.length > 0 && { payouts }) };
    },
    async exportLedger({ params, query, caller }) {
      await mayRead(caller, params.id);
      const lines = await ledgerLines(source.manager, params.id, query, calendar());
      return csv(`ledger-${params.id}`, ledgerCsv(lines));
    },
    recordPayout: async ({ params, body, caller }) => ({
      success: true,
      data: await inTx(source, (tx) => recordPayout(tx, caller.userId, params.id, body, calendar())),
    }),
    listPayouts: ({ query }) => listPayouts(source.manager, query, calendar().today),
    exportPayouts: async ({ query }) => csv('payouts', payoutsCsv(await payoutRows(source.manager, query, calendar().today))),
    async reversePayout({ params, body, caller }) {
      await inTx(source, (tx) => reversePayout(tx, caller.userId, params.id, body));
      return { success: true };
    },
  };
}
