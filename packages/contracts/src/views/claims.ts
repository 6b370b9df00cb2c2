import { z } from 'zod';
import { CLAIM_REASONS, CLAIM_SIDES, CLAIM_STATES } from '../constants';
import { RefundView } from './orders';
import { at, Page } from './shared';

const claim = {
  id: z.int(),
  orderId: z.int(),
  productId: z.int(),
  name: z.string().meta({ description: 'The track' }),
  img: z.string(),
  store_name: z.string(),
  reason: z.enum(CLAIM_REASONS),
  state: z.enum(CLAIM_STATES),
  part: z.enum(CLAIM_SIDES).meta({ description: "The caller's part in it" }),
  opened_at: at,
  waits_for: z.enum(['seller', 'house']).nullable().meta({ description: 'Whose answer is next; null once it has ended' }),
  dueAt: at.nullable().meta({ description: 'By when that answer is promised' }),
  ended_at: at.nullable(),
  messageCount: z.int(),
};

/** A claim in a list, without its messages. It names no person: the thread knows buyer, seller and house. */
const ClaimRowView = z.strictObject(claim).meta({ id: 'ClaimRow' });
export type ClaimRowView = z.output<typeof ClaimRowView>;
export const ClaimsView = Page(ClaimRowView);

const ClaimFileView = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    kind: z.enum(['picture', 'audio']),
    size: z.int().meta({ description: 'Bytes' }),
    url: z.string(),
  })
  .meta({ id: 'ClaimFile' });
export type ClaimFileView = z.output<typeof ClaimFileView>;

const ClaimMessageView = z
  .strictObject({ id: z.int(), from: z.enum(CLAIM_SIDES), at, text: z.string(), files: z.array(ClaimFileView) })
  .meta({ id: 'ClaimMessage' });
export type ClaimMessageView = z.output<typeof ClaimMessageView>;

export const ClaimView = z
  .strictObject({
    ...claim,
    decision: z.string().nullable().meta({ description: 'The reason that the house gave for its decision' }),
    refund: RefundView.pick({ state: true, amountCents: true, failure: true })
      .optional()
      .meta({ description: 'For admins: the last refund that PayPal was asked for. While it is open, the claim waits for it' }),
    messages: z.array(ClaimMessageView),
  })
  .meta({ id: 'Claim' });
export type ClaimView = z.output<typeof ClaimView>;
