import { expect, type APIRequestContext } from '@playwright/test';
import { CODE_LENGTH } from '@shop/contracts/constants';
import { ADMIN_PAGES, type AdminPageName } from '@shop/contracts/admin-pages';
import { PAGE_NAMES, PAGES, type PageName } from '@shop/contracts/pages';
import { bought, disputed, registered, reported } from './a-buyer';
import { PANEL, tokenOf } from './an-admin';

/** The pages that ask strangers to log in as soon as they are opened. */
export const ASKING_TO_LOG_IN: PageName[] = ['login', 'checkout'];
/** The public pages; those of the administration have names of their own. */
export const PUBLIC_PAGES = PAGE_NAMES.filter((name) => name !== 'admin');

/** The addresses of a page as the registry has them: two when its last part may be left out. */
export const waysTo = (name: PageName) => [PAGES[name].replace(/\/:\w+\?$/, ''), PAGES[name].replace(/\?$/, '')];

/** What stands for the parameters of an address. */
const EXAMPLES: Record<string, (session: APIRequestContext) => Promise<string>> = {
  token: () => Promise.resolve('a-token'),
  // no certificate's: the journey of certificates shows a real one
  code: () => Promise.resolve('0'.repeat(CODE_LENGTH)),
  async id(session) {
    const [track] = (await (await session.get('/api/products')).json()) as { id: number }[];
    return String(track!.id);
  },
};

/** An address of the registry, with an example in the place of its parameter. */
export async function withExample(address: string, session: APIRequestContext): Promise<string> {
  const parameter = /:(\w+)/.exec(address)?.[1];
  if (parameter === undefined) return address;
  const example = EXAMPLES[parameter];
  expect(example, `${address} needs an example`).toBeDefined();
  return address.replace(`:${parameter}`, await example!(session));
}

type Pages = typeof ADMIN_PAGES;
type PageWithId = { [Name in AdminPageName]: Pages[Name]['address'] extends `${string}/:id` ? Name : never }[AdminPageName];
/** What each page of the administration with an id in its address shows. */
export type ShownIds = Record<PageWithId, number | string>;

/** The first track, demo and announcement, and an order with a claim and a dispute that a new buyer of this address makes. */
export async function shownIds(session: APIRequestContext, email: string): Promise<ShownIds> {
  const { orderId } = await bought(session, await registered(session, email));
  const claim = await reported(session, orderId);
  const token = await tokenOf(session);
  const firstOf = async (path: string) => {
    const answer = (await (await session.get(`/api/${path}`, { headers: { authorization: `Bearer ${token}` } })).json()) as
      | { id: number }[]
      | { data: { id: number }[] };
    return (Array.isArray(answer) ? answer : answer.data)[0]!.id;
  };
  return {
    product: await firstOf('products'),
    demo: await firstOf('demos'),
    announcement: await firstOf('announcements'),
    order: orderId,
    claim,
    dispute: await disputed(session, orderId, token),
  };
}

/** The address of a page of the administration, with the id that it shows. */
export function adminAddress(name: AdminPageName, ids: ShownIds): string {
  const shown: Partial<Record<AdminPageName, number | string>> = ids;
  return `${PANEL}/${ADMIN_PAGES[name].address.replace(':id', String(shown[name]))}`;
}
