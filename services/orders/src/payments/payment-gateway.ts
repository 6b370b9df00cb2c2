import type { DisputeAction } from '@shop/contracts/constants';

/**
 * What the shop needs of a payment provider. Amounts are integer cents. Nothing throws: an answer that cannot be trusted (time-out,
 * reset, 5xx, unreadable) is `unknown` (docs/product/checkout.md#an-outcome-nobody-knows). Calls end at their `deadline`.
 */
export type PaymentGateway = {
  createOrder: (order: ProviderOrder, deadline?: AbortSignal) => Promise<CreateOutcome>;
  /** Repeating a call with the same `requestId` never takes the money twice; PayPal keeps request ids for 6 hours. */
  captureOrder: (providerOrderId: string, requestId: string, deadline?: AbortSignal) => Promise<CaptureOutcome>;
  lookUpOrder: (providerOrderId: string, deadline?: AbortSignal) => Promise<LookupOutcome>;
  /** Gives back a part of a capture, or all of it. Repeating a call with the same `requestId` never gives it back twice. */
  refundCapture: (refund: RefundOrder, deadline?: AbortSignal) => Promise<RefundOutcome>;
  lookUpRefund: (refundId: string, deadline?: AbortSignal) => Promise<RefundLookup>;
  /** Looks for a refund of a capture by the `customId` that it was asked for with. */
  findRefund: (captureId: string, customId: string, deadline?: AbortSignal) => Promise<RefundLookup>;
  /** How much of a capture the provider has given back, whatever it has said of that in events. */
  lookUpBack: (captureId: string, deadline?: AbortSignal) => Promise<BackOutcome>;
  lookUpDispute: (disputeId: string, deadline?: AbortSignal) => Promise<DisputeLookup>;
  /** Acts in a dispute. The provider knows no request ids here: after an unknown outcome, look the dispute up for our number. */
  actOnDispute: (disputeId: string, act: ProviderAct, deadline?: AbortSignal) => Promise<ActOutcome>;
  /** All payments, refunds and disputes between two times in the provider's books, or `unknown` if some are missing. */
  report: (from: Date, to: Date, deadline?: AbortSignal) => Promise<ReportOutcome>;
  /** Checks the provider's signature in this process, so that a forged webhook causes no call to the provider. */
  signatures: {
    asksNobody: (webhook: SignedWebhook) => boolean;
    check: (webhook: SignedWebhook, sender: string) => Promise<'fits' | 'forged' | 'unknown'>;
  };
  /** Asks the provider whether the signature is its own. */
  verifyWebhook: (webhook: SignedWebhook, deadline?: AbortSignal) => Promise<'genuine' | 'forged' | 'unknown'>;
};

export type ProviderOrder = {
  requestId: string;
  /** The capture brings it back, and must have the one of the order. */
  customId: string;
  items: { name: string; cents: number }[];
  subtotalCents: number;
  discountCents: number;
  feeCents: number;
  totalCents: number;
};

export type Capture = {
  captureId: string;
  status: 'completed' | 'pending' | 'declined' | 'refunded';
  amountCents: number;
  currency: string;
  customId: string | null;
  providerFeeCents: number | null;
  capturedAt: Date;
  /** A code of two letters; the provider may leave it out. */
  payerCountry?: string | null;
};

type Unknown = {
  kind: 'unknown';
  reason: string;
  /** The provider refuses the call itself: the shop's configuration or its request is wrong, and a person must look. */
  callRefused?: boolean;
};

/**
 * Why the provider refuses a payment to the shop: its account, which turns away every buyer, or a filter against single payments.
 */
export type AboutShop = 'shop' | 'filter';
/** The reason of a declined payment: the buyer's side, the shop's account, or a filter of that account against single payments. */
export type About = 'buyer' | AboutShop;

/** `about` is null when the provider refuses the content of the call. */
export type CreateOutcome =
  | { kind: 'created'; id: string }
  | { kind: 'refused'; issue: string; about: AboutShop | null }
  | Unknown;

export type CaptureOutcome =
  | { kind: 'captured'; capture: Capture }
  /** No money moved; the payer may try another way in the same order. */
  | { kind: 'declined'; issue: string }
  /** No money moved, and this payer cannot change that: the provider refuses it because of the shop. */
  | { kind: 'refused'; issue: string; about: AboutShop }
  /** The payer has not agreed to pay, or no longer does: no money moved, and nothing was tried. */
  | { kind: 'not-approved' }
  /** Another call has taken the money already: look the order up. */
  | { kind: 'already-captured' }
  /** The provider has no such order, or closed it: nobody can pay it any more. */
  | { kind: 'gone' }
  | Unknown;

type LookupOutcome = { kind: 'found'; voided: boolean; capture: Capture | null } | { kind: 'gone' } | Unknown;

export type RefundOrder = { captureId: string; requestId: string; amountCents: number; customId: string };

/** `pending` may still end as any of the others; the others are final. */
export type ProviderRefund = {
  refundId: string;
  status: 'done' | 'pending' | 'failed' | 'cancelled';
  amountCents: number;
  at: Date;
};
type RefundFound = { kind: 'found'; refund: ProviderRefund };
/** `refused`: no money moves by this call. */
export type RefundOutcome = RefundFound | { kind: 'refused'; issue: string } | Unknown;
export type RefundLookup = RefundFound | { kind: 'gone' } | Unknown;

/** `backCents` is null when the provider shows that a part went back, but not how much. */
export type Back = { kind: 'found'; backCents: number | null; currency: string };
export type BackOutcome = Back | { kind: 'gone' } | Unknown;

/**
 * Money that moved at the provider: it came in, went back to the payer, or was then returned to the shop. A refund names its
 * capture; a return names its refund or its capture.
 */
export type Movement = {
  kind: 'capture' | 'refund' | 'return';
  id: string;
  captureId: string;
  amountCents: number;
  currency: string;
  customId: string | null;
  at: Date;
  /** The provider does not say whether a return is about a payment to the shop or by the shop. */
  maybeOutgoing?: boolean;
};

export type Dispute = { id: string; captureId: string | null; amountCents: number; reason: string; open: boolean; at: Date };

/** Money that a dispute moved, or a fee for it. `kind` and `party` are the provider's words; negative: it was taken from that party. */
export type DisputeMovement = { kind: string; party: string; amountCents: number; currency: string; at: string | null };

/** A dispute in full. Reason, stage, status and outcome are the provider's words. */
export type ProviderDispute = {
  id: string;
  captureId: string | null;
  customId: string | null;
  amountCents: number;
  currency: string;
  reason: string;
  stage: string;
  status: string;
  dueAt: Date | null;
  openedAt: Date;
  updatedAt: Date;
  /** What the provider allows now. */
  actions: DisputeAction[];
  outcome: string | null;
  movements: DisputeMovement[];
  /** What the shop wrote in it, as the provider shows it. */
  ourTexts: string[];
};
export type DisputeLookup = { kind: 'found'; dispute: ProviderDispute } | { kind: 'gone' } | Unknown;

export type EvidenceFile = { type: string; name: string; pdf: Buffer };
export type ProviderAct = { action: DisputeAction; note: string; files: EvidenceFile[] };
export type ActOutcome = { kind: 'done' } | { kind: 'refused'; issue: string } | Unknown;

/**
 * A payout that left the account, a fee for one, or money of one that came back; `payoutId` is the payout's transaction. Amounts are not
 * negative, but for a fee that was given back.
 */
export type PayoutMovement = {
  kind: 'payout' | 'fee' | 'return';
  id: string;
  payoutId: string;
  amountCents: number;
  currency: string;
  /** The fee that a payout names itself; null when it names none. */
  feeCents: number | null;
  at: Date;
};

/** Anything later than `until` may be missing. */
export type Report = { movements: Movement[]; disputes: Dispute[]; payouts: PayoutMovement[]; until: Date };

/** Settles the refunds of ours whose outcome is not known, by the provider's books. */
export type SettleRefunds = (movements: readonly Movement[], deadline: AbortSignal) => Promise<void>;

/** Looks up the disputes of the provider's list that the shop does not know as they are. */
export type HeedDisputes = (disputes: readonly Dispute[]) => Promise<void>;

export type ReportOutcome = { kind: 'found'; report: Report } | Unknown;

/** The body is as it was sent, to the byte. */
export type SignedWebhook = { headers: Record<string, string | string[] | undefined>; rawBody: string };
