import * as catalog from '@shop/catalog';
import * as gateway from '@shop/gateway';
import * as identity from '@shop/identity';
import * as notifications from '@shop/notifications';
import * as orders from '@shop/orders';
import * as sellers from '@shop/sellers';
import { z } from 'zod';

/** The schema that each main.ts reads. */
export const CONFIGS = {
  gateway: gateway.Config,
  identity: identity.Config,
  catalog: catalog.Config,
  orders: orders.Config,
  sellers: sellers.Config,
  notifications: notifications.Config,
};
export type Part = keyof typeof CONFIGS;

/** The variables of a Config, even if the schema transforms them. */
export function shapeOf(schema: z.ZodType): Record<string, z.ZodType> {
  if (schema instanceof z.ZodPipe) return shapeOf(schema.def.in as z.ZodType);
  return (schema as z.ZodObject).shape;
}
