import type { AdminAddress } from '@shop/contracts/admin-pages';
import { ADMIN_PREFIX, type Subject } from '@shop/contracts/constants';
import { accountTab, pageAddress, PAGES } from '@shop/contracts/pages';

type Plain = {
  [
    Name in keyof typeof PAGES as (typeof PAGES)[Name] extends `${string}/${':' | '*'}${string}` ? never : Name
  ]: (typeof PAGES)[Name];
};
export type AdminPath = AdminAddress | `${AdminAddress}?${string}`;

const adminPage = (path: AdminPath) => `${ADMIN_PREFIX}/${path}`;

/** Every address of the shop, so that a link cannot be mistyped. */
export const paths = {
  ...(PAGES as Plain),
  admin: {
    home: ADMIN_PREFIX,
    login: adminPage('login'),
    page: adminPage,
    timelineOf: (subject: Subject, id: number) =>
      adminPage(`timeline?${new URLSearchParams({ q: `${subject} ${id}` }).toString()}`),
  },
  track: (id: number) => pageAddress('track', { id }),
  accountTab,
  genre: (name: string) => `${PAGES.shop}?${new URLSearchParams({ genre: name })}`,
  mixesWith: (id: number) => `${PAGES.shop}?mixes=${id}`,
} as const;
