import { z } from 'zod';
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
  botCheck: z.strictObject({ siteKey: z.string() }).nullable(),
});
export type ConfigView = z.output<typeof ConfigView>;
