import { LEADS_TO, PAGES } from '@shop/contracts/pages';

/** How the addresses of pages begin, without the home page's, which every address begins with. */
const BEGINNINGS = [...Object.values(PAGES), ...Object.keys(LEADS_TO)]
  .map((address) => /^\/([^/:*]+)/.exec(address)?.[1])
  .filter((name) => name !== undefined);

/** An address of a page as code writes it: from the beginning of a text or behind the address of the shop, to the end of its first part. */
const OF_PAGE = new RegExp(`(?:["'\`]|\\$\\{[^}]*\\})/(?:${BEGINNINGS.join('|')})(?=[/?#"'\`\\s])`, 'g');
/** What follows the shop's own address, or the prefix of the administration, in a template; calls have a law of their own. */
const BEHIND_SHOP = /\$\{(?:[\w.]*\b(?:site\.url|PUBLIC_URL|origin)|ADMIN_PREFIX)\}\/(?!api\/)[\w-]+/g;

/** The addresses of pages that a text writes by hand, each once, as they are written. `pageAddress` and its like make them. */
export const pagesWrittenIn = (text: string): string[] => [
  ...new Set([OF_PAGE, BEHIND_SHOP].flatMap((pattern) => [...text.matchAll(pattern)].map(([written]) => written))),
];
