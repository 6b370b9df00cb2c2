import { z } from 'zod';
import { SERVICES } from '../../constants';
import { defineEvent } from '../../declare';
import { accountEmail, id } from '../shapes';

/**
 * Somebody ordered a service. Nothing is agreed or charged: the operator answers by mail. `wishes` are in the order of the form's
 * fields.
 */
export const ServiceRequested = defineEvent(
  'orders.service-requested',
  z.object({
    requestId: id,
    service: z.enum(SERVICES),
    buyerId: id,
    accountEmail,
    name: z.string(),
    /** The address as typed: nobody has confirmed it. */
    email: z.string(),
    wishes: z.array(z.object({ asked: z.string(), answer: z.string() })),
    description: z.string(),
  }),
  {
    heardBy: ['notifications'],
    timeline: {
      title: 'Service requested',
      keep: ({ requestId, service, buyerId }) => ({ account: buyerId, facts: { requestId, service } }),
    },
    secret: ['name', 'email', 'accountEmail', 'answer', 'description'],
  },
);
