import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ProductSearchView, ProductView, SimilarView } from '@shop/contracts/views';
import type { GatewayDeps } from '../start';
import { aListedTrack } from './a-listed-track';
import { openGateway, type UnderTest } from './gateway-under-test';

/** The contents of a test shop's catalog; a test may change them. One that `hangs` accepts calls and never answers. */
type Shelf = { products: ProductView[]; sold: ProductView[]; away: boolean; hangs: boolean };

const PIXEL = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');
const DEMO = { ...aListedTrack({ id: 1, name: 'Demo', category: 'Mixing' }) };

/** The account of user 7, with one track in the cart and two on the wishlist. */
const DETAILS = {
  user: { id: 7, name: 'Ada Lovelace', email: 'ada@example.com' },
  cart: [{ id: 1 }],
  wishlist: [{ id: 1 }, { id: 2 }],
};

/** A gateway with the built pages, and services that answer like the shop's. */
export async function openRenderedShop(
  products: ProductView[],
  env: Record<string, string> = {},
  deps: Partial<GatewayDeps> = {},
): Promise<UnderTest & { shelf: Shelf }> {
  const shelf: Shelf = { products, sold: [], away: false, hangs: false };
  const shop = await openGateway(env, deps);
  shop.fakes.catalog.answer = (req, res) => answer(shelf, req, res);
  shop.fakes.identity.answer = (_req, res) => say(res, 200, DETAILS);
  shop.fakes.notifications.answer = (_req, res) => say(res, 200, []);
  return { ...shop, shelf };
}

const say = (res: ServerResponse, status: number, body: unknown) =>
  void res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

function answer({ products, sold, away, hangs }: Shelf, { url = '' }: IncomingMessage, res: ServerResponse) {
  if (away) return void res.destroy();
  if (hangs) return;
  if (url === '/api/products') return say(res, 200, products);
  if (url.startsWith('/api/products/search')) return say(res, 200, search(products, url));
  if (/^\/api\/products\/\d+\/similar$/.test(url)) return say(res, 200, similar(products, url));
  if (url === '/api/demos') return say(res, 200, [demo(DEMO)]);
  if (url.startsWith('/media/')) return void res.writeHead(200, { 'content-type': 'image/webp' }).end(PIXEL);
  const id = Number(/^\/api\/products\/(\d+)$/.exec(url)?.[1]);
  const track = products.find((product) => product.id === id);
  if (track) return say(res, 200, track);
  const soldProduct = sold.find((product) => product.id === id);
  const refusal = { success: false, error: 'It is not for sale.', message: 'It is not for sale.', requestId: randomUUID() };
  if (soldProduct) return say(res, 404, { ...refusal, code: 'sold', details: soldView(soldProduct) });
  return say(res, 404, { ...refusal, code: 'product-not-found' });
}

/** The result of a search; only genre, order and number matter here. */
function search(products: ProductView[], url: string): ProductSearchView {
  const { searchParams } = new URL(url, 'http://catalog');
  const genres = searchParams.getAll('genre');
  const newestFirst = products.toSorted((a, b) => b.id - a.id);
  const matches = newestFirst.filter(({ category }) => genres.length === 0 || genres.includes(category));
  const sorted =
    searchParams.get('sort') === 'hottest' ? matches.toSorted((a, b) => Number(b.is_hot) - Number(a.is_hot)) : matches;
  const page = sorted.slice(0, Number(searchParams.get('limit') ?? 24));
  const counts = [...new Set(products.map(({ category }) => category))].map((value) => ({
    value,
    count: products.filter(({ category }) => category === value).length,
  }));
  return {
    products: page,
    ...{ total: matches.length, listed: products.length, from: 0, previous: null, mixed: null },
    next: matches.length > page.length ? `newest~${page.length}` : null,
    facets: { genre: counts, key: [], type: [] },
  };
}

function similar(products: ProductView[], url: string): SimilarView {
  const id = Number(url.split('/')[3]);
  return { products: products.filter((product) => product.id !== id).slice(0, 4), mixing: 3 };
}

const soldView = ({ id, name, img, store_name, category, bpm, music_key, key_mode }: ProductView) => ({
  ...{ id, name, img, store_name, category, bpm, music_key, key_mode },
});
const demo = ({ id, name, category, img, audio, peaks, wave, duration, bpm, music_key }: ProductView) => ({
  ...{ id, name, category, img, audio, peaks, wave, duration, bpm, music_key },
});

/** Tracks that pages show differently, the newest last. */
export const aShelfOf = (count: number): ProductView[] =>
  Array.from({ length: count }, (_, at) =>
    aListedTrack({
      id: at + 1,
      name: `Track ${at + 1}`,
      category: ['Techno', 'House', 'Trance'][at % 3]!,
      price: 199 + at,
      old_price: at % 4 === 0 ? 499 + at : null,
      img: `/media/catalog/${at + 1}.webp`,
      bpm: 120 + (at % 20),
      music_key: ['A', 'C#', 'F'][at % 3]!,
      key_mode: ['major', 'minor', null][at % 3] ?? null,
      is_hot: at % 5 === 0,
      exclusive_vocal: at % 6 === 0,
      project_name: at % 2 ? 'Ableton Live' : null,
      play_count: at,
    }),
  );
