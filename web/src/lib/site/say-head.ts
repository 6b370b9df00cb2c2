const here = () => window.location.origin + window.location.pathname;

/** Whether the head of the document is about the address it is at. */
export const tellsOfHere = () => document.querySelector('meta[property="og:url"]')?.getAttribute('content') === here();

/**
 * Title, description and address of a page, for the tab and for whoever shares it. The page that the gateway sent carries these
 * tags already, so they are changed, not added.
 */
export function sayHead(title: string, description: string) {
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
