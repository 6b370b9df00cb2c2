import type { IncomingMessage } from 'node:http';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a request may use the cookie it brings. Browsers say which page a write comes from. A write without a cookie, or from a program
 * that is no browser, needs no proof (docs/product/sessions.md#writes-come-from-our-own-pages).
 */
export function mayUseCookie({ method = 'GET', headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  if (SAFE.has(method) || headers.authorization !== undefined || !headers.cookie) return true;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  if (origin !== undefined) return URL.canParse(origin) && new URL(origin).host === headers.host;
  return !/^Mozilla\//.test(headers['user-agent'] ?? '');
}
