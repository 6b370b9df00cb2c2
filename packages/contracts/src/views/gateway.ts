import { z } from 'zod';
/** What `GET /api/products/events` names an event; `missed` says that something may have been left unsaid. */
export type LiveKind = 'sold' | 'held' | 'released' | 'removed' | 'missed';

/** The data of each: ids of tracks, none for `missed`. */
export type LiveView = { ids: number[] };

/** GET /api/config: all that the SPA must know before its first screen. */
export const ConfigView = z.strictObject({
  siteName: z.string(),
  mode: z.enum(['production', 'sandbox', 'demo']),
  paypal: z.strictObject({ clientId: z.string(), currency: z.string(), sdkUrl: z.string().nullable() }),
  /** How people reach the shop. */
  contact: z.strictObject({
    email: z.string(),
    social: z.strictObject({ Facebook: z.string(), Instagram: z.string(), SoundCloud: z.string() }),
  }),
  botCheck: z.strictObject({ siteKey: z.string() }).nullable(),
});
export type ConfigView = z.output<typeof ConfigView>;
