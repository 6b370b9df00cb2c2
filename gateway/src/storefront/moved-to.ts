import { HEADS } from '@shop/contracts/heads';
import { pageAt } from '@shop/contracts/page-at';
import { LEADS_TO, PAGES } from '@shop/contracts/pages';

/**
 * Where a page has moved that is asked for by another address: one that leads to it, or one with a slash at its end, for a page that the
 * server renders. → undefined when the page is where it is asked for
 */
export function movedTo(path: string): string | undefined {
  const bare = path.replace(/(?<=.)\/$/, '');
  if (bare in LEADS_TO) return PAGES[LEADS_TO[bare as keyof typeof LEADS_TO]];
  const page = pageAt(path);
  return bare !== path && page && HEADS[page.name].rendered ? bare : undefined;
}
