import { z } from 'zod';

const count = z.int().min(0);

/** Deliveries that one reaction could not handle and that wait for an operator to put them back. */
const ParkedDeliveries = z.strictObject({
  reaction: z.string(),
  type: z.string(),
  count,
  since: z.iso.datetime(),
  /** Why the newest of them failed, in the program's words. */
  reason: z.string(),
});

/** The status of a service. Every replica answers the same about its database. */
export const PartStatus = z.strictObject({
  version: z.string(),
  /** The events that are not sent yet, and the age of the oldest. */
  outbox: z.strictObject({ pending: count, oldestSeconds: z.number().min(0) }),
  /** The deliveries that wait for another try, and the age of the oldest. */
  inbox: z.strictObject({ waiting: count, oldestSeconds: z.number().min(0) }),
  broker: z.boolean(),
  parked: z.array(ParkedDeliveries),
  /** Only identity knows when the databases were last backed up; null when nobody has recorded it. */
  lastBackup: z.iso.datetime().nullable().optional(),
});

const service = z.enum(['identity', 'catalog', 'orders', 'sellers', 'notifications']);

/** GET /api/admin/status. `status` is null for a service that did not answer in time. */
export const StatusView = z.strictObject({
  success: z.literal(true),
  data: z.array(z.strictObject({ service, status: PartStatus.nullable() })),
  gateway: z.strictObject({ version: z.string() }),
});
export type StatusView = z.output<typeof StatusView>;

/** POST /api/admin/status/put-back: how many deliveries are tried again. */
export const PutBackView = z.strictObject({ success: z.literal(true), putBack: count });
export type PutBackView = z.output<typeof PutBackView>;

/** The names of the events in `GET /api/products/events`. `missed` says that the browser may have missed some. */
export type LiveKind = 'sold' | 'held' | 'released' | 'removed' | 'missed';

/** The data of such an event: ids of tracks, none for `missed`. */
export type LiveView = { ids: number[] };

/** GET /api/config: everything that the SPA must know before its first screen. */
export const ConfigView = z.strictObject({
  siteName: z.string(),
  mode: z.enum(['production', 'sandbox', 'demo']),
  paypal: z.strictObject({ clientId: z.string(), currency: z.string(), sdkUrl: z.string().nullable() }),
  contact: z.strictObject({
    email: z.string(),
    social: z.strictObject({ Facebook: z.string(), Instagram: z.string(), SoundCloud: z.string() }),
  }),
  asksCompany: z.boolean().meta({ description: 'Whether buyers may state a company and its VAT number' }),
  botCheck: z.strictObject({ siteKey: z.string() }).nullable(),
});
export type ConfigView = z.output<typeof ConfigView>;
