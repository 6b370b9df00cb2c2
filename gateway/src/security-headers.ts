import type { RequestHandler } from 'express';
import { simulatorOf, type Config } from './config';

const PAYPAL = 'https://*.paypal.com https://*.paypalobjects.com';
const BOT_SCRIPTS = 'https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/ https://www.recaptcha.net/recaptcha/';
const BOT_FRAMES =
  'https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/ https://www.recaptcha.net/recaptcha/';

/** The policy of the SPA's pages (design, Sessions). `nonce` is for the scripts that PayPal's own script adds. */
export function pagePolicy(config: Config, nonce: string): string {
  const paypal = simulatorOf(config)?.origin ?? PAYPAL;
  const bot = config.RECAPTCHA_SITE_KEY !== undefined;
  const secure = config.PUBLIC_URL.startsWith('https:');
  return [
    `default-src 'none'`,
    `script-src 'self' 'nonce-${nonce}' ${paypal}${bot ? ` ${BOT_SCRIPTS}` : ''}`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob: ${paypal}`,
    `media-src 'self' blob:`,
    `font-src 'self'`,
    `manifest-src 'self'`,
    `connect-src 'self' blob: ${paypal}${bot ? ` ${BOT_FRAMES}` : ''}`,
    `worker-src 'self' blob:`,
    `frame-src 'self' ${paypal}${bot ? ` ${BOT_FRAMES}` : ''}`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

/** On every answer. The popup of PayPal needs its opener, hence `same-origin-allow-popups`. */
export const headersOfEveryAnswer = (config: Config): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'content-security-policy': `default-src 'none'; frame-ancestors 'none'`,
  ...(config.PUBLIC_URL.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
});

export function securityHeaders(config: Config): RequestHandler {
  const headers = headersOfEveryAnswer(config);
  return (_req, res, next) => {
    res.set(headers);
    next();
  };
}
