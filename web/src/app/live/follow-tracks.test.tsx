import { timeWithZone } from '@shop/contracts/times';
import type { HoldView } from '@shop/contracts/views';
import { act, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { missedNews } from '#features/catalog/api/missed-news.ts';
import { api } from '#lib/calls/api.ts';
import { CartPage } from '#pages/lists/CartPage.tsx';
import { CheckoutPage } from '#pages/checkout/CheckoutPage.tsx';
import { HomePage } from '#pages/storefront/HomePage.tsx';
import { ShopPage } from '#pages/storefront/ShopPage.tsx';
import { TrackPage } from '#pages/storefront/TrackPage.tsx';
import { aTrack } from '#testing/a-track.ts';
import { aSearch, listing } from '#testing/search/a-search.ts';
import { aShop } from '#testing/a-shop.ts';
import { renderAt, signedInAs } from '#testing/render.tsx';
import { stubServer } from '#testing/stub-server.ts';
import { stubAudio } from '#testing/stub-audio.ts';
import { setVisible, stubEvents, StubEvents } from '#testing/stub-events.ts';
import { PlayerMount } from '../mounts/PlayerMount';
import { followTracks } from './follow-tracks';

const UNDERTOW = aTrack({ id: 1, name: 'Undertow', price: 300 });
const HALO = aTrack({ id: 2, name: 'Halo', price: 200 });
const FAR = aTrack({ id: 3, name: 'Far Off', category: 'Ambient', bpm: 80, music_key: 'C', store_name: 'South Yard' });

let stop: () => void;
let holds: HoldView[];
let forSale: (typeof UNDERTOW)[];
afterEach(() => {
  stop();
  signedInAs(null);
  jest.restoreAllMocks();
});

function open(at: string, more: Parameters<typeof stubServer>[0] = {}) {
  signedInAs(7);
  stubAudio();
  stubEvents();
  setVisible(true);
  jest.spyOn(Math, 'random').mockReturnValue(0);
  holds = [];
  forSale = [UNDERTOW, HALO, FAR];
  const calls = aShop(
    { tracks: forSale, cart: [1, 2] },
    {
      ...listing(() => forSale),
      'POST /api/products/by-ids': ({ body }) => ({
        body: forSale.filter(({ id }) => (body as { ids: number[] }).ids.includes(id)),
      }),
      'GET /api/products/1/similar': () => ({ body: { products: [HALO, FAR], mixing: 1 } }),
      'GET /api/products/1': () => ({ body: UNDERTOW }),
      'GET /api/orders/holds': () => ({ body: { success: true, data: holds } }),
      ...more,
    },
  );
  const page = renderAt(
    <>
      <Routes>
        <Route path="/" element={<HomePage />} />
        <Route path="/shop" element={<ShopPage />} />
        <Route path="/cart" element={<CartPage />} />
        <Route path="/checkout" element={<CheckoutPage />} />
        <Route path="/track/:id" element={<TrackPage />} />
      </Routes>
      <PlayerMount />
    </>,
    { at },
  );
  stop = followTracks(page.store);
  return { ...page, calls, asked: (path: string) => calls.filter((call) => call.path.startsWith(path)).length };
}

test('a sold row leaves the shop without another call for the list, and the others stay', async () => {
  const { asked } = open('/shop');
  expect(await screen.findByRole('article', { name: 'Undertow' })).toBeVisible();
  const before = asked('/api/products');
  StubEvents.latest.says('sold', 1);
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Undertow' })).not.toBeInTheDocument());
  expect(screen.getByRole('article', { name: 'Halo' })).toBeVisible();
  expect(screen.getByText('2 tracks')).toBeVisible();
  expect(asked('/api/products')).toBe(before);
});

test('the focus moves from a button of the sold row to the next track', async () => {
  open('/shop');
  const row = within(await screen.findByRole('article', { name: 'Halo' }));
  row.getByRole('button', { name: 'Add Halo to cart' }).focus();
  StubEvents.latest.says('sold', 2);
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Halo' })).not.toBeInTheDocument());
  expect(document.activeElement?.closest('article')).toHaveAttribute('aria-label', 'Undertow');
});

test('the cart says that another buyer is paying, until that buyer releases the track', async () => {
  open('/cart');
  const line = within(await screen.findByRole('article', { name: 'Undertow' }));
  expect(line.queryByText(/Somebody is just paying/)).not.toBeInTheDocument();
  const until = new Date(Date.now() + 900_000).toISOString();
  holds = [{ id: 1, way: 'paypal', until, remind: false }];
  StubEvents.latest.says('held', 1);
  const paying = `Somebody is just paying for this track. If they do not, it is free again on ${timeWithZone(until)}.`;
  expect(await line.findByText(paying)).toBeVisible();
  holds = [];
  StubEvents.latest.says('released', 1);
  await waitFor(() => expect(line.queryByText(/Somebody is just paying/)).not.toBeInTheDocument());
});

test('an arranged hold is a reservation, even in its last minutes; the cart does not ask for holds on other tracks', async () => {
  const { asked } = open('/cart');
  const line = within(await screen.findByRole('article', { name: 'Halo' }));
  await waitFor(() => expect(asked('/api/orders/holds')).toBe(1));
  StubEvents.latest.says('held', 3);
  holds = [{ id: 2, way: 'arranged', until: new Date(Date.now() + 900_000).toISOString(), remind: false }];
  StubEvents.latest.says('held', 2);
  expect(await line.findByText(/^Reserved for another buyer until/)).toBeVisible();
  expect(asked('/api/orders/holds')).toBe(2);
});

test('in the cart a sold track is no longer available and no longer counts', async () => {
  open('/cart');
  expect(await screen.findByText('$500.00')).toBeVisible();
  StubEvents.latest.says('sold', 1);
  await screen.findByText('No longer available');
  expect(await screen.findByRole('article', { name: 'Undertow' })).toHaveTextContent('No longer available');
  expect(screen.getByText('$200.00')).toBeVisible();
});

test('a track that is sold while it plays goes on, but cannot be bought, and its page is that of a sold track', async () => {
  const { user, store } = open('/track/1');
  await user.click(await screen.findByRole('button', { name: 'Play Undertow' }));
  const player = within(await screen.findByRole('region', { name: 'Player' }));
  expect(player.getByRole('link', { name: 'Undertow' })).toHaveAttribute('href', '/track/1');
  StubEvents.latest.says('sold', 1);
  expect(await screen.findByText('SOLD')).toBeVisible();
  expect(screen.getByText(/^Techno · 128 bpm/).closest('p')).toHaveTextContent('Techno · 128 bpm · A');
  expect(player.getByText('NOT FOR SALE')).toBeVisible();
  expect(player.queryByRole('button', { name: 'Add to cart' })).not.toBeInTheDocument();
  expect(store.getState().player).toMatchObject({ playing: true, current: { id: 1 } });
  // The sold track stays in the queue until another track plays.
  await user.click(player.getByRole('button', { name: 'Next track' }));
  expect(store.getState().player.list.map(({ id }) => id)).not.toContain(1);
});

test('after a gap a sold track stays sold, whichever answer about it comes first', async () => {
  const held = () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    return { answer, answered };
  };
  const own = held();
  const similar = held();
  let isSold = false;
  const { user } = open('/track/1', {
    'GET /api/products/1/similar': async () => {
      if (isSold) await similar.answered;
      return { body: { products: isSold ? [HALO] : [HALO, FAR], mixing: 1 } };
    },
    'GET /api/products/1': async () => {
      if (isSold) await own.answered;
      return { body: isSold ? { ...UNDERTOW, status: 'sold' } : UNDERTOW };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Play Undertow' }));
  const player = within(await screen.findByRole('region', { name: 'Player' }));
  expect(await screen.findByText('Far Off')).toBeVisible();
  isSold = true;
  forSale = [HALO, FAR];
  StubEvents.latest.says('missed');
  expect(await player.findByText('NOT FOR SALE')).toBeVisible();
  similar.answer();
  await waitFor(() => expect(screen.queryByText('Far Off')).not.toBeInTheDocument());
  expect(player.getByText('NOT FOR SALE')).toBeVisible();
  own.answer();
  expect(await screen.findByText('SOLD')).toBeVisible();
  expect(player.getByText('NOT FOR SALE')).toBeVisible();
});

test("after a gap the player shows the shop's present prices, even for the next tracks", async () => {
  const { user } = open('/shop');
  await user.click(await screen.findByRole('button', { name: 'Play Undertow' }));
  const player = within(await screen.findByRole('region', { name: 'Player' }));
  expect(player.getByText('$300')).toBeVisible();
  await user.click(player.getByRole('button', { name: 'Previous track' }));
  expect(player.getByText('$200')).toBeVisible();
  forSale = [{ ...UNDERTOW, price: 499 }, { ...HALO, price: 149 }, FAR];
  StubEvents.latest.says('missed');
  expect(await player.findByText('$149')).toBeVisible();
  await user.click(player.getByRole('button', { name: 'Next track' }));
  expect(player.getByText('$499')).toBeVisible();
});

test('the current track can be bought again once it is back on sale and played from a list', async () => {
  const { user, router } = open('/track/1');
  await user.click(await screen.findByRole('button', { name: 'Play Undertow' }));
  const player = within(await screen.findByRole('region', { name: 'Player' }));
  StubEvents.latest.says('sold', 1);
  expect(await player.findByText('NOT FOR SALE')).toBeVisible();
  await user.click(player.getByRole('button', { name: 'Pause' }));
  await act(() => router.navigate('/shop'));
  await user.click(await screen.findByRole('button', { name: 'Play Undertow' }));
  expect(await player.findByRole('button', { name: 'Add to cart' })).toBeVisible();
  await user.click(player.getByRole('button', { name: 'Next track' }));
  await user.click(player.getByRole('button', { name: 'Previous track' }));
  expect(player.getByText('Undertow')).toBeVisible();
});

test('the current track can be bought again as soon as its list has it again', async () => {
  const { user, store } = open('/shop');
  await user.click(await screen.findByRole('button', { name: 'Play Undertow' }));
  const player = within(await screen.findByRole('region', { name: 'Player' }));
  StubEvents.latest.says('sold', 1);
  expect(await player.findByText('NOT FOR SALE')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Undertow' })).not.toBeInTheDocument());
  act(() => void store.dispatch(api.util.invalidateTags(['Products', 'Searches'])));
  expect(await screen.findByRole('article', { name: 'Undertow' })).toBeVisible();
  expect(player.getByRole('button', { name: 'Add to cart' })).toBeVisible();
});

test('the checkout keeps showing a track that was sold, says so, and removes it when the buyer agrees', async () => {
  const { user } = open('/checkout');
  const summary = within(await screen.findByRole('complementary', { name: 'Order summary' }));
  expect(summary.getByText('Undertow')).toBeVisible();
  StubEvents.latest.says('sold', 1);
  expect(await summary.findByText('Undertow is no longer available.')).toBeVisible();
  expect(summary.getByText('Undertow')).toBeVisible();
  await user.click(summary.getByRole('button', { name: 'Remove and continue' }));
  await waitFor(() => expect(summary.queryByText('Undertow')).not.toBeInTheDocument());
  expect(summary.getByText('Halo')).toBeVisible();
  expect(summary.queryByRole('alert')).not.toBeInTheDocument();
});

test('a buyer who is typing stays in the field when a track of the checkout goes', async () => {
  const { user } = open('/checkout');
  const phone = await screen.findByLabelText('Phone (optional)');
  await user.type(phone, '+49 30');
  StubEvents.latest.says('sold', 1);
  expect(await screen.findByText('Undertow is no longer available.')).toBeVisible();
  await user.keyboard(' 1234');
  expect(phone).toHaveValue('+49 30 1234');
});

test('a page that may have missed news asks again', async () => {
  open('/shop');
  expect(await screen.findByRole('article', { name: 'Undertow' })).toBeVisible();
  forSale = [HALO, FAR];
  StubEvents.latest.says('missed');
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Undertow' })).not.toBeInTheDocument());
});

test('home offers no track that was sold during a gap, neither at the top nor among the newest', async () => {
  const { calls } = open('/');
  await waitFor(() => expect(screen.queryAllByText('Far Off')).not.toHaveLength(0));
  forSale = [UNDERTOW, HALO];
  StubEvents.latest.says('missed');
  await waitFor(() => expect(screen.queryAllByText('Far Off')).toHaveLength(0));
  expect(screen.queryAllByText('Halo')).not.toHaveLength(0);
  expect(calls.filter(({ path }) => path.startsWith('/api/products/search') && !path.includes('hottest'))).toHaveLength(2);
});

test('home does not ask without end when the clock is set back', async () => {
  const { calls } = open('/');
  await waitFor(() => expect(screen.queryAllByText('Far Off')).not.toHaveLength(0));
  const clock = Date.now.bind(Date);
  let ahead = 60_000;
  jest.spyOn(Date, 'now').mockImplementation(() => clock() + ahead);
  const unsubscribe = missedNews.subscribe(() => (ahead = 30_000));
  forSale = [UNDERTOW, HALO];
  StubEvents.latest.says('missed');
  await waitFor(() => expect(screen.queryAllByText('Far Off')).toHaveLength(0));
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
  unsubscribe();
  expect(calls.filter(({ path }) => path.startsWith('/api/products/search') && !path.includes('hottest'))).toHaveLength(2);
});

test('after a gap on another page, Back still finds its list, which is loaded again', async () => {
  const all = Array.from({ length: 1000 }, (_, i) => aTrack({ id: 2000 - i, name: `Track ${2000 - i}` }));
  let sold = 0;
  let answers = Promise.resolve();
  const { router, asked } = open('/shop', {
    'GET /api/products/search': async ({ path }) => {
      await answers;
      const after = Number(new URL(path, 'http://shop.example').searchParams.get('after'));
      const left = all.filter(({ id }) => id !== sold);
      return {
        body: aSearch(left.slice(after, after + 10), { total: 1000, listed: 1000, from: after, next: String(after + 10) }),
      };
    },
  });
  await waitFor(() => expect(screen.getByRole('article', { name: 'Track 2000' })).toBeVisible());
  await act(() => router.navigate('/cart'));
  sold = 2000;
  StubEvents.latest.says('missed');
  const before = asked('/api/products/search');
  let answer = () => {};
  answers = new Promise((resolve) => (answer = resolve));
  await act(() => router.navigate(-1));
  await waitFor(() => expect(screen.getByRole('article', { name: 'Track 2000' })).toBeVisible());
  await waitFor(() => expect(asked('/api/products/search')).toBeGreaterThan(before));
  answer();
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Track 2000' })).not.toBeInTheDocument());
  expect(screen.getByRole('article', { name: 'Track 1999' })).toBeVisible();
});
