import { createHash } from 'node:crypto';
import { PAGES } from '@shop/contracts/pages';
import { reply } from '@shop/http';

/** Tells the page around it how it went, when that page is of the same origin. Opened by itself, it has nobody to tell. */
const SCRIPT = `if (parent !== window) parent.postMessage({ type: 'subscription', success: document.documentElement.dataset.success === 'true' }, location.origin);`;
const HASH = createHash('sha256').update(SCRIPT).digest('base64');

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; script-src 'sha256-${HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'no-referrer',
};

/** Read only by who opens the page by itself. */
const CONFIRMED = `Your subscription is confirmed. <a href="${PAGES.subscriptionConfirmed}" target="_top">Go on</a>`;
const NOT_VALID = `This confirmation link is not valid. <a href="${PAGES.shop}" target="_top">To the shop</a>`;

/** The page that the hidden frame of /confirm-subscription/{token} loads (docs/product/newsletter.md#confirming). */
export const confirmationPage = (success: boolean) =>
  reply(
    success ? 200 : 404,
    `<!doctype html>
<html lang="en" data-success="${success}">
<head><meta charset="utf-8"><meta name="robots" content="noindex"><title>Subscription</title></head>
<body><p>${success ? CONFIRMED : NOT_VALID}</p>
<script>${SCRIPT}</script></body>
</html>
`,
    HEADERS,
  );
