import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { MAY } from '@shop/contracts/constants';
import { id, LedgerQuery, PayoutForm, PayoutReversalForm, PayoutsQuery } from '@shop/contracts/forms';
import { endpoint, forbidden, inTx, notFound, reply, type Caller, type Endpoint } from '@shop/kit';
import { dateIn } from './due-date';
import { ledgerCsv, payoutsCsv } from './ledger-csv';
import { ledgerLines, ledgerPage, type Calendar } from './ledger-queries';
import { listPayouts, payoutRows } from './payout-queries';
import { recordPayout } from './record-payout';
import { reversePayout } from './reverse-payout';
import { storeOf } from './store-of';

const Id = z.strictObject({ id });
const paging = { page: true, limit: true } as const;

const csv = (name: string, body: string) =>
  reply(200, Buffer.from(body), {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}.csv"`,
    'cache-control': 'private, no-store',
  });

/** What sellers earn and what they were paid. Amounts are cents; days are on the calendar of `timeZone`. */
export function ledgerEndpoints(source: DataSource, timeZone: string, clock: () => Date = () => new Date()): Endpoint[] {
  const calendar = (): Calendar => ({ timeZone, today: dateIn(timeZone, clock()) });

  /** @throws Refusal 403 for who is neither the seller nor an admin, 404 for an admin when there is no such seller (decision 55). */
  const mayRead = async (caller: Caller, sellerId: number) => {
    const store = await storeOf(source.manager, sellerId);
    if (!caller.admin && store?.userId !== caller.userId) throw forbidden();
    if (!store) throw notFound('seller');
  };

  return [
    endpoint({
      method: 'get',
      path: '/api/sellers/:id/ledger',
      who: { users: true, admin: MAY.readMoney },
      summary:
        "The seller's ledger, newest first, with each line's reasons and what is owed, due and paid; for himself and admins",
      params: Id,
      query: LedgerQuery,
      async handle({ params, query, caller }) {
        await mayRead(caller, params.id);
        return ledgerPage(source.manager, params.id, query, calendar());
      },
    }),
    endpoint({
      method: 'get',
      path: '/api/sellers/:id/ledger.csv',
      who: { users: true, admin: MAY.readMoney },
      summary: 'All of those lines as a spreadsheet',
      params: Id,
      query: LedgerQuery.omit(paging),
      async handle({ params, query, caller }) {
        await mayRead(caller, params.id);
        const lines = await ledgerLines(source.manager, params.id, query, calendar());
        return csv(`ledger-${params.id}`, ledgerCsv(lines, timeZone));
      },
    }),
    endpoint({
      method: 'post',
      path: '/api/sellers/:id/payouts',
      who: { roles: MAY.changeMoney },
      stepUp: true,
      status: 201,
      summary: 'Writes down a payout that was made; the same key twice is one payout',
      params: Id,
      body: PayoutForm,
      handle: async ({ params, body, caller }) => ({
        success: true,
        data: await inTx(source, (tx) => recordPayout(tx, caller.userId!, params.id, body, calendar().today)),
      }),
    }),
    endpoint({
      method: 'get',
      path: '/api/payouts',
      who: { roles: MAY.readMoney },
      summary: 'Who is owed and due what, and where it is to be sent; `due=true` for those who have something due',
      query: PayoutsQuery,
      handle: ({ query }) => listPayouts(source.manager, query, calendar().today),
    }),
    endpoint({
      method: 'get',
      path: '/api/payouts/list.csv',
      who: { roles: MAY.readMoney },
      summary: 'All of that list as a spreadsheet',
      query: PayoutsQuery.omit(paging),
      handle: async ({ query }) => csv('payouts', payoutsCsv(await payoutRows(source.manager, query, calendar().today))),
    }),
    endpoint({
      method: 'post',
      path: '/api/payouts/:id/reversal',
      who: { roles: MAY.changeMoney },
      stepUp: true,
      summary: 'Takes back a payout that was recorded wrongly, by a second entry; again changes nothing',
      params: Id,
      body: PayoutReversalForm,
      async handle({ params, body, caller }) {
        await inTx(source, (tx) => reversePayout(tx, caller.userId!, params.id, body));
        return { success: true };
      },
    }),
  ];
}
