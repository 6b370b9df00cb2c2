import { HEADS } from '@shop/contracts/heads';
import { needsOf, tracksBehind, type Need } from '@shop/contracts/needs';
import { pageAt } from '@shop/contracts/page-at';
import { PAGE_NAMES, type PageName } from '@shop/contracts/pages';
import type { ConfigView, ProductSearchView, SimilarView, SoldTrackView } from '@shop/contracts/views';
import { text } from 'node:stream/consumers';
import { prerenderToNodeStream } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { App } from './app/App';
import { takeAnswers, type PageAnswer, type RenderedPage } from './app/rendered-page';
import { loadPage } from './app/AppRoutes';
import { makeStore } from './app/store';
import { searchOf } from './features/catalog/public/filters/filter-params';
import { readShopAddress, shopAddress } from './features/catalog/public/shop/shop-address';
import { api } from './lib/calls/api';
import { productsOrThrow } from './lib/calls/products-in';

type StatusAndBody = { status: number; body: unknown };

const withTracks = <View extends { products: unknown }>(view: View) => ({ ...view, products: productsOrThrow(view.products) });

/** The part of an answer that the page's own code keeps. */
const KEPT: Record<Need['query'], (answer: StatusAndBody) => unknown> = {
  searchTracks: ({ body }) => ({ pages: [withTracks(body as ProductSearchView)], pageParams: [{}] }),
  hotTracks: ({ body }) => withTracks(body as ProductSearchView).products,
  similarTracks: ({ body }) => withTracks(body as SimilarView),
  // The catalogue answers 404 for a sold track, with its facts in the details.
  track: ({ status, body }) => (status === 404 ? { ...(body as { details: SoldTrackView }).details, status: 'sold' } : body),
  demos: ({ body }) => body,
};
const toPageAnswer = ({ query, arg }: Need, answer: StatusAndBody): PageAnswer => ({
  endpointName: query,
  arg,
  value: KEPT[query](answer),
});

function needsAt(page: RenderedPage['page'], { pathname, searchParams }: URL): Need[] {
  if (page === 'notFound') return [];
  const id = Number(pageAt(pathname)?.params.id);
  return needsOf(page, { id, search: searchOf(readShopAddress(searchParams).filters) });
}

const ANYWHERE = 'http://localhost';

/** Loads the code of every page that the server renders, so that none has to wait for its chunk. */
export const loadPages = () =>
  Promise.all([...PAGE_NAMES.filter((name) => HEADS[name].rendered), 'notFound' as const].map(loadPage));

/**
 * The calls and the address for rendering a page. `calls` are addresses of the API. Addresses with the same `canonical` one show
 * the same page. `moved`: the browser should be sent to the canonical address. `noindex`: search engines should skip this part of
 * a list.
 */
export function planPage(page: RenderedPage['page'], address: string) {
  const url = new URL(address, ANYWHERE);
  const calls = needsAt(page, url).map((need) => need.address);
  if (page !== 'shop') return { canonical: url.pathname, calls };
  const { fromForm: isMoved, ...choice } = readShopAddress(url.searchParams);
  const { filters, after } = choice;
  if (after !== null) calls.push(tracksBehind(searchOf(filters), after));
  return { canonical: shopAddress(choice), calls, moved: isMoved, noindex: after !== null };
}

/**
 * The tracks of the shop behind a cursor, with the counts of the first page, because only that page has them.
 * @returns undefined on other pages, and when there are no tracks behind the cursor
 */
function shownBehind(first: PageAnswer | undefined, behind: StatusAndBody | undefined): PageAnswer | undefined {
  const page = behind?.status === 200 ? withTracks(behind.body as ProductSearchView) : undefined;
  if (!first || !page || page.products.length === 0) return undefined;
  const { facets } = (first.value as { pages: [ProductSearchView] }).pages[0];
  return { ...first, value: { pages: [{ ...page, facets }], pageParams: [{}] } };
}

/**
 * Renders the page at an address for an unknown visitor. `answers` are those to the calls of its plan, in the same order.
 * @returns its HTML, and the JSON that the browser needs to hydrate it
 * @throws Error when a part of the page breaks
 */
export async function renderPage(
  page: PageName | 'notFound',
  address: string,
  config: ConfigView,
  answers: StatusAndBody[],
): Promise<{ body: string; state: string }> {
  const needs = needsAt(page, new URL(address, ANYWHERE));
  const pageAnswers = needs.flatMap((need, at) => (answers[at] ? [toPageAnswer(need, answers[at])] : []));
  const site = { endpointName: 'config', arg: undefined, value: config };
  const behind = shownBehind(pageAnswers[0], answers[needs.length]);
  const renderedPage: RenderedPage = { page, answers: [site, ...pageAnswers], ...(behind && { anew: true }) };
  const store = makeStore({});
  try {
    store.dispatch(takeAnswers(behind ? [site, behind] : renderedPage.answers));
    const within = (app: React.ReactNode) => <StaticRouter location={address}>{app}</StaticRouter>;
    const failures: unknown[] = [];
    const { prelude } = await prerenderToNodeStream(<App store={store} rendered={renderedPage} within={within} />, {
      // React would finish large parts with scripts in the page, which the page's policy forbids.
      progressiveChunkSize: Infinity,
      onError: (error) => void failures.push(error),
    });
    const body = await text(prelude);
    if (failures.length > 0) throw failures[0];
    return { body, state: JSON.stringify(renderedPage) };
  } finally {
    // Otherwise the timers of its answers keep the store for an hour.
    store.dispatch(api.util.resetApiState());
  }
}
