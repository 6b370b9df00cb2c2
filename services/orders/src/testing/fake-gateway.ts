import { randomUUID } from 'node:crypto';
import type {
  Capture,
  CaptureOutcome,
  ActOutcome,
  Dispute,
  Movement,
  PayoutMovement,
  PaymentGateway,
  ProviderAct,
  ProviderDispute,
  ProviderOrder,
  ProviderRefund,
  RefundOutcome,
  Report,
} from '../payments/payment-gateway';

type Held = ProviderOrder & { id: string; approved: boolean; voided: boolean; capture: Capture | null };
type FakeRefund = ProviderRefund & { captureId: string; customId: string; requestId: string };
/** What happens to the next refund: a fault after which it is made or not, a state, or PayPal's issue. */
type NextRefund = 'made-but-unknown' | 'unknown' | 'pending' | { issue: string };
type NextCapture = CaptureOutcome | 'captured-but-unknown' | 'pending' | 'declined-capture' | ((capture: Capture) => Capture);

/** When it takes money: ten days ago, so that the money can still be given back, on whatever day the tests run. */
export const CAPTURED_AT = new Date(Math.floor(Date.now() / 1000) * 1000 - 10 * 24 * 3_600_000);

/** A payment provider in memory: like PayPal, it captures an order once and remembers request ids. */
export function fakeGateway() {
  const orders = new Map<string, Held>();
  const answers = new Map<string, CaptureOutcome>();
  const calls = {
    create: [] as string[],
    capture: [] as string[],
    lookUp: [] as string[],
    back: [] as string[],
    refund: [] as string[],
    lookUpRefund: 0,
    verify: 0,
    check: 0,
    report: 0,
  };
  const next = {
    create: [] as ('unknown' | 'refused')[],
    capture: [] as NextCapture[],
    lookUp: [] as ('unknown' | 'gone')[],
    refund: [] as NextRefund[],
  };
  const refunds = new Map<string, FakeRefund>();
  const disputes = {
    /** As PayPal shows them now; one that is missing is gone. */
    known: new Map<string, ProviderDispute>(),
    away: false,
    acts: [] as (ProviderAct & { disputeId: string })[],
    /** What happens to the next act: it reaches PayPal although the answer is lost, it does not, or it is refused. */
    next: [] as ('done-but-unknown' | 'unknown' | { issue: string })[],
  };
  let inFlight = 0;
  const state = {
    mostInFlight: 0,
    /** How much of a capture is back, by its id; without an entry, all that was taken. `gone`: the provider does not know it. */
    back: new Map<string, { cents: number | null; currency?: string } | 'gone' | 'unknown'>(),
    /** Captures are answered once this has settled. */
    answersAfter: Promise.resolve() as Promise<unknown>,
    /** Runs while a webhook's signature is checked in this process. */
    whileVerifying: (): Promise<unknown> => Promise.resolve(),
    silent: false,
    verdict: 'genuine' as 'genuine' | 'forged' | 'unknown',
    signature: 'fits' as 'fits' | 'forged' | 'unknown',
    knowsCertificate: true,
    /** Why the provider shows no books. */
    reportAway: null as 'away' | 'refused' | null,
    /** Movements in the provider's books besides the captures made here, mainly refunds. */
    movements: [] as Movement[],
    disputes: [] as Dispute[],
    payouts: [] as PayoutMovement[],
    reported: (report: Report) => report,
  };
  const unknown = { kind: 'unknown' as const, reason: 'timed out' };

  const overAt = (deadline: AbortSignal | undefined) =>
    new Promise<typeof unknown>((resolve) => {
      if (deadline?.aborted) resolve(unknown);
      deadline?.addEventListener('abort', () => resolve(unknown));
    });

  const gateway: PaymentGateway = {
    async createOrder(order, deadline) {
      calls.create.push(order.requestId);
      if (state.silent) return overAt(deadline);
      const fault = next.create.shift();
      if (fault === 'unknown') return unknown;
      if (fault === 'refused') return { kind: 'refused', issue: 'PAYEE_ACCOUNT_RESTRICTED', about: 'shop' };
      const earlier = [...orders.values()].find((existing) => existing.requestId === order.requestId);
      const id = earlier?.id ?? `PP${orders.size + 1}-${randomUUID().slice(0, 8)}`;
      if (!earlier) orders.set(id, { ...order, id, approved: false, voided: false, capture: null });
      return { kind: 'created', id };
    },
    async captureOrder(id, requestId, deadline) {
      calls.capture.push(requestId);
      if (state.silent) return overAt(deadline);
      inFlight += 1;
      state.mostInFlight = Math.max(state.mostInFlight, inFlight);
      await state.answersAfter;
      inFlight -= 1;
      return capture(id, requestId);
    },
    lookUpOrder(id, deadline) {
      calls.lookUp.push(id);
      if (state.silent) return overAt(deadline);
      const fault = next.lookUp.shift();
      if (fault === 'unknown') return Promise.resolve(unknown);
      const order = orders.get(id);
      if (!order || fault === 'gone') return Promise.resolve({ kind: 'gone' });
      return Promise.resolve({ kind: 'found', voided: order.voided, capture: order.capture });
    },
    refundCapture({ captureId, requestId, amountCents, customId }, deadline) {
      calls.refund.push(requestId);
      if (state.silent) return overAt(deadline);
      const earlier = [...refunds.values()].find((refund) => refund.requestId === requestId);
      if (earlier) return Promise.resolve(viewOf(earlier));
      const fault = next.refund.shift();
      if (fault === 'unknown') return Promise.resolve(unknown);
      if (typeof fault === 'object') return Promise.resolve({ kind: 'refused', issue: fault.issue });
      const paidCents = [...orders.values()].find((order) => order.capture?.captureId === captureId)?.capture?.amountCents ?? 0;
      const refundedCents = [...refunds.values()].filter(
        (refund) => refund.captureId === captureId && refund.status !== 'failed',
      );
      const leftCents = paidCents - refundedCents.reduce((sum, refund) => sum + refund.amountCents, 0);
      const issue = leftCents <= 0 ? 'CAPTURE_FULLY_REFUNDED' : amountCents > leftCents ? 'REFUND_AMOUNT_EXCEEDED' : null;
      if (issue) return Promise.resolve({ kind: 'refused', issue });
      const refundId = `REF${refunds.size + 1}-${randomUUID().slice(0, 8)}`;
      const status = fault === 'pending' ? 'pending' : 'done';
      const refund: FakeRefund = { refundId, status, amountCents, at: new Date(), captureId, customId, requestId };
      refunds.set(refundId, refund);
      return Promise.resolve(fault === 'made-but-unknown' ? unknown : viewOf(refund));
    },
    lookUpRefund(refundId, deadline) {
      calls.lookUpRefund += 1;
      if (state.silent) return overAt(deadline);
      const refund = refunds.get(refundId);
      return Promise.resolve(refund ? viewOf(refund) : { kind: 'gone' });
    },
    findRefund(captureId, customId) {
      const refund = [...refunds.values()].find((part) => part.captureId === captureId && part.customId === customId);
      return Promise.resolve(refund ? viewOf(refund) : { kind: 'gone' });
    },
    lookUpBack(captureId, deadline) {
      calls.back.push(captureId);
      if (state.silent) return overAt(deadline);
      const stateAtPaypal = state.back.get(captureId);
      if (stateAtPaypal === 'unknown') return Promise.resolve(unknown);
      if (stateAtPaypal === 'gone') return Promise.resolve({ kind: 'gone' });
      const paidCapture = [...orders.values()].find((order) => order.capture?.captureId === captureId)?.capture;
      const backCents = stateAtPaypal ? stateAtPaypal.cents : (paidCapture?.amountCents ?? 0);
      return Promise.resolve({ kind: 'found', backCents, currency: stateAtPaypal?.currency ?? 'USD' });
    },
    lookUpDispute(id) {
      const dispute = disputes.known.get(id);
      if (disputes.away) return Promise.resolve(unknown);
      return Promise.resolve(dispute ? { kind: 'found', dispute } : { kind: 'gone' });
    },
    actOnDispute(disputeId, act): Promise<ActOutcome> {
      const fault = disputes.next.shift();
      if (fault === 'unknown') return Promise.resolve(unknown);
      if (typeof fault === 'object') return Promise.resolve({ kind: 'refused', issue: fault.issue });
      disputes.acts.push({ ...act, disputeId });
      disputes.known.get(disputeId)?.ourTexts.push(act.note);
      return Promise.resolve(fault ? unknown : { kind: 'done' });
    },
    report(_from, to, deadline) {
      calls.report += 1;
      if (state.silent) return overAt(deadline);
      if (state.reportAway) return Promise.resolve({ ...unknown, callRefused: state.reportAway === 'refused' });
      const movements = [...orders.values()].flatMap((order) => movementsOf(order.capture)).concat(state.movements);
      const { disputes: listed, payouts } = state;
      return Promise.resolve({ kind: 'found', report: state.reported({ movements, disputes: listed, payouts, until: to }) });
    },
    signatures: {
      asksNobody: () => state.knowsCertificate,
      check() {
        calls.check += 1;
        return Promise.resolve(state.signature);
      },
    },
    async verifyWebhook(_webhook, deadline) {
      calls.verify += 1;
      if (state.silent) return (await overAt(deadline)).kind;
      await state.whileVerifying();
      return state.verdict;
    },
  };

  const viewOf = ({ refundId, status, amountCents, at }: FakeRefund) =>
    ({ kind: 'found', refund: { refundId, status, amountCents, at } }) as const satisfies RefundOutcome;

  function capture(id: string, requestId: string): CaptureOutcome {
    const order = orders.get(id);
    if (!order) return { kind: 'gone' };
    const before = answers.get(requestId);
    if (before) return before;
    const fault = next.capture.shift();
    if (fault && typeof fault === 'object') return fault;
    if (order.capture) return { kind: 'already-captured' };
    if (!order.approved) return { kind: 'not-approved' };
    const good: Capture = {
      captureId: `CAP-${id}`,
      status: fault === 'pending' ? 'pending' : fault === 'declined-capture' ? 'declined' : 'completed',
      amountCents: order.totalCents,
      currency: 'USD',
      customId: order.customId,
      providerFeeCents: 100,
      capturedAt: CAPTURED_AT,
    };
    order.capture = typeof fault === 'function' ? fault(good) : good;
    const answer: CaptureOutcome = { kind: 'captured', capture: order.capture };
    answers.set(requestId, answer);
    return fault === 'captured-but-unknown' ? unknown : answer;
  }

  return {
    gateway,
    orders,
    refunds,
    disputes,
    calls,
    next,
    state,
    approve: (id: string) => void (orders.get(id)!.approved = true),
    /** How often money was taken. */
    captured: () => [...orders.values()].filter((order) => order.capture && order.capture.status !== 'declined').length,
  };
}

/** The movement of a capture in the provider's books. */
const movementsOf = (capture: Capture | null): Movement[] =>
  capture && capture.status !== 'declined' && capture.status !== 'pending'
    ? [
        {
          kind: 'capture',
          id: capture.captureId,
          captureId: capture.captureId,
          amountCents: capture.amountCents,
          currency: capture.currency,
          customId: capture.customId,
          at: capture.capturedAt,
        },
      ]
    : [];

export type FakeGateway = ReturnType<typeof fakeGateway>;
