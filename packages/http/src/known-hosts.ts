import type { RequestHandler } from 'express';

/**
 * Refuses requests whose Host header is neither a name of this machine nor an allowed one. A foreign page whose name resolves to
 * this machine (DNS rebinding) sends its own name in that header, and could otherwise read everything.
 */
export const onlyKnownHosts =
  (allowedNames: readonly string[]): RequestHandler =>
  (request, response, next) => {
    const name = nameIn(request.headers.host);
    if (isLoopback(name) || allowedNames.includes(name)) return next();
    response.status(421).json({ error: 'This address is not served here. ALLOWED_HOSTS names the hosts that are.' });
  };

/** Reads `ALLOWED_HOSTS`: names without port, separated by commas. */
export const hostsIn = (text = '') =>
  text
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean);

/** The host of a header without its port; empty when the header is malformed. */
function nameIn(header = ''): string {
  const address = `http://${header}`;
  return /[/?#@\\\s]/.test(header) || !URL.canParse(address) ? '' : new URL(address).hostname;
}

const isLoopback = (name: string) => name === 'localhost' || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name);
