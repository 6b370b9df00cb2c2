import { isPaypal } from '@shop/contracts/forms';
import { policyRoutes } from '@shop/contracts/routes';
import type { RequestHandler } from 'express';

/** The settings on which the headers depend. */
type Settings = {
  PUBLIC_URL: string;
  PAYPAL_SDK_URL?: string;
  RECAPTCHA_SITE_KEY?: string;
  TRUSTED_TYPES?: 'enforced' | 'watched';
};

/** The address of the simulator's script; null unless the shop is a demo. */
export const simulatorOf = ({ PAYPAL_SDK_URL: address }: Pick<Settings, 'PAYPAL_SDK_URL'>): URL | null =>
  address && !isPaypal(address) ? new URL(address) : null;

/** Nobody has checked that PayPal's script and the bot check work under Trusted Types, so the operator decides when the shop uses them. */
const enforcesTrustedTypes = (config: Settings): boolean =>
  config.TRUSTED_TYPES ? config.TRUSTED_TYPES === 'enforced' : simulatorOf(config) !== null && !config.RECAPTCHA_SITE_KEY;

/** The sources of PayPal's script, buttons and window. Scripts come only from the first three. */
const PAYPAL_SCRIPTS = 'https://www.paypal.com https://www.sandbox.paypal.com https://www.paypalobjects.com';
const PAYPAL_HOSTS = `${PAYPAL_SCRIPTS} https://c.paypal.com https://c.sandbox.paypal.com https://t.paypal.com https://b.stats.paypal.com`;

const REPORTS_PATH = policyRoutes.reportPolicy.path;
const BOT_SCRIPTS = 'https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/ https://www.recaptcha.net/recaptcha/';
const BOT_FRAMES =
  'https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/ https://www.recaptcha.net/recaptcha/';

/**
 * The policy of the SPA's pages (docs/product/sessions.md#page-policy). `nonce` allows the scripts that PayPal's own script adds,
 * `hashes` the inline scripts of the page.
 */
export function pagePolicy(config: Settings, nonce: string, hashes: readonly string[] = []): string {
  const simulator = simulatorOf(config)?.origin;
  const [scripts, paypal] = [simulator ?? PAYPAL_SCRIPTS, simulator ?? PAYPAL_HOSTS];
  const bot = config.RECAPTCHA_SITE_KEY !== undefined;
  const secure = config.PUBLIC_URL.startsWith('https:');
  return [
    `default-src 'none'`,
    `script-src 'self' ${[...hashes, `nonce-${nonce}`].map((source) => `'${source}'`).join(' ')} ${scripts}${bot ? ` ${BOT_SCRIPTS}` : ''}`,
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
    ...(enforcesTrustedTypes(config) ? [TRUSTED_TYPES] : []),
    ...TO_US,
  ].join('; ');
}

/** Browsers report violations of the policy to this address, by the current directive or the deprecated one. */
const TO_US = [`report-uri ${REPORTS_PATH}`, 'report-to csp'];

/** Trusted Types: only the policy of the page may turn text into code (web/src/lib/trusted-types.ts). */
const TRUSTED_TYPES = `require-trusted-types-for 'script'`;

/** The policy whose violations browsers only report, for pages with foreign scripts (see enforcesTrustedTypes). */
export const watchedPolicy = (config: Settings): Record<string, string> =>
  enforcesTrustedTypes(config) ? {} : { 'content-security-policy-report-only': [TRUSTED_TYPES, ...TO_US].join('; ') };

/** The headers of every answer. PayPal's popup needs its opener, hence `same-origin-allow-popups`. */
export const headersOfEveryAnswer = (config: Settings): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'x-frame-options': 'DENY',
  'reporting-endpoints': `csp="${REPORTS_PATH}"`,
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'content-security-policy': `default-src 'none'; frame-ancestors 'none'`,
  ...(config.PUBLIC_URL.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
});

/** Sets `headersOfEveryAnswer`. */
export function securityHeaders(config: Settings): RequestHandler {
  const headers = Object.entries(headersOfEveryAnswer(config));
  return (_req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value);
    next();
  };
}
