import { LEADS_TO, PAGES, type PageName } from '../pages';

const PART = /^\/:(\w+)(\??)$/;

/** A regular expression for an address of the registry, with its parameters as groups; a slash may follow the address. */
const expression = (address: string) =>
  new RegExp(
    `^${address.replace(/\/[^/]*/g, (part) => {
      if (part === '/*') return '(?:/.*)?';
      const [, parameter, optional] = PART.exec(part) ?? [];
      return parameter ? `(?:/(?<${parameter}>[^/]+))${optional}` : part === '/' ? '' : part;
    })}/?$`,
  );

const ADDRESSES = Object.entries({
  ...LEADS_TO,
  ...Object.fromEntries(Object.entries(PAGES).map(([name, address]) => [address, name as PageName])),
}).map(([address, name]) => ({ name, expression: expression(address) }));

/** A page, with the parameters of its address as they are written there. */
type PageAsked = { name: PageName; params: Record<string, string | undefined> };

/** The page that the browser shows at this path, or undefined. */
export function pageAt(path: string): PageAsked | undefined {
  for (const { name, expression } of ADDRESSES) {
    const match = expression.exec(path);
    if (match) return { name, params: { ...match.groups } };
  }
  return undefined;
}

/** The address of a page without its parameters, so that a token in it reaches nobody. */
export const placeOf = (name: PageName): string => PAGES[name].replace(/(?<=.)\/[:*].*$/, '');
