import { PAGES } from '@shop/contracts/pages';
import { reply, smallPage } from '@shop/http';

/** The script tells the result to the page around it, when that page is of the same origin. */
const scriptFor = (success: boolean) =>
  `if (parent !== window) parent.postMessage({ type: 'subscription', success: ${success} }, location.origin);`;

const CONFIRMED = { says: 'Your subscription is confirmed.', link: { address: PAGES.subscriptionConfirmed, text: 'Go on' } };
const NOT_VALID = { says: 'This confirmation link is not valid.', link: { address: PAGES.shop, text: 'To the shop' } };

/** The page in the hidden frame of /confirm-subscription/{token} (docs/product/newsletter.md#confirming), or a page by itself. */
export function confirmationPage(success: boolean) {
  const { html, headers } = smallPage({ ...(success ? CONFIRMED : NOT_VALID), script: scriptFor(success) });
  return reply(success ? 200 : 404, html, headers);
}
