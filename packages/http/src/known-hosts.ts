import type { RequestHandler } from 'express';

/**
 * Answers only who calls this machine by a name of its own, or by one that is allowed. A page elsewhere whose name was made to point
 * here (DNS rebinding) says its own name in the Host header, and would otherwise read everything.
 */
export const onlyKnownHosts =
  (allowed: readonly string[]): RequestHandler =>
  (request, response, next) => {
    const name = nameIn(request.headers.host);
    if (isLoopback(name) || allowed.includes(name)) return next();
    response.status(421).json({ error: 'This address is not served here. ALLOWED_HOSTS names the hosts that are.' });
  };

/** `ALLOWED_HOSTS`: names without port, separated by commas. */
export const hostsIn = (text = '') =>
  text
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean);

/** The host without its port; empty for a header that is none. */
function nameIn(header = ''): string {
  const address = `http://${header}`;
  return /[/?#@\\\s]/.test(header) || !URL.canParse(address) ? '' : new URL(address).hostname;
}

const isLoopback = (name: string) => name === 'localhost' || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name);
