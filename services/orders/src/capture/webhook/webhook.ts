import { Refusal, unavailable, type RateLimiter } from '@shop/http';
import { inTx, rowsOf } from '@shop/messaging';
import { CURRENCY } from '@shop/contracts/constants';
import { PayoutNewsCame } from '@shop/contracts/events';
import { z } from 'zod';
import { Order } from '../../orders/order.entity';
import type { Back, SignedWebhook } from '../../payments/payment-gateway';
import { captureOfLinks, Money, moneyCents } from '../../payments/paypal-answers';
import { hasMoney } from '../../payment-states';
import type { ServiceContext } from '../../context';
import { applyPresentState, orderOfCapture } from '../../payment-process/present-state';
import { hasUnnamedRefund } from '../../refunds/given-back';
import { refundByProvider } from '../../refunds/refund-by-provider';
import { heedDispute } from '../../disputes/heed-dispute';
import { RefundRequest } from '../../orders/refund-request.entity';
import { settleRefund } from '../../refunds/settle-refund';

const WebhookEvent = z.object({
  id: z.string().min(1).max(200),
  event_type: z.string().max(200),
  create_time: z.iso.datetime({ offset: true }).optional(),
  resource: z.object({
    id: z.string().max(64).optional(),
    dispute_id: z
      .string()
      .regex(/^[\w-]{1,64}$/)
      .optional(),
    custom_id: z.string().max(127).optional(),
    status: z.string().max(40).optional(),
    amount: Money.optional(),
    supplementary_data: z.object({ related_ids: z.object({ order_id: z.string().max(64).optional() }).optional() }).optional(),
    links: z.array(z.object({ href: z.string(), rel: z.string() })).optional(),
    payout_batch_id: z.string().max(64).optional(),
    batch_header: z.object({ payout_batch_id: z.string().max(64).optional() }).optional(),
  }),
});
type WebhookEvent = z.output<typeof WebhookEvent>;

const badSignature = () => new Refusal('invalid', 'bad-signature', 'The signature does not fit.');

/** The sender of a webhook, and the limit on their forgeries. */
type Sender = { address: string; forgeries: RateLimiter };

const signatureUnchecked = () => unavailable('The signature cannot be checked right now.');

/**
 * Handles a webhook of PayPal: events come for any order, any number of times, up to three days late. A capture's event only makes us look the
 * order up; a refund's is taken as it is only if it names its own amount; one of a payout is passed on to sellers; a dispute is looked up. We check the signature ourselves before PayPal does, so that a forgery costs no call.
 * @throws Refusal 400 when the signature is not PayPal's, 429 after too many of those, 503 when the signature cannot be checked
 * or the event cannot be handled yet: PayPal sends it again
 */
export async function handleWebhook(context: ServiceContext, webhook: SignedWebhook, sender: Sender): Promise<void> {
  const { gateway } = context;
  const body = jsonObject(webhook.rawBody);
  if (!body) return refuse(sender);
  if (!gateway.signatures.asksNobody(webhook)) await sender.forgeries.check(sender.address);
  // Fetching a certificate takes one call, which has less time than all calls together.
  const deadline = AbortSignal.timeout(context.providerWithinMs);
  const signature = await gateway.signatures.check(webhook, sender.address);
  if (signature === 'forged') return refuse(sender);
  if (signature === 'unknown') throw signatureUnchecked();

  const event = WebhookEvent.safeParse(body);
  if (event.success && (!hasReaction(event.data) || (await isHandled(context, event.data)))) return;
  const verdict = await gateway.verifyWebhook(webhook, deadline);
  if (verdict === 'forged') return refuse(sender);
  if (verdict === 'unknown') throw signatureUnchecked();
  if (!event.success) return context.log.warn('a genuine webhook in a shape we do not read');
  await react(context, event.data, deadline);
  await context.source.query('INSERT INTO webhook_events (id, type) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    event.data.id,
    event.data.event_type,
  ]);
}

async function refuse({ forgeries, address }: Sender): Promise<never> {
  await forgeries.use(address);
  throw badSignature();
}

const ABOUT_CAPTURE = /^PAYMENT\.CAPTURE\.(COMPLETED|PENDING|DECLINED|DENIED)$/;
const ABOUT_REFUND = /^PAYMENT\.CAPTURE\.(REFUNDED|REVERSED)$/;
/** One webhook address serves the whole account: what is paid out is the matter of sellers. */
const ABOUT_PAYOUT = /^PAYMENT\.PAYOUTS(BATCH|-ITEM)\./;

/** A dispute's event is often thin, and may be overtaken: the dispute is looked up. */
const ABOUT_DISPUTE = /^CUSTOMER\.DISPUTE\.(CREATED|UPDATED|RESOLVED)$/;

/** A refund that is not carried out yet, or will not be. */
const ABOUT_REFUND_STATE = /^PAYMENT\.REFUND\./;
const ENDED = ['FAILED', 'CANCELLED'];

const hasReaction = ({ event_type: type }: WebhookEvent) =>
  [ABOUT_CAPTURE, ABOUT_REFUND, ABOUT_REFUND_STATE, ABOUT_PAYOUT, ABOUT_DISPUTE].some((about) => about.test(type));

/** Whether an event has no effect left: it was handled before, or its capture has paid its order already. */
async function isHandled({ source }: ServiceContext, event: WebhookEvent): Promise<boolean> {
  const [row] = await source.query<unknown[]>(
    'SELECT 1 FROM webhook_events WHERE id = $1 UNION ALL SELECT 1 FROM payments WHERE capture_id = $2',
    [event.id, event.event_type === 'PAYMENT.CAPTURE.COMPLETED' ? (event.resource.id ?? null) : null],
  );
  return row !== undefined;
}

async function react(context: ServiceContext, event: WebhookEvent, deadline: AbortSignal): Promise<void> {
  const isUnderWay = event.resource.status === 'PENDING' || ENDED.includes(event.resource.status ?? '');
  if (ABOUT_REFUND_STATE.test(event.event_type) || (ABOUT_REFUND.test(event.event_type) && isUnderWay))
    return handleRefundState(context, event, deadline);
  if (ABOUT_REFUND.test(event.event_type)) return handleRefund(context, event, deadline);
  if (ABOUT_PAYOUT.test(event.event_type)) return passOn(context, event);
  if (ABOUT_DISPUTE.test(event.event_type)) return handleDispute(context, event, deadline);
  // The browser's call may have been quicker while PayPal was asked.
  if (await isHandled(context, event)) return;
  const order = await orderOf(context, event);
  if (order) await applyPresentState(context, order, deadline);
}

async function handleDispute(context: ServiceContext, { resource }: WebhookEvent, deadline: AbortSignal): Promise<void> {
  const { dispute_id: disputeId } = resource;
  if (disputeId !== undefined) await heedDispute(context, disputeId, deadline);
}

/** Tells sellers that PayPal has news of a batch of payouts; sellers looks them up. */
async function passOn({ source }: ServiceContext, { id, event_type: about, resource }: WebhookEvent): Promise<void> {
  const payoutBatchId = resource.payout_batch_id ?? resource.batch_header?.payout_batch_id;
  if (payoutBatchId === undefined) return;
  await inTx(source, ({ emit }) => emit(PayoutNewsCame({ newsId: id, about, payoutBatchId })));
}

async function handleRefund(context: ServiceContext, event: WebhookEvent, deadline: AbortSignal): Promise<void> {
  const { resource } = event;
  const captureId = captureOfRefund(event);
  const order = (await orderOfCapture(context.source.manager, captureId)) ?? (await orderOf(context, event));
  if (!order && isElsewhere(event)) return;
  if (!order || !captureId) throw unavailable('We do not know the refunded payment yet.');
  if (!hasMoney(order)) await applyPresentState(context, order, deadline);
  const refund = {
    refundId: resource.id ?? event.id,
    captureId,
    refundedAt: event.create_time ? new Date(event.create_time) : new Date(),
    customId: resource.custom_id ?? null,
  };
  const amount = await amountOf(context, event, captureId, deadline);
  await inTx(context.source, (tx) => refundByProvider(tx, order.id, { ...refund, ...amount }));
}

/** Such an event may be overtaken, so the refund is looked up. One that the shop did not ask for counts once its money is back. */
async function handleRefundState(context: ServiceContext, event: WebhookEvent, deadline: AbortSignal): Promise<void> {
  const { id: refundId, custom_id: customId } = event.resource;
  if (!refundId) return;
  const outcome = await context.gateway.lookUpRefund(refundId, deadline);
  if (outcome.kind === 'unknown') throw unavailable('PayPal cannot be asked right now.');
  if (outcome.kind === 'gone') return;
  const [request] = await rowsOf(context.source.manager, RefundRequest, 'WHERE provider_id = $1 OR ref::text = $2', [
    refundId,
    customId ?? null,
  ]);
  if (request) return settleRefund(context, request, outcome.refund, deadline);
  if (outcome.refund.status === 'done') await handleRefund(context, event, deadline);
}

/**
 * How much went back. An event says it only if it shows the refund itself, in the shop's currency; one that shows the capture, or
 * no amount, does not. The capture's own state at PayPal then decides, also once a part of it is known without a name.
 */
async function amountOf(
  { gateway, source }: ServiceContext,
  { resource }: WebhookEvent,
  captureId: string,
  deadline: AbortSignal,
) {
  const { amount } = resource;
  const namedCents = amount && resource.id !== undefined && resource.id !== captureId ? moneyCents(amount) : null;
  if (namedCents !== null && amount?.currency_code === CURRENCY && !(await hasUnnamedRefund(source.manager, captureId)))
    return { amountCents: namedCents };
  const outcome = await gateway.lookUpBack(captureId, deadline);
  if (outcome.kind !== 'found') throw unavailable('PayPal cannot be asked right now how much is back.');
  return hasCurrency(outcome, amount?.currency_code) && namedCents !== null
    ? { amountCents: namedCents, backCents: outcome.backCents }
    : { amountCents: null, backCents: outcome.backCents };
}

const hasCurrency = ({ currency }: Back, code: string | undefined) => code === currency;

/** Whether the payment is for another shop on the same PayPal account: its reference is not a uuid. */
const isElsewhere = ({ resource }: WebhookEvent) =>
  resource.custom_id !== undefined && !z.uuid().safeParse(resource.custom_id).success;

/** The resource is the refund, whose `up` link names the capture. A reversal may show the capture itself. */
const captureOfRefund = ({ resource }: WebhookEvent): string | undefined => captureOfLinks(resource.links) ?? resource.id;

async function orderOf({ source }: ServiceContext, { resource }: WebhookEvent): Promise<Order | null> {
  const paypalOrderId = resource.supplementary_data?.related_ids?.order_id;
  const byId = paypalOrderId ? await source.manager.findOneBy(Order, { paypalOrderId }) : null;
  const ref = z.uuid().safeParse(resource.custom_id);
  return byId || !ref.success ? byId : source.manager.findOneBy(Order, { ref: ref.data });
}

function jsonObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
