import { z } from 'zod';
import type { Capture, ProviderRefund } from './payment-gateway';

/** The parts of PayPal's answers that the shop reads; the rest is ignored. */

export const Money = z.object({ currency_code: z.string(), value: z.string().regex(/^\d{1,9}(\.\d{1,2})?$/) });
/** PayPal's amount in integer cents of its own currency. */
export const moneyCents = (money: z.output<typeof Money>) => Math.round(Number(money.value) * 100);

export const CreatedAnswer = z.object({ id: z.string().min(1).max(64) });

const CaptureAnswer = z.object({
  id: z.string().min(1).max(64),
  status: z.enum(['COMPLETED', 'DECLINED', 'FAILED', 'PARTIALLY_REFUNDED', 'PENDING', 'REFUNDED']),
  amount: Money,
  custom_id: z.string().optional(),
  create_time: z.iso.datetime({ offset: true }).optional(),
  seller_receivable_breakdown: z.object({ paypal_fee: Money.optional() }).optional(),
});

/** A capture that is asked for by its id. */
export const OneCaptureAnswer = z.object({
  status: CaptureAnswer.shape.status,
  amount: Money,
  supplementary_data: z.object({ related_ids: z.object({ order_id: z.string().max(64).optional() }).optional() }).optional(),
});

const RefundOfOrder = z.object({
  id: z.string().max(64).optional(),
  status: z.string(),
  amount: Money.optional(),
  custom_id: z.string().optional(),
  create_time: z.iso.datetime({ offset: true }).optional(),
  links: z.array(z.object({ href: z.string(), rel: z.string() })).optional(),
});
const RefundsAnswer = z.object({
  purchase_units: z.array(z.object({ payments: z.object({ refunds: z.array(RefundOfOrder).optional() }).optional() })).optional(),
});
const refundsIn = (body: unknown) =>
  RefundsAnswer.safeParse(body).data?.purchase_units?.flatMap((unit) => unit.payments?.refunds ?? []) ?? [];

/** One refund, as PayPal answers it. */
const RefundAnswer = RefundOfOrder.extend({
  id: z.string().min(1).max(64),
  status: z.enum(['COMPLETED', 'PENDING', 'FAILED', 'CANCELLED']),
  amount: Money,
});
const REFUND_STATUS = { COMPLETED: 'done', PENDING: 'pending', FAILED: 'failed', CANCELLED: 'cancelled' } as const;

/** A refund as the shop reads it. @returns null when it is unreadable */
export function refundOfAnswer(body: unknown): ProviderRefund | null {
  const { data } = RefundAnswer.safeParse(body);
  if (!data) return null;
  const { id, status, amount, create_time: at } = data;
  return { refundId: id, status: REFUND_STATUS[status], amountCents: moneyCents(amount), at: at ? new Date(at) : new Date() };
}

/** The refund of an order that was asked for with this `customId`. @returns null when the order shows none */
export const refundOfOrder = (body: unknown, customId: string): ProviderRefund | null =>
  refundOfAnswer(refundsIn(body).find((refund) => refund.custom_id === customId));

/** The capture that a refund's `up` link names. */
export const captureOfLinks = (links: { href: string; rel: string }[] | undefined): string | undefined =>
  /\/captures\/([\w-]{1,64})$/.exec(links?.find((link) => link.rel === 'up')?.href ?? '')?.[1];

/**
 * The sum of the refunds that an order shows for a capture.
 * @returns null when it shows none with an amount
 */
export function refundedCents(body: unknown, captureId: string): number | null {
  const ownRefunds = refundsIn(body).filter(({ status, links }) => status === 'COMPLETED' && captureOfLinks(links) === captureId);
  const amounts = ownRefunds.flatMap(({ amount }) => (amount ? [moneyCents(amount)] : []));
  return amounts.length > 0 ? amounts.reduce((sum, cents) => sum + cents, 0) : null;
}

export const OrderAnswer = z.object({
  id: z.string(),
  status: z.string(),
  payer: z
    .object({ address: z.object({ country_code: z.string().regex(/^[A-Z]{2}$/) }) })
    .optional()
    .catch(undefined),
  purchase_units: z
    .array(z.object({ payments: z.object({ captures: z.array(CaptureAnswer).optional() }).optional() }))
    .optional(),
});

/**
 * The newest capture of an order, which may be declined or pending.
 * @returns null when there is none, or it is unreadable
 */
export function captureOfOrder(body: unknown): Capture | null {
  const order = OrderAnswer.safeParse(body);
  if (!order.success) return null;
  const capture = order.data.purchase_units?.flatMap((unit) => unit.payments?.captures ?? []).at(-1);
  if (!capture) return null;
  const fee = capture.seller_receivable_breakdown?.paypal_fee;
  return {
    captureId: capture.id,
    status: STATUS[capture.status],
    amountCents: moneyCents(capture.amount),
    currency: capture.amount.currency_code,
    customId: capture.custom_id ?? null,
    providerFeeCents: fee ? moneyCents(fee) : null,
    capturedAt: capture.create_time ? new Date(capture.create_time) : new Date(),
    payerCountry: order.data.payer?.address.country_code ?? null,
  };
}

/** A partly refunded payment is still a payment; a fully refunded one delivers nothing. */
const STATUS = {
  COMPLETED: 'completed',
  PARTIALLY_REFUNDED: 'completed',
  REFUNDED: 'refunded',
  PENDING: 'pending',
  DECLINED: 'declined',
  FAILED: 'declined',
} as const;
