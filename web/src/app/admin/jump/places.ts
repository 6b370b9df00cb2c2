import { ADMIN_PAGE_NAMES, ADMIN_PAGES } from '@shop/contracts/admin-pages';
import { searched, wordsOf } from '@shop/contracts/finding';
import { useEffect, useState } from 'react';
import { useAdminProductsQuery } from '#features/catalog/api/admin-catalog-api.ts';
import { useBuyersQuery } from '#features/identity/api/admin-buyers-api.ts';
import { useAdminOrdersQuery } from '#features/orders/api/admin-orders-api.ts';
import { useSellersQuery } from '#features/sellers/api/admin-sellers-api.ts';
import { useMay } from '#features/session/admin-role.ts';
import { paths } from '#lib/paths.ts';
import { isInMenu } from '../admin-chunks';

/** Somewhere in the administration that an admin can go to. `to` is its address, `detail` tells it from others of its name. */
export type Place = { kind: 'Page' | 'Order' | 'Track' | 'Buyer' | 'Store'; name: string; detail: string; to: string };

/** So many of each kind are listed; the list of that kind has the others. */
const MOST_OF_A_KIND = 4;
const TYPING_MS = 250;

/** The text, once its typing has paused. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

/**
 * The places whose names have the words of a text, each of a kind that the admin's role may read: pages at once, and orders,
 * tracks, buyers and stores as their lists find them, once the typing pauses. Without a text these are all pages of the menu.
 */
export function usePlaces(text: string): { places: Place[]; isLoading: boolean; isIncomplete: boolean } {
  const may = useMay();
  const typed = text.trim();
  const asked = usePaused(typed);
  const query = new URLSearchParams({ page: '1', limit: String(MOST_OF_A_KIND), q: asked }).toString();
  const orders = useAdminOrdersQuery(query, { skip: asked === '' || !may('readOrders') });
  const tracks = useAdminProductsQuery(query, { skip: asked === '' || !may('readCatalogue') });
  const buyers = useBuyersQuery(query, { skip: asked === '' || !may('readPeople') });
  const stores = useSellersQuery(query, { skip: asked === '' || !may('readStores') });
  const lists = [orders, tracks, buyers, stores];

  const words = wordsOf(typed);
  const pages = ADMIN_PAGE_NAMES.filter(isInMenu).flatMap((page): Place[] => {
    const { address, right, title: name } = ADMIN_PAGES[page];
    const isFound = may(right) && words.every((word) => searched(name).includes(word));
    return isFound ? [{ kind: 'Page', name, detail: '', to: paths.admin.page(address) }] : [];
  });
  if (typed === '') return { places: pages, isLoading: false, isIncomplete: false };

  const found: Place[] = [
    ...(orders.currentData?.data ?? []).map(({ id, customer_info, status }): Place => {
      const detail = [customer_info.email, status].filter(Boolean).join(' · ');
      return { kind: 'Order', name: `#${id}`, detail, to: paths.admin.page(`orders/${id}`) };
    }),
    ...(tracks.currentData?.data ?? []).map(({ id, name, store_name }): Place => {
      return { kind: 'Track', name, detail: `#${id} · ${store_name}`, to: paths.admin.page(`products/edit/${id}`) };
    }),
    ...(buyers.currentData?.data ?? []).map(({ name, last_name, email }): Place => {
      const to = paths.admin.page(`users?${new URLSearchParams({ q: email }).toString()}`);
      return { kind: 'Buyer', name: `${name} ${last_name}`, detail: email, to };
    }),
    ...(stores.currentData?.data ?? []).map(({ shop_name, user }): Place => {
      const to = paths.admin.page(`sellers?${new URLSearchParams({ q: shop_name }).toString()}`);
      return { kind: 'Store', name: shop_name, detail: user.email, to };
    }),
  ];
  return {
    places: [...pages, ...found],
    isLoading: asked !== typed || lists.some(({ isFetching }) => isFetching),
    isIncomplete: lists.some(({ isError }) => isError),
  };
}
