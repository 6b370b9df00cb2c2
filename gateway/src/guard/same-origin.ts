import type { IncomingMessage } from 'node:http';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a request is answered at all. Browsers name the page that a write comes from; a write from another site is refused even
 * without a cookie, because its answer could replace the session's cookie. Other programs need no proof
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
