/** What `GET /api/products/events` names an event; `missed` says that something may have been left unsaid. */
export type LiveKind = 'sold' | 'held' | 'released' | 'removed' | 'missed';

/** The data of each: ids of tracks, none for `missed`. */
export type LiveView = { ids: number[] };

/** GET /api/config: all that the SPA must know before its first screen. */
export type ConfigView = {
  siteName: string;
  mode: 'production' | 'sandbox' | 'demo';
  paypal: { clientId: string; currency: string; sdkUrl: string | null };
  /** How the house is reached. */
  contact: { email: string; social: Record<'Facebook' | 'Instagram' | 'SoundCloud', string> };
  botCheck: { siteKey: string } | null;
};
