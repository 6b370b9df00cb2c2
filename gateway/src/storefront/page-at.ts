import { HEADS } from '@shop/contracts/heads';
import { LEADS_TO, PAGES, type PageName } from '@shop/contracts/pages';

const PART = /^\/:\w+(\??)$/;

/** A regular expression for an address of the registry; a slash may follow the address. */
const expression = (address: string) =>
  new RegExp(
    `^${address.replace(/\/[^/]*/g, (part) => {
      if (part === '/*') return '(?:/.*)?';
      const [parameter, optional] = PART.exec(part) ?? [];
      return parameter ? `(?:/[^/]+)${optional}` : part === '/' ? '' : part;
    })}/?$`,
  );

const ADDRESSES = Object.entries({
  ...LEADS_TO,
  ...Object.fromEntries(Object.entries(PAGES).map(([name, address]) => [address, name as PageName])),
}).map(([address, name]) => ({ name, expression: expression(address) }));

/** The page that the browser shows at this path, or undefined. */
export const pageAt = (path: string): PageName | undefined => ADDRESSES.find((one) => one.expression.test(path))?.name;

/** The address of a page without its parameters, so that a token in it reaches nobody. */
export const placeOf = (name: PageName): string => PAGES[name].replace(/(?<=.)\/[:*].*$/, '');

/**
 * Where a page has moved that is asked for by another address: one that leads to it, or one with a slash at its end, for a page that the
 * server renders. → undefined when the page is where it is asked for
 */
export function movedTo(path: string): string | undefined {
  const bare = path.replace(/(?<=.)\/$/, '');
  if (bare in LEADS_TO) return PAGES[LEADS_TO[bare as keyof typeof LEADS_TO]];
  const name = pageAt(path);
  return bare !== path && name && HEADS[name].rendered ? bare : undefined;
}
