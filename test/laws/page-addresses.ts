import { LEADS_TO, PAGES } from '@shop/contracts/pages';

/** The first parts of all page addresses, without the home page's, which begins every address. */
const BEGINNINGS = [...Object.values(PAGES), ...Object.keys(LEADS_TO)]
  .map((address) => /^\/([^/:*]+)/.exec(address)?.[1])
  .filter((name) => name !== undefined);

/** A page's address in code: from the beginning of a text or after the shop's address, to the end of its first part. */
const OF_PAGE = new RegExp(`(?:["'\`]|\\$\\{[^}]*\\})/(?:${BEGINNINGS.join('|')})(?=[/?#"'\`\\s])`, 'g');
/** A path after the shop's own address, or the prefix of the administration, in a template; another law covers calls. */
const BEHIND_SHOP = /\$\{(?:[\w.]*\b(?:site\.url|PUBLIC_URL|origin)|ADMIN_PREFIX)\}\/(?!api\/)[\w-]+/g;

/** The page addresses that a text writes by hand, each once, as written. Code uses `pageAddress` and its like instead. */
export const pagesWrittenIn = (text: string): string[] => [
  ...new Set([OF_PAGE, BEHIND_SHOP].flatMap((pattern) => [...text.matchAll(pattern)].map(([written]) => written))),
];
