import assert from 'node:assert/strict';
import { newestHead } from '../../newest-head';
import { PaymentsReconciled } from '@shop/contracts/events';
import type { ReconciliationView } from '@shop/contracts/views';
import { PAYOUT_DIFFERENCE_KINDS } from '@shop/contracts/constants';
import { conflict, isError, unavailable } from '@shop/http';
import { inTx, type Tx } from '@shop/messaging';
import type { Log } from '@shop/runtime';
import type { DataSource, EntityManager } from 'typeorm';
import type { HeedDisputes, PaymentGateway, Report, SettleRefunds } from '../payment-gateway';
import { booksFor, pagesOf, salesBetween } from './books';
import { compare, comparedUntil, EDGE_MS } from './compare';
import { reportedPayouts, type ReportedPayouts } from './reported-payouts';
import { openDifferences, reconciliationView, type ReconciliationRow } from './difference-queries';
import { saveDifferences } from './differences';

export type ReconciliationParts = {
  source: DataSource;
  gateway: Pick<PaymentGateway, 'report'>;
  settleRefunds: SettleRefunds;
  heedDisputes: HeedDisputes;
  log: Log;
  timeZone: string;
  reconcileAt: number;
  providerWithinMs: number;
};

const DAY_MS = 24 * 3_600_000;
const WINDOW_DAYS = 35;
const LAG_MS = 4 * 3_600_000;
const LEASE = `interval '10 minutes'`;
const AGAIN_AFTER = `interval '15 minutes'`;
const WITHIN_MS = 5 * 60_000;

/**
 * One turn of the nightly comparison, on any number of replicas (docs/product/payments.md#the-books-are-compared-each-night).
 * Before its hour it does nothing; then it compares once, and tries again soon when PayPal is away.
 */
export async function reconcileAtNight(parts: ReconciliationParts): Promise<void> {
  const { timeZone, reconcileAt } = parts;
  const [now] = await parts.source.query<[{ hour: number; night: string; old: boolean }]>(
    `SELECT extract(hour FROM now() AT TIME ZONE $1)::int AS hour, (now() AT TIME ZONE $1)::date::text AS night,
       EXISTS (SELECT 1 FROM payments WHERE captured_at < now() - interval '4 hours') AS old`,
    [timeZone],
  );
  if (now.hour < reconcileAt || !now.old) return;
  const comparison = await inTx(parts.source, (tx) => begin(tx, now.night));
  if (comparison) await run(parts, comparison, WITHIN_MS);
}

/**
 * Compares the books now.
 * @returns the comparison
 * @throws Refusal 409 while one is at work, 503 when PayPal's books cannot be read
 */
export async function reconcileNow(parts: ReconciliationParts): Promise<ReconciliationView> {
  const comparison = await inTx(parts.source, (tx) => begin(tx, null));
  if (!comparison) throw conflict('running', 'A comparison is running. Please look again in a minute.');
  const view = await run(parts, comparison, parts.providerWithinMs);
  if (view.outcome === 'failed') throw unavailable(`PayPal's books could not be read: ${view.problem}. Nothing was compared.`);
  return view;
}

/** Makes comparisons, and storing their findings, wait for each other. */
export const lock = (db: EntityManager) => db.query(`SELECT pg_advisory_xact_lock(hashtext('reconciliation'))`);

type RunStart = { runId: number; startedAt: Date };

/**
 * Takes the lease by writing a row, which ends with the work.
 * @returns null when another replica has it, or this night is done
 */
async function begin({ db }: Tx, night: string | null): Promise<RunStart | null> {
  await lock(db);
  const [comparison] = await db.query<RunStart[]>(
    `INSERT INTO reconciliations (night, lease_until)
     SELECT $1::date, now() + ${LEASE}
     WHERE NOT EXISTS (SELECT 1 FROM reconciliations WHERE finished_at IS NULL AND lease_until > now())
       AND ($1::date IS NULL OR NOT EXISTS (SELECT 1 FROM reconciliations WHERE night = $1::date
              AND (outcome = 'done' OR finished_at > now() - ${AGAIN_AFTER})))
     RETURNING id AS "runId", started_at AS "startedAt"`,
    [night],
  );
  return comparison ?? null;
}

/** Kinds of differences that orders does not find in PayPal's books: sellers does, or the news of an account. */
const FOUND_ELSEWHERE: readonly string[] = ['ledger', ...PAYOUT_DIFFERENCE_KINDS, 'ended-account'];

/**
 * A comparison looks at the shop's sales and refunds between these moments; it reads PayPal's books up to its start. What is absent from
 * them before `edge` may have been dated earlier.
 */
export const windowOf = (startedAt: Date) => ({
  from: new Date(startedAt.getTime() - WINDOW_DAYS * DAY_MS),
  edge: new Date(startedAt.getTime() - WINDOW_DAYS * DAY_MS + EDGE_MS),
  until: new Date(startedAt.getTime() - LAG_MS),
});

async function run(parts: ReconciliationParts, { runId, startedAt }: RunStart, withinMs: number): Promise<ReconciliationView> {
  const outcome = await parts.gateway.report(windowOf(startedAt).from, startedAt, AbortSignal.timeout(withinMs));
  if (outcome.kind === 'found') {
    const { report } = outcome;
    await parts.settleRefunds(report.movements, AbortSignal.timeout(parts.providerWithinMs));
    await parts.heedDisputes(report.disputes);
    const concluding = inTx(parts.source, (tx) => conclude(tx, runId, report, startedAt));
    return concluding.catch((error: unknown) => endAsFailed(parts, runId, error));
  }
  const { reason, callRefused = false } = outcome;
  parts.log[callRefused ? 'error' : 'warn']({ runId, reason }, "PayPal's books could not be read");
  const problem = `${callRefused ? 'PayPal refuses it' : 'PayPal could not be reached'} (${reason})`;
  return inTx(parts.source, (tx) => finish(tx, runId, { outcome: 'failed', problem }));
}

/** Ends a comparison that failed on our side, so that the next try need not wait for the lease. @throws its error */
async function endAsFailed({ source, log }: ReconciliationParts, runId: number, error: unknown): Promise<never> {
  const problem = `our own side failed (${isError(error) ? error.message : String(error)})`;
  await inTx(source, (tx) => finish(tx, runId, { outcome: 'failed', problem })).catch((err: unknown) =>
    log.warn({ runId, err }, 'a comparison that failed could not be noted; the next begins when its lease ends'),
  );
  throw error;
}

async function conclude(tx: Tx, runId: number, report: Report, startedAt: Date): Promise<ReconciliationView> {
  const { db } = tx;
  await lock(db);
  const { from, edge, until } = windowOf(startedAt);
  const differences = compare(report, await booksFor(db, report, from), from, startedAt);
  await saveDifferences(tx, differences, ({ kind, happenedAt }) => !FOUND_ELSEWHERE.includes(kind) && happenedAt >= edge);
  const countOf = (kind: string) => report.movements.filter((movement) => movement.kind === kind).length;
  const payouts = reportedPayouts(report, edge, comparedUntil(report, startedAt));
  const counts = {
    captures: countOf('capture'),
    refunds: countOf('refund'),
    disputes: report.disputes.length,
    payouts: payouts.count,
    found: differences.length,
  };
  return finish(tx, runId, { outcome: 'done', ...counts }, { sales: await salesBetween(db, from, until), payouts });
}

type Result = {
  outcome: 'done' | 'failed';
  captures?: number;
  refunds?: number;
  disputes?: number;
  payouts?: number;
  found?: number;
  problem?: string;
};
/** What sellers compares with its own books. */
type Books = { sales: Awaited<ReturnType<typeof salesBetween>>; payouts: ReportedPayouts | null };

async function finish(
  { db, emit }: Tx,
  runId: number,
  result: Result,
  { sales, payouts }: Books = { sales: [], payouts: null },
): Promise<ReconciliationView> {
  const [[row]] = await db.query<[ReconciliationRow[]]>(
    `UPDATE reconciliations SET finished_at = now(), outcome = $2, captures = $3, refunds = $4, disputes = $5, found = $6, problem = $7,
       payouts = $8
     WHERE id = $1 AND finished_at IS NULL RETURNING *, night::text AS night`,
    [
      runId,
      result.outcome,
      result.captures ?? null,
      result.refunds ?? null,
      result.disputes ?? null,
      result.found ?? null,
      result.problem?.slice(0, 500) ?? null,
      result.payouts ?? null,
    ],
  );
  assert(row, 'a comparison ends once');
  const facts = {
    runId,
    night: row.night,
    at: new Date().toISOString(),
    reached: result.outcome === 'done',
    captures: result.captures ?? 0,
    refunds: result.refunds ?? 0,
    disputes: result.disputes ?? 0,
    ...(await openDifferences(db)),
    problem: row.problem,
    log: await newestHead(db),
  };
  await emit(
    ...pagesOf(sales, payouts).map((part, page, { length: pages }) => PaymentsReconciled({ ...facts, ...part, page, pages })),
  );
  return reconciliationView(row);
}
