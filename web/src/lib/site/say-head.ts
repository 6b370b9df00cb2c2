import type { PageText } from '@shop/contracts/heads';

const here = () => window.location.origin + window.location.pathname;

/** Whether the head of the document belongs to the present address. */
export const tellsOfHere = () => document.querySelector('meta[property="og:url"]')?.getAttribute('content') === here();

/**
 * Sets title, description and address of a page, for the tab and for sharing. It changes only tags that the page from the gateway
 * has: a page for an outage has no address.
 */
export function sayHead({ title, description }: Required<PageText>) {
  document.title = title;
  for (const [tag, attribute, text] of [
    ['meta[name="description"]', 'content', description],
    ['meta[property="og:title"], meta[name="twitter:title"]', 'content', title],
    ['meta[property="og:description"], meta[name="twitter:description"]', 'content', description],
    ['meta[property="og:url"]', 'content', here()],
    ['link[rel="canonical"]', 'href', here()],
  ] as const) {
    for (const element of document.head.querySelectorAll(tag)) element.setAttribute(attribute, text);
  }
}
