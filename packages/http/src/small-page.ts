import type { PageLink } from '@shop/declare';
import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { errorBody, type ErrorParts } from './errors';

/** `script` runs in the page; with a script, only a page of the same origin may hold the page in a frame. */
type SmallPage = { says: string; link: PageLink; script?: string };

/** Dark ground, and a link as a button. The style is in the page, because a page without files has no style sheet. */
const STYLE = `
  body { display: grid; align-content: center; justify-content: center; justify-items: start; gap: 1.5rem; min-height: 90vh;
    padding: 0 1.5rem; background: #0b0b0c; color: #f2f0eb; font: 600 1.5rem/1.4 system-ui, sans-serif; }
  p { margin: 0; max-width: 32rem; }
  a { padding: 0.75rem 1.5rem; border-radius: 2px; background: #d9ff42; color: #0b0b0c; font-size: 1rem; text-decoration: none; }
  a:focus-visible { outline: 2px solid #d9ff42; outline-offset: 3px; }
`;

const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

/**
 * A page of one sentence and a link, for browsers that open a call themselves: its HTML and its headers. Its texts are our own and
 * contain nothing of the request, so nothing is escaped.
 */
export const smallPage = ({ says, link, script }: SmallPage) => ({
  html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="dark">
<meta name="robots" content="noindex"><title>${says}</title><style>${STYLE}</style></head>
<body><p>${says}</p> <a href="${link.address}" target="_top">${link.text}</a>
${script ? `<script>${script}</script>` : ''}</body>
</html>
`,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      `default-src 'none'`,
      ...(script ? [`script-src ${hashOf(script)}`] : []),
      `style-src ${hashOf(STYLE)}`,
      `base-uri 'none'`,
      `form-action 'none'`,
      `frame-ancestors ${script ? `'self'` : `'none'`}`,
    ].join('; '),
    'x-frame-options': script ? 'SAMEORIGIN' : 'DENY',
    'referrer-policy': 'no-referrer',
  },
});

/** Sends a refusal as an error body, or as a page when a browser has opened the call by a link of `linkedFrom`. */
export function sendRefusal(req: Request, res: Response, refusal: ErrorParts, requestId?: string, linkedFrom?: PageLink) {
  const { status, extra } = refusal;
  res.status(status);
  if (extra.retryAfterSeconds) res.set('retry-after', String(Math.ceil(extra.retryAfterSeconds)));
  if (!linkedFrom || req.accepts(['json', 'html']) !== 'html') {
    res.json(errorBody(refusal, requestId));
    return;
  }
  const { html, headers } = refusalPage(status, linkedFrom);
  res.set(headers).send(html);
}

function refusalPage(status: number, link: PageLink) {
  if (status === 401) return smallPage({ says: 'Please log in.', link: { ...link, text: 'Log In' } });
  if (status === 403) return smallPage({ says: 'This link is not for the account that is logged in.', link });
  const isOver = status !== 429 && status < 500;
  const says = isOver ? 'This link does not work any more.' : 'This does not work right now. Please try again in a moment.';
  return smallPage({ says, link });
}
