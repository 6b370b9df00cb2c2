import type { statementRoutes } from '@shop/contracts/routes';
import { renderStatement, type StatementFacts } from '@shop/documents';
import { createFairQueue, currentPlace, forbidden, notFound, reply, type Caller, type Handlers } from '@shop/http';
import { spreadsheetFile } from '@shop/shared';
import type { ServiceContext } from '../context';
import { storeOf } from '../ledger/store-of';
import { statementCsv, statementOf, statementsOf } from './statement-queries';

/** One thread draws: one waits there, so that it never rests, and all others here, where accounts take turns. */
const inTurn = createFairQueue({ atOnce: 2, mostWaiting: 64 });

type Parts = Pick<ServiceContext, 'source' | 'siteName' | 'timeZone' | 'clock'>;

/** The statements of sellers, for themselves and admins of money. */
export function statementHandlers({
  source,
  siteName,
  timeZone,
  clock = () => new Date(),
}: Parts): Handlers<typeof statementRoutes> {
  /** @throws Refusal 403 for a caller who is neither the seller nor an admin, 404 for an admin when there is no such seller */
  const storeName = async (caller: Caller, sellerId: number) => {
    const store = await storeOf(source.manager, sellerId);
    if (!caller.admin && store?.userId !== caller.userId) throw forbidden();
    if (!store) throw notFound('seller');
    return store.said.storeName;
  };

  /** @throws Refusal like `storeName`, and 404 for a month without anything booked by its end */
  const statement = async (caller: Caller, { id: sellerId, month }: { id: number; month: string }): Promise<StatementFacts> => {
    const site = { siteName, storeName: await storeName(caller, sellerId), now: clock() };
    const facts = await statementOf(source.manager, { sellerId, month, timeZone }, site);
    if (!facts) throw notFound('statement');
    return facts;
  };

  return {
    async listStatements({ params, caller }) {
      await storeName(caller, params.id);
      return { success: true, data: await statementsOf(source.manager, { sellerId: params.id, timeZone }, clock()) };
    },
    async readStatement({ params, caller }) {
      const facts = await statement(caller, params);
      return reply(200, await inTurn(currentPlace(), () => renderStatement(facts)), {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="statement-${params.id}-${params.month}.pdf"`,
        'cache-control': 'private, no-store',
      });
    },
    async exportStatement({ params, caller }) {
      const { body, headers } = spreadsheetFile(
        `statement-${params.id}-${params.month}`,
        statementCsv(await statement(caller, params)),
      );
      return reply(200, body, headers);
    },
  };
}
