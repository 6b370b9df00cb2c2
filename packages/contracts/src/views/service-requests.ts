import { z } from 'zod';
import { SERVICE_REQUEST_STATES, SERVICES } from '../constants';
import { at } from './shared';

/** A service request: the answers to the form's questions, in its words. */
export const ServiceRequestView = z
  .strictObject({
    id: z.int(),
    service: z.enum(SERVICES),
    state: z.enum(SERVICE_REQUEST_STATES),
    name: z.string(),
    email: z.string().meta({ description: 'As typed into the form: nobody has confirmed it' }),
    account_email: z
      .string()
      .nullable()
      .meta({ description: 'Of the account that sent it, where replies go; null while it is not known' }),
    description: z.string(),
    wishes: z.array(z.strictObject({ asked: z.string(), answer: z.string() })),
    created_at: at,
    user_id: z.int(),
  })
  .meta({ id: 'ServiceRequest' });
export type ServiceRequestView = z.output<typeof ServiceRequestView>;
