import type { RequestHandler } from 'express';

type Settings = { SECURITY_CONTACT?: string; SECURITY_EXPIRES?: string; PUBLIC_URL: string };

const GOOD_FOR_MS = 180 * 24 * 60 * 60 * 1000;

/**
 * Answers the contact for reports of a flaw (RFC 9116), or 404 without a contact. The answer is valid for half a year from now,
 * unless the configuration gives another end.
 */
export function securityTxt(config: Settings): RequestHandler {
  const { SECURITY_CONTACT: contact, SECURITY_EXPIRES: expires, PUBLIC_URL: url } = config;
  return (_req, res, next) => {
    if (!contact) return next();
    const until = expires ?? new Date(Date.now() + GOOD_FOR_MS).toISOString().replace(/T.*/, 'T00:00:00.000Z');
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${until}`,
      'Preferred-Languages: en',
      `Canonical: ${new URL('/.well-known/security.txt', url).href}`,
    ];
    res
      .set('cache-control', 'max-age=86400')
      .type('text/plain')
      .send(`${lines.join('\n')}\n`);
  };
}
