/** GET /api/config: all that the SPA must know before its first screen. */
export type ConfigView = {
  siteName: string;
  mode: 'production' | 'sandbox' | 'demo';
  paypal: { clientId: string; currency: string; sdkUrl: string | null };
  botCheck: { siteKey: string } | null;
};
