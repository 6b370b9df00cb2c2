import { FIRST_TRACKS } from '@shop/contracts/constants';
import { HEADS } from '@shop/contracts/heads';
import { PAGE_NAMES, type PageName } from '@shop/contracts/pages';
import type { ConfigView, ProductSearchView, SimilarView, SoldTrackView } from '@shop/contracts/views';
import { text } from 'node:stream/consumers';
import { prerenderToNodeStream } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { App } from './app/App';
import { takeAnswers, type PageAnswer, type RenderedPage } from './app/rendered-page';
import { loadPage } from './app/router';
import { makeStore } from './app/store';
import { readFilters, searchOf } from './features/catalog/public/filters/filter-params';
import { api } from './lib/calls/api';
import { productsOrThrow } from './lib/calls/products-in';
import { HOT_TRACKS } from './pages/storefront/home/Tracks';

/** An answer of the api to a visitor. */
type Answered = { status: number; body: unknown };
/** A call of the api that a page is rendered with, and its answer as the page's own code keeps it. */
type Call = { path: string; keeps: (answered: Answered) => PageAnswer };

const search = (query: string): Call => ({
  path: `/api/products/search?${query ? `${query}&` : ''}limit=${FIRST_TRACKS}`,
  keeps: ({ body }) => ({
    endpointName: 'searchTracks',
    arg: query,
    value: { pages: [withTracks(body as ProductSearchView)], pageParams: [{}] },
  }),
});
const hot: Call = {
  path: `/api/products/search?sort=hottest&limit=${HOT_TRACKS}`,
  keeps: ({ body }) => ({ endpointName: 'hotTracks', arg: HOT_TRACKS, value: withTracks(body as ProductSearchView).products }),
};
const similar = (id: number): Call => ({
  path: `/api/products/${id}/similar`,
  keeps: ({ body }) => ({ endpointName: 'similarTracks', arg: id, value: withTracks(body as SimilarView) }),
});
const track = (id: number): Call => ({
  path: `/api/products/${id}`,
  keeps: ({ status, body }) => ({
    endpointName: 'track',
    arg: id,
    // of a sold track only the refusal tells
    value: status === 404 ? { ...(body as { details: SoldTrackView }).details, status: 'sold' } : body,
  }),
});
const demos: Call = { path: '/api/demos', keeps: ({ body }) => ({ endpointName: 'demos', arg: undefined, value: body }) };

const withTracks = <View extends { products: unknown }>(view: View) => ({ ...view, products: productsOrThrow(view.products) });

const idIn = (path: string) => Number(path.split('/')[2]);
const callsOf = (page: RenderedPage['page'], { pathname, searchParams }: URL): Call[] => {
  if (page === 'home') return [search(''), hot];
  if (page === 'shop') return [search(searchOf(readFilters(searchParams)))];
  if (page === 'track') return [track(idIn(pathname)), similar(idIn(pathname))];
  return page === 'service' ? [demos] : [];
};

const ANYWHERE = 'http://localhost';

/** Loads the code of every page that the server renders, so that each is rendered in one go. */
export const loadPages = () =>
  Promise.all([...PAGE_NAMES.filter((name) => HEADS[name].rendered), 'notFound' as const].map(loadPage));

/**
 * What the page at an address is rendered with: `calls` are the addresses of the api. All addresses with the same `canonical` one show the same
 * page.
 */
export function planPage(page: RenderedPage['page'], address: string): { canonical: string; calls: string[] } {
  const url = new URL(address, ANYWHERE);
  const shown = new URLSearchParams(page === 'shop' ? searchOf(readFilters(url.searchParams)) : '');
  if (page === 'shop' && url.searchParams.get('view') === 'covers') shown.set('view', 'covers');
  const query = shown.toString();
  return { canonical: url.pathname + (query && `?${query}`), calls: callsOf(page, url).map(({ path }) => path) };
}

/**
 * Renders the page at an address for a visitor of whom nothing is known. `answers` are those to the calls of its plan, in their order.
 * → its HTML, and what the browser needs to hydrate it, as JSON
 * @throws Error when a part of the page breaks
 */
export async function renderPage(
  page: PageName | 'notFound',
  address: string,
  config: ConfigView,
  answers: Answered[],
): Promise<{ body: string; state: string }> {
  const calls = callsOf(page, new URL(address, ANYWHERE));
  const rendered: RenderedPage = {
    page,
    answers: [
      { endpointName: 'config', arg: undefined, value: config },
      ...answers.flatMap((answered, at) => calls[at]?.keeps(answered) ?? []),
    ],
  };
  const store = makeStore({});
  try {
    store.dispatch(takeAnswers(rendered.answers));
    const within = (app: React.ReactNode) => <StaticRouter location={address}>{app}</StaticRouter>;
    const failures: unknown[] = [];
    const { prelude } = await prerenderToNodeStream(<App store={store} rendered={rendered} within={within} />, {
      // React would finish large parts by scripts in the page, which its policy forbids
      progressiveChunkSize: Infinity,
      onError: (error) => void failures.push(error),
    });
    const body = await text(prelude);
    if (failures.length > 0) throw failures[0];
    return { body, state: JSON.stringify(rendered) };
  } finally {
    // otherwise the timers of its answers keep the store for an hour
    store.dispatch(api.util.resetApiState());
  }
}
