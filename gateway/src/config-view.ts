import type { configRoutes } from '@shop/contracts/routes';
import type { ConfigView } from '@shop/contracts/views';
import { reply, unavailable, type Handlers } from '@shop/http';
import type { Config } from './config';
import { simulatorOf } from './guard/security-headers';

/** The public part of the configuration. */
export const configView = (config: Config): ConfigView => ({
  siteName: config.SITE_NAME,
  mode: simulatorOf(config) ? 'demo' : config.PAYPAL_ENVIRONMENT,
  paypal: { clientId: config.PAYPAL_CLIENT_ID, currency: 'USD', sdkUrl: config.PAYPAL_SDK_URL ?? null },
  contact: {
    email: config.CONTACT_EMAIL,
    social: { Facebook: config.SOCIAL_FACEBOOK, Instagram: config.SOCIAL_INSTAGRAM, SoundCloud: config.SOCIAL_SOUNDCLOUD },
  },
  asksCompany: config.INVOICE_COMPANY,
  botCheck: config.RECAPTCHA_SITE_KEY ? { siteKey: config.RECAPTCHA_SITE_KEY } : null,
});

/** Answers it once the shop is ready. @throws Refusal 503 until then */
export const configHandlers = (config: Config, isReady: () => boolean): Handlers<typeof configRoutes> => ({
  readConfig() {
    if (!isReady()) throw unavailable('The shop is being prepared. It opens in a moment.');
    return Promise.resolve(reply(200, configView(config), { 'cache-control': 'no-cache' }));
  },
});
