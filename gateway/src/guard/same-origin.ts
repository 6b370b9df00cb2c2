import type { IncomingMessage } from 'node:http';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a request is answered at all. Browsers say which page a write comes from, and another site's is refused also without a cookie:
 * its answer could still take or replace the session's cookie. A write from a program that is no browser needs no proof
 * (docs/product/sessions.md#writes-come-from-our-own-pages).
 */
export function mayWrite({ method = 'GET', headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  if (SAFE.has(method) || headers.authorization !== undefined) return true;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  if (!headers.cookie) return true;
  const { origin } = headers;
  if (origin !== undefined) return URL.canParse(origin) && new URL(origin).host === headers.host;
  return !/^Mozilla\//.test(headers['user-agent'] ?? '');
}
