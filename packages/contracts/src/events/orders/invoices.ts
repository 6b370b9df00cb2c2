import { z } from 'zod';
import { INVOICE_KINDS } from '../../constants';
import { defineEvent } from '../../declare';
import { accountEmail, cents, id } from '../shapes';

/** An invoice or a credit note has its number. It is drawn when somebody reads it. `nth` counts those of its kind in the order. */
export const InvoiceIssued = defineEvent(
  'orders.invoice-issued',
  z.object({
    orderId: id,
    buyerId: id,
    accountEmail,
    kind: z.enum(INVOICE_KINDS),
    number: z.string(),
    nth: z.int().positive(),
    grossCents: cents,
  }),
  {
    heardBy: ['notifications'],
    timeline: {
      title: 'Invoice or credit note issued',
      keep: ({ orderId, buyerId, kind, number, grossCents }) => ({
        order: orderId,
        account: buyerId,
        facts: { kind, number, grossCents },
      }),
    },
    secret: ['accountEmail'],
  },
);
