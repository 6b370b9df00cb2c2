import { ADMIN_PAGE_NAMES, ADMIN_PAGES } from '@shop/contracts/admin-pages';
import { hasWords, wordsOf } from '@shop/contracts/finding';
import { useEffect, useState } from 'react';
import { useAdminProductsQuery } from '#features/catalog/api/admin-catalog-api.ts';
import { useBuyersQuery } from '#features/identity/api/admin-buyers-api.ts';
import { useAdminOrdersQuery } from '#features/orders/api/admin-orders-api.ts';
import { useSellersQuery } from '#features/sellers/api/admin-sellers-api.ts';
import { useMay } from '#features/session/admin-role.ts';
import { paths } from '#lib/paths.ts';
import { isInMenu } from '../admin-chunks';

/**
 * Somewhere in the administration that an admin can go to. `to` is its address; `detail`, in a person's words, and `hint`, in the
 * shop's, tell it from others of its name.
 */
export type Place = {
  kind: 'Page' | 'Order' | 'Track' | 'Buyer' | 'Store';
  name: string;
  detail?: string;
  hint?: string;
  to: string;
};

/** So many of each kind are listed; the list of that kind has the others. */
const MOST_OF_A_KIND = 4;
const TYPING_MS = 250;

/** The text, once its typing has paused. */
function usePaused(text: string): string {
  const [pausedText, setPausedText] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPausedText(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return pausedText;
}

/**
 * The places whose names have the words of a text, each of a kind that the admin's role may read: pages at once, and orders,
 * tracks, buyers and stores as their lists find them, once the typing pauses. Without a text these are all pages of the menu.
 */
export function usePlaces(text: string): { places: Place[]; isLoading: boolean; isIncomplete: boolean } {
  const may = useMay();
  const typedText = text.trim();
  const searchText = usePaused(typedText);
  const query = new URLSearchParams({ page: '1', limit: String(MOST_OF_A_KIND), q: searchText }).toString();
  const orders = useAdminOrdersQuery(query, { skip: searchText === '' || !may('readOrders') });
  const tracks = useAdminProductsQuery(query, { skip: searchText === '' || !may('readCatalogue') });
  const buyers = useBuyersQuery(query, { skip: searchText === '' || !may('readPeople') });
  const stores = useSellersQuery(query, { skip: searchText === '' || !may('readStores') });
  const lists = [orders, tracks, buyers, stores];

  const words = wordsOf(typedText);
  const pages = ADMIN_PAGE_NAMES.filter(isInMenu).flatMap((page): Place[] => {
    const { address, right, title: name } = ADMIN_PAGES[page];
    const isFound = may(right) && hasWords(name, words);
    return isFound ? [{ kind: 'Page', name, to: paths.admin.page(address) }] : [];
  });
  if (typedText === '') return { places: pages, isLoading: false, isIncomplete: false };

  // what was found for an earlier text would be opened by Enter instead of what is meant now
  const isCurrent = searchText === typedText;
  const rowsOf = <Row>({ currentData }: { currentData?: { data: Row[] } }) => (isCurrent && currentData ? currentData.data : []);
  const places: Place[] = [
    ...rowsOf(orders).map(({ id, customer_info, status }): Place => {
      return { kind: 'Order', name: `#${id}`, detail: customer_info.email, hint: status, to: paths.admin.page(`orders/${id}`) };
    }),
    ...rowsOf(tracks).map(({ id, name, store_name }): Place => {
      return { kind: 'Track', name, detail: store_name, hint: `#${id}`, to: paths.admin.page(`products/edit/${id}`) };
    }),
    ...rowsOf(buyers).map(({ name, last_name, email }): Place => {
      const to = paths.admin.page(`users?${new URLSearchParams({ q: email }).toString()}`);
      return { kind: 'Buyer', name: `${name} ${last_name}`, detail: email, to };
    }),
    ...rowsOf(stores).map(({ shop_name, user }): Place => {
      const to = paths.admin.page(`sellers?${new URLSearchParams({ q: shop_name }).toString()}`);
      return { kind: 'Store', name: shop_name, detail: user.email, to };
    }),
  ];
  return {
    places: [...pages, ...places],
    isLoading: !isCurrent || lists.some(({ isFetching }) => isFetching),
    isIncomplete: lists.some(({ isError }) => isError),
  };
}
