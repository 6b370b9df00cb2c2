import { HEADS } from '@shop/contracts/heads';
import { pageAt } from '@shop/contracts/page-at';
import { LEADS_TO, PAGES } from '@shop/contracts/pages';

/**
 * The page's own address, for a request by another one: an address that leads to it, or a slash at the end of the address of a
 * server-rendered page.
 * @returns undefined when the request has the page's own address
 */
export function movedTo(path: string): string | undefined {
  const bare = path.replace(/(?<=.)\/$/, '');
  if (bare in LEADS_TO) return PAGES[LEADS_TO[bare as keyof typeof LEADS_TO]];
  const page = pageAt(path);
  return bare !== path && page && HEADS[page.name].rendered ? bare : undefined;
}
