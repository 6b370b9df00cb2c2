import { z } from 'zod';
import { DISPUTE_ACT_STATES, DISPUTE_ACTIONS, EVIDENCE_PAPERS } from '../constants';
import { at, Page } from './shared';

const dispute = {
  id: z.string().meta({ description: "PayPal's own" }),
  orderId: z.int().nullable().meta({ description: 'Null when no order of the shop fits the payment' }),
  amountCents: z.int(),
  currency: z.string(),
  reason: z.string().meta({ description: "PayPal's word, as are stage, status and outcome" }),
  stage: z.string(),
  status: z.string(),
  opened_at: at,
  updated_at: at,
  dueAt: at.nullable().meta({ description: 'By when PayPal waits for the shop' }),
  outcome: z.string().nullable(),
};

const DisputeRowView = z.strictObject(dispute).meta({ id: 'DisputeRow' });
export type DisputeRowView = z.output<typeof DisputeRowView>;
export const DisputesView = Page(DisputeRowView);

const DisputeMovementView = z
  .strictObject({
    kind: z.string().meta({ description: "PayPal's word: a settlement, a fee" }),
    party: z.string(),
    amountCents: z.int().meta({ description: 'Negative when it was taken from that party' }),
    currency: z.string(),
    at: at.nullable(),
  })
  .meta({ id: 'DisputeMovement' });

const DisputeActView = z
  .strictObject({
    id: z.int(),
    action: z.enum(DISPUTE_ACTIONS),
    note: z.string(),
    papers: z.array(z.enum(EVIDENCE_PAPERS)),
    at,
    state: z.enum(DISPUTE_ACT_STATES),
    failure: z.string().nullable(),
  })
  .meta({ id: 'DisputeAct' });
export type DisputeActView = z.output<typeof DisputeActView>;

export const DisputeView = z
  .strictObject({
    ...dispute,
    actions: z.array(z.enum(DISPUTE_ACTIONS)).meta({ description: 'What PayPal allows now' }),
    back_cents: z.int().meta({ description: 'What came back to the buyer because of it, as booked' }),
    fee_cents: z.int().meta({ description: "PayPal's fees for it, which the house bears, as booked" }),
    frozen: z.boolean().meta({ description: 'Whether the tracks of the order are frozen for it' }),
    movements: z.array(DisputeMovementView),
    acts: z.array(DisputeActView),
    evidence: z
      .array(z.strictObject({ paper: z.enum(EVIDENCE_PAPERS), productId: z.int().nullable(), name: z.string() }))
      .meta({ description: 'The papers that can be sent, as they are now' }),
  })
  .meta({ id: 'Dispute' });
export type DisputeView = z.output<typeof DisputeView>;
