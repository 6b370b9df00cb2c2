import { z } from 'zod';
import { defineEvent } from '../declare';
import { SUBJECTS } from '../constants';
import type { Concerns } from '../timeline';
import { id } from './shapes';

/** The objects that a mail concerns: those of the event that caused it. */
const concerns = z.partialRecord(z.enum(SUBJECTS), z.array(id));
const mail = { mailId: z.uuid(), kind: z.string(), concerns };

const toRecord = ({ concerns, ...facts }: { mailId: string; kind: string; concerns: Concerns }) => ({ ...concerns, facts });

/** The mail server took a mail. Nobody knows whether it was delivered or read. */
export const MailSent = defineEvent('notifications.mail-sent', z.object({ ...mail, attempts: z.int() }), {
  heardBy: ['orders'],
  timeline: { title: 'Mail sent', keep: toRecord },
});

/** The mail server did not take a mail. Sent at the first refusal, and once more when the mail is given up. */
export const MailRefused = defineEvent(
  'notifications.mail-refused',
  z.object({ ...mail, attempts: z.int(), givenUp: z.boolean() }),
  {
    heardBy: [],
    timeline: { title: 'Mail not taken by the mail server', keep: toRecord },
  },
);

/**
 * The contracts of an order were drawn, and the mail server took the mail with them. `hash` is the SHA-256 of a PDF in hex: the
 * same sale gives the same bytes wherever it is drawn.
 */
export const ContractsDrawn = defineEvent(
  'notifications.contracts-drawn',
  z.object({ orderId: id, contracts: z.array(z.object({ productId: id, hash: z.string().regex(/^[0-9a-f]{64}$/) })).min(1) }),
  {
    heardBy: ['orders'],
    timeline: {
      title: 'Contracts sent',
      keep: ({ orderId, contracts }) => ({ order: orderId, track: contracts.map(({ productId }) => productId) }),
    },
  },
);
