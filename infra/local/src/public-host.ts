import { isLoopback, isOnlyHere } from './addresses';
import type { LocalConfig } from './config';

type Facts = Pick<LocalConfig, 'HOST' | 'PUBLIC_URL' | 'SMTP_URL' | 'PAYPAL_CLIENT_ID' | 'RECAPTCHA_SECRET' | 'NODE_ENV'>;

/** Warnings for a shop that others can reach: the parts that stay closed to them, and settings that are unfit for the public. */
export function notForThePublic(config: Facts): string[] {
  if (isOnlyHere(config)) return [];
  const unfit = [
    config.PUBLIC_URL?.startsWith('https:') ? null : 'no TLS: passwords and cookies cross the network in the clear (PUBLIC_URL)',
    config.SMTP_URL
      ? null
      : 'the mail inbox: nobody out there gets a mail, and whoever uses this machine reads them all (SMTP_URL)',
    config.PAYPAL_CLIENT_ID
      ? null
      : 'the PayPal simulator: it takes no money, and only this machine reaches it (PAYPAL_CLIENT_ID)',
    config.RECAPTCHA_SECRET ? null : 'no bot check (RECAPTCHA_SITE_KEY, RECAPTCHA_SECRET)',
    config.NODE_ENV === 'production' ? null : 'not in production mode: administrators need no second factor (NODE_ENV)',
  ].filter((line) => line !== null);
  return [
    isLoopback(config.HOST)
      ? `\nPUBLIC_URL=${config.PUBLIC_URL} says that a proxy on this machine lets others into the shop.`
      : `\nHOST=${config.HOST} opens the shop's own port to the network, and no other.`,
    ...(unfit.length > 0 ? ['Not fit for the public:', ...unfit.map((line) => `  - ${line}`)] : []),
  ];
}
