import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ProductView } from '@shop/contracts/views';
import type { RouteObject } from 'react-router-dom';
import { PlayerMount } from '#app/mounts/PlayerMount.tsx';
import { api } from '#lib/calls/api.ts';
import { aConfig, refusal } from '#testing/answers.ts';
import { aProduct } from '#testing/a-track.ts';
import { renderAt, signedInAs } from '#testing/render.tsx';
import { stubAudio } from '#testing/stub-audio.ts';
import { aSearch, listing } from '#testing/search/a-search.ts';
import { stubServer } from '#testing/stub-server.ts';
import { ShopPage } from './ShopPage';

jest.mock('wavesurfer.js', () => ({
  __esModule: true,
  default: { create: () => ({ on: () => {}, destroy: () => {}, setTime: () => {}, getCurrentTime: () => 0 }) },
}));

const CRATE = [
  aProduct({ id: 2, name: 'Halo', category: 'Techno', price: 299, bpm: 140, music_key: 'A', type: 'Instrumental' }),
  aProduct({ id: 11, name: 'Orbit', category: 'Trance', price: 499.99, bpm: null, music_key: 'C#', type: 'Vocal/Instrumental' }),
  aProduct({ id: 3, name: 'Drift', category: 'Techno', price: 700, bpm: 126, music_key: 'A', type: 'Instrumental' }),
];

function shop({
  products = CRATE,
  at = '/shop',
  handlers = {},
  routes = [],
}: { products?: ProductView[]; at?: string; handlers?: Parameters<typeof stubServer>[0]; routes?: RouteObject[] } = {}) {
  const sound = stubAudio();
  const calls = stubServer({ ...listing(() => products), ...handlers });
  const page = renderAt(
    <>
      <ShopPage />
      <PlayerMount />
    </>,
    { at, routes },
  );
  return { ...page, ...sound, calls };
}

const names = () => screen.getAllByRole('article').map((article) => article.getAttribute('aria-label'));
const loaded = () => screen.findAllByRole('article');
const track = (name: string) => within(screen.getByRole('article', { name }));

beforeEach(() => {
  signedInAs(null);
  jest.spyOn(window, 'scrollTo').mockImplementation(() => {});
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
  window.innerWidth = 1024;
});

test('six skeletons stand in while the tracks load', async () => {
  shop({ handlers: { 'GET /api/products/search': () => new Promise(() => {}) } });
  expect(within(await screen.findByRole('status', { name: 'Loading tracks' })).getAllByTestId('skeleton')).toHaveLength(6);
});

test('tracks are listed by id descending, with their number', async () => {
  shop();
  await loaded();
  expect(names()).toEqual(['Orbit', 'Drift', 'Halo']);
  expect(screen.getByRole('heading', { name: '3 tracks' })).toBeVisible();
});

test('the list is a feed: each track says its place, Page Up and Down go through them, Ctrl+Home and Ctrl+End leave', async () => {
  const { user } = shop();
  await loaded();
  const places = screen
    .getAllByRole('article')
    .map((node) => [node.getAttribute('aria-posinset'), node.getAttribute('aria-setsize')]);
  expect(places).toEqual([
    ['1', '3'],
    ['2', '3'],
    ['3', '3'],
  ]);
  const after = document.body.appendChild(document.createElement('button'));
  track('Orbit').getByRole('button', { name: 'Play Orbit' }).focus();
  await user.keyboard('{PageDown}{PageDown}{PageDown}');
  expect(screen.getByRole('link', { name: 'Halo' })).toHaveFocus();
  await user.keyboard('{PageUp}');
  expect(screen.getByRole('link', { name: 'Drift' })).toHaveFocus();
  await user.keyboard('{Control>}{End}{/Control}');
  expect(after).toHaveFocus();
  after.remove();
  screen.getByRole('link', { name: 'Drift' }).focus();
  await user.keyboard('{Control>}{Home}{/Control}');
  const before = document.activeElement!;
  expect(screen.getByRole('feed').compareDocumentPosition(before)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
});

test('a failed load is shown after "Error:", and retrying brings the tracks', async () => {
  let tries = 0;
  const { user } = shop({
    handlers: {
      'GET /api/products/search': () =>
        tries++ === 0 ? refusal('429 too-many', 'Too many requests.') : { body: aSearch(CRATE) },
    },
  });
  expect(await screen.findByText('Error: Too many requests.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await loaded()).toHaveLength(3);
});

test('without network the error still has words', async () => {
  shop({ handlers: { 'GET /api/products/search': () => 'network-error' } });
  expect(await screen.findByText('Error: The tracks could not be loaded.')).toBeVisible();
});

test('an empty shop does not blame the filters', async () => {
  shop({ products: [] });
  expect(await screen.findByRole('heading', { name: 'Nothing for sale right now' })).toBeVisible();
});

test('genres, keys and types come from the loaded tracks; choosing narrows, a chip takes away', async () => {
  const { user } = shop();
  await loaded();
  await screen.findByRole('checkbox', { name: 'Techno' });
  expect(screen.getAllByRole('checkbox').map((box) => box.parentElement?.textContent)).toEqual([
    'Half and double time too',
    'Techno2',
    'Trance1',
    'A2',
    'C#1',
    'Instrumental2',
    'Vocal/Instrumental1',
  ]);
  await user.click(screen.getByRole('checkbox', { name: 'Techno' }));
  await waitFor(() => expect(names()).toEqual(['Drift', 'Halo']));
  await user.click(screen.getByRole('button', { name: 'Remove filter Techno' }));
  await waitFor(() => expect(names()).toEqual(['Orbit', 'Drift', 'Halo']));
  await user.click(screen.getByRole('checkbox', { name: 'C#' }));
  await user.click(screen.getByRole('checkbox', { name: 'Vocal/Instrumental' }));
  await waitFor(() => expect(names()).toEqual(['Orbit']));
  await user.click(screen.getByRole('button', { name: 'Reset Filters' }));
  await waitFor(() => expect(names()).toHaveLength(3));
});

test('price and bpm have two thumbs and two numbers each, with the documented limits', async () => {
  const { user } = shop();
  await loaded();
  const low = await screen.findByRole('slider', { name: 'Lowest Price' });
  expect(low).toHaveAttribute('step', '10');
  expect(screen.getByRole('slider', { name: 'Highest Price' })).toHaveValue('1000');
  expect(screen.getByRole('slider', { name: 'Highest BPM' })).toHaveValue('200');
  fireEvent.change(low, { target: { value: '500' } });
  await waitFor(() => expect(names()).toEqual(['Drift']));

  const from = screen.getByRole('spinbutton', { name: 'Price from' });
  expect(from).toHaveValue(500);
  await user.clear(from);
  await user.type(from, '304{Enter}');
  expect(screen.getByRole('spinbutton', { name: 'Price from' })).toHaveValue(300);
  await waitFor(() => expect(names()).toEqual(['Orbit', 'Drift']));

  await user.clear(screen.getByRole('spinbutton', { name: 'BPM from' }));
  await user.type(screen.getByRole('spinbutton', { name: 'BPM from' }), '1{Enter}');
  await waitFor(() => expect(names()).toEqual(['Drift'])); // a missing bpm counts as 0
});

test('nothing found says so, and Reset Filters brings everything back', async () => {
  const { user, router } = shop({ at: '/shop?genre=Trance&key=A' });
  expect(await screen.findByRole('heading', { name: 'No products found matching your filters' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Reset Filters' }));
  expect(await loaded()).toHaveLength(3);
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

test('filters are kept in the address', async () => {
  const { user, router } = shop();
  await loaded();
  await user.click(await screen.findByRole('checkbox', { name: 'Techno' }));
  await waitFor(() => expect(router.state.location.search).toBe('?genre=Techno'));
  await user.click(screen.getByRole('button', { name: 'Show as covers' }));
  expect(router.state.location.search).toBe('?genre=Techno&view=covers');
  await waitFor(() => expect(names()).toEqual(['Drift', 'Halo']));
});

test('search and order are kept in the address, and counts follow the search', async () => {
  const { user, router } = shop();
  await loaded();
  await user.type(screen.getByRole('searchbox', { name: 'Search tracks and stores' }), 'r');
  await waitFor(() => expect(names()).toEqual(['Orbit', 'Drift', 'Halo'])); // all tracks of the store Night Works
  await user.type(screen.getByRole('searchbox', { name: 'Search tracks and stores' }), 'ift');
  await waitFor(() => expect(names()).toEqual(['Drift']));
  expect((await screen.findByRole('checkbox', { name: 'Trance' })).parentElement).toHaveTextContent('Trance0');
  await user.clear(screen.getByRole('searchbox', { name: 'Search tracks and stores' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Price: low to high');
  await waitFor(() => expect(names()).toEqual(['Halo', 'Orbit', 'Drift']));
  await waitFor(() => expect(router.state.location.search).toBe('?sort=price-low'));
});

test('a track leads to what mixes with it, shown as a chip that can be taken away', async () => {
  const { user, router } = shop({
    products: [...CRATE, aProduct({ id: 4, name: 'Half Time', bpm: 70, music_key: 'E' })],
  });
  await loaded();
  expect(window.scrollTo).not.toHaveBeenCalled();
  await user.click(screen.getByRole('link', { name: 'Mixes with Halo' }));
  await waitFor(() => expect(window.scrollTo).toHaveBeenLastCalledWith({ top: 0, behavior: 'instant' }));
  await waitFor(() => expect(names()).toEqual(['Half Time']));
  expect(router.state.location.search).toBe('?mixes=2');
  await user.click(screen.getByRole('button', { name: 'Remove filter Mixes with Halo' }));
  await waitFor(() => expect(names()).toHaveLength(4));
});

test('the filter column opens and closes', async () => {
  const { user } = shop();
  await loaded();
  const button = screen.getByRole('button', { name: 'Filters' });
  expect(button).toHaveAttribute('aria-expanded', 'true');
  await user.click(button);
  expect(button).toHaveAttribute('aria-expanded', 'false');
  expect(screen.queryByRole('complementary', { name: 'Filters' })).not.toBeInTheDocument();
});

test('on a phone the filters are a sheet', async () => {
  window.innerWidth = 360;
  const { user } = shop();
  await loaded();
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Filters' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }));
  await user.click(await sheet.findByRole('checkbox', { name: 'Trance' }));
  await user.click(await sheet.findByRole('button', { name: 'Show 1 track' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(names()).toEqual(['Orbit']);
});

test('a tap on Filters counts also before the page is drawn for a phone', async () => {
  shop();
  await loaded();
  window.innerWidth = 360; // the page has not noticed it yet, as during hydration
  fireEvent.click(screen.getByRole('button', { name: 'Filters' }));
  expect(await screen.findByRole('dialog', { name: 'Filters' })).toBeVisible();
});

test('an answer of nothing but null is an error and no empty shop', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  shop({ handlers: { 'GET /api/products/search': { body: { ...aSearch([]), products: [null, null] }, malformed: true } } });
  expect(await screen.findByText('Error: The tracks could not be loaded.')).toBeVisible();
});

test('while the shop is being filled it says so, and shows what is added', async () => {
  jest.useFakeTimers();
  let open = false;
  const first = CRATE.slice(0, 1);
  shop({
    handlers: {
      'GET /api/config': () => (open ? { body: aConfig() } : refusal('503 unavailable', 'Soon.')),
      ...listing(() => (open ? CRATE : first)),
    },
  });
  expect(await screen.findByText(/^The shop is being filled/)).toBeVisible();
  expect(await loaded()).toHaveLength(1);
  open = true;
  await waitFor(() => expect(screen.queryByText(/^The shop is being filled/)).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(3));
});

test('prices are whole dollars rounded down; sale, hot and exclusive vocal are marked', async () => {
  shop({ products: [aProduct({ id: 1, name: 'Halo', price: 299.99, old_price: 450, is_hot: true, exclusive_vocal: true })] });
  await loaded();
  for (const text of ['$299', '$450', '-33%', 'HOT', 'Exclusive vocal'])
    expect(track('Halo').getByText(text)).toBeInTheDocument();
});

test.each([null, 0, 299, 100])('an old price of %p is no sale at $299', async (old_price) => {
  shop({ products: [aProduct({ id: 1, name: 'Halo', price: 299, old_price })] });
  await loaded();
  expect(track('Halo').queryByText(/%/)).not.toBeInTheDocument();
  expect(track('Halo').queryByText(/was/)).not.toBeInTheDocument();
});

test('the project is shown by its icon, which hides when its picture is missing', async () => {
  shop({ products: [aProduct({ id: 1, name: 'Halo', project_name: 'FL Studio' })] });
  await loaded();
  const icon = track('Halo').getByRole('img', { name: 'FL Studio project' });
  expect(icon).toHaveAttribute('src', '/projects/fl-studio.svg');
  fireEvent.error(icon);
  expect(track('Halo').queryByRole('img', { name: 'FL Studio project' })).not.toBeInTheDocument();
});

test('a track is played and paused in the list, and the current one stands out', async () => {
  const { user, source } = shop();
  await loaded();
  await user.click(screen.getByRole('button', { name: 'Play Drift' }));
  expect(source()).toBe('/media/catalog/audio-3.mp3');
  expect(screen.getByRole('article', { name: 'Drift' })).toHaveAttribute('aria-current', 'true');
  expect(screen.getByRole('article', { name: 'Halo' })).not.toHaveAttribute('aria-current');
  await user.click(screen.getByRole('button', { name: 'Pause Drift' }));
  expect(screen.getByRole('button', { name: 'Play Drift' })).toBeVisible();
  expect(screen.getByRole('article', { name: 'Drift' })).toHaveAttribute('aria-current', 'true');
});

test('a visitor is asked to log in before adding to cart or wishlist', async () => {
  const { user } = shop();
  await loaded();
  await user.click(screen.getByRole('button', { name: 'Add Drift to cart' }));
  expect(await screen.findByText('Please log in to add the product to the cart.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add Drift to wishlist' }));
  expect(await screen.findByText('Please log in to add to wishlist.')).toBeVisible();
});

test('a click on the waveform plays from there', async () => {
  const { user, audio } = shop();
  await loaded();
  const wave = screen.getByRole('article', { name: 'Drift' }).querySelector('button[aria-hidden]')!;
  jest.spyOn(wave, 'getBoundingClientRect').mockReturnValue({ left: 100, width: 100 } as DOMRect);
  await user.pointer({ target: wave, keys: '[MouseLeft]', coords: { clientX: 150, clientY: 0 } });
  expect(audio.getAttribute('src')).toBe('/media/catalog/audio-3.mp3');
  expect(audio.currentTime).toBe(100);
});

test('after a click on the waveform Space pauses, and the track stays where it is', async () => {
  const { user, audio } = shop();
  await loaded();
  const wave = screen.getByRole('article', { name: 'Drift' }).querySelector('button[aria-hidden]')!;
  jest.spyOn(wave, 'getBoundingClientRect').mockReturnValue({ left: 100, width: 100 } as DOMRect);
  await user.pointer({ target: wave, keys: '[MouseLeft]', coords: { clientX: 150, clientY: 0 } });
  await screen.findByRole('region', { name: 'Player' });
  await user.keyboard(' ');
  expect(screen.getByRole('button', { name: 'Play Drift' })).toBeVisible();
  expect(audio.currentTime).toBe(100);
});

test('a click on the waveform of the current track keeps its queue, even when another list is shown by then', async () => {
  const { user } = shop({ at: '/shop?genre=Techno' });
  await waitFor(() => expect(names()).toEqual(['Drift', 'Halo']));
  await user.click(screen.getByRole('button', { name: 'Play Drift' }));
  const player = within(await screen.findByRole('region', { name: 'Player' }));
  await user.click(screen.getByRole('button', { name: 'Remove filter Techno' }));
  await waitFor(() => expect(names()).toEqual(['Orbit', 'Drift', 'Halo']));
  const wave = screen.getByRole('article', { name: 'Drift' }).querySelector('button[aria-hidden]')!;
  jest.spyOn(wave, 'getBoundingClientRect').mockReturnValue({ left: 100, width: 100 } as DOMRect);
  await user.click(wave);
  for (const next of ['Halo', 'Drift', 'Halo']) {
    await user.click(player.getByRole('button', { name: 'Next track' }));
    expect(player.getByText(next)).toBeVisible();
  }
});

test('only the tracks in sight of a long list are drawn', async () => {
  shop({ products: Array.from({ length: 2000 }, (_, i) => aProduct({ id: i + 1 })) });
  await loaded();
  expect(screen.getByRole('heading', { name: '2000 tracks' })).toBeVisible();
  await waitFor(() => expect(document.querySelector('[data-index]')).toBeInTheDocument());
  expect(screen.getAllByRole('article').length).toBeLessThan(60);
  expect(names()[0]).toBe('Track 2000');
});

describe('a result that is loaded page by page', () => {
  const ALL = Array.from({ length: 1000 }, (_, i) => aProduct({ id: 1000 - i }));
  const PER_PAGE = 10;
  /** Answers the page at `after`, a position in the result. */
  const pageAt = (path: string) => {
    const after = Number(new URL(path, 'http://shop.example').searchParams.get('after'));
    const next = String(after + PER_PAGE);
    return { body: aSearch(ALL.slice(after, after + PER_PAGE), { total: 1000, listed: 1000, from: after, next }) };
  };
  const laterPages = (calls: { path: string }[]) => calls.filter(({ path }) => path.includes('after=')).map(({ path }) => path);

  test('the next page is asked for after a refresh that came in between', async () => {
    let letGo = () => {};
    const pause = new Promise<void>((resolve) => (letGo = resolve));
    const handlers = {
      'GET /api/products/search': async ({ path }: { path: string }) => {
        if (path.includes('after=10')) await pause;
        return pageAt(path);
      },
    };
    const { calls, store } = shop({ handlers });
    await loaded();
    await waitFor(() => expect(laterPages(calls)).toHaveLength(1));
    act(() => void store.dispatch(api.util.invalidateTags(['Searches'])));
    letGo();
    await waitFor(() => expect(laterPages(calls).at(-1)).toContain('after=20'));
  });

  test('Back finds it as far as it was loaded, also after minutes on another page', async () => {
    const routes = [{ path: '/elsewhere', element: <p>Elsewhere</p> }];
    const { calls, router } = shop({ handlers: { 'GET /api/products/search': ({ path }) => pageAt(path) }, routes });
    await waitFor(() => expect(laterPages(calls).at(-1)).toContain('after=20'));
    jest.useFakeTimers();
    await act(() => router.navigate('/elsewhere'));
    await act(() => jest.advanceTimersByTimeAsync(300_000));
    jest.useRealTimers();
    await act(() => router.navigate(-1));
    await loaded();
    expect(calls.filter(({ path }) => path.includes('/search') && !path.includes('after='))).toHaveLength(1);
  });

  test('after Back the player still goes on in it as more of it is loaded', async () => {
    const routes = [{ path: '/elsewhere', element: <p>Elsewhere</p> }];
    const handlers = { 'GET /api/products/search': ({ path }: { path: string }) => pageAt(path) };
    const { user, calls, store, router } = shop({ handlers, routes });
    await waitFor(() => expect(laterPages(calls).at(-1)).toContain('after=20'));
    await user.click(await screen.findByRole('button', { name: 'Play Track 1000' }));
    await act(() => router.navigate('/elsewhere'));
    await act(() => router.navigate(-1));
    await loaded();
    const queue = () => store.getState().player.list;
    const player = within(await screen.findByRole('region', { name: 'Player' }));
    await user.click(player.getByRole('button', { name: 'Previous track' }));
    const last = store.getState().player.current!.id;
    await waitFor(() => expect(queue().map(({ id }) => id)).toContain(last - 1));
    await user.click(player.getByRole('button', { name: 'Next track' }));
    expect(player.getByText(`Track ${last - 1}`)).toBeVisible();
  });

  test('a track that is played while another search loads plays from the list that is still shown', async () => {
    const handlers = {
      'GET /api/products/search': ({ path }: { path: string }) =>
        path.includes('Techno') ? new Promise<never>(() => {}) : pageAt(path),
    };
    const { user, calls, store, router } = shop({ handlers });
    await loaded();
    await act(() => router.navigate('/shop?genre=Techno'));
    await waitFor(() => expect(calls.at(-1)?.path).toContain('Techno'));
    await user.click(screen.getByRole('button', { name: 'Play Track 1000' }));
    expect(store.getState().player).toMatchObject({ listName: '', current: { id: 1000 } });
  });

  test('a visit by a link after minutes shows what is new', async () => {
    let price = 299;
    const handlers = {
      'GET /api/products/search': ({ path }: { path: string }) => {
        const { body } = pageAt(path);
        return { body: { ...body, products: body.products.map((listedTrack) => ({ ...listedTrack, price })) } };
      },
    };
    const routes = [{ path: '/elsewhere', element: <p>Elsewhere</p> }];
    const { calls, router } = shop({ handlers, routes });
    await waitFor(() => expect(laterPages(calls).at(-1)).toContain('after=20'));
    jest.useFakeTimers();
    await act(() => router.navigate('/elsewhere'));
    await act(() => jest.advanceTimersByTimeAsync(300_000));
    price = 199;
    await act(() => router.navigate('/shop'));
    await act(() => jest.advanceTimersByTimeAsync(1000));
    jest.useRealTimers();
    await waitFor(() => expect(screen.getAllByText('$199')).not.toHaveLength(0));
    expect(screen.queryByText('$299')).toBeNull();
  });

  test('a page that could not be loaded shows a message below the list, and retrying brings it', async () => {
    let tries = 0;
    const handlers = {
      'GET /api/products/search': ({ path }: { path: string }) =>
        path.includes('after=10') && tries++ === 0 ? refusal('429 too-many', 'Too many requests.') : pageAt(path),
    };
    const { user, calls } = shop({ handlers });
    expect(await screen.findByText('More tracks could not be loaded.')).toBeVisible();
    expect(laterPages(calls)).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(laterPages(calls).length).toBeGreaterThan(2));
    expect(screen.queryByText('More tracks could not be loaded.')).toBeNull();
  });

  test('a search that fails leaves the filters, so that another can be made', async () => {
    const facets = { genre: [{ value: 'Techno', count: 900 }], key: [], type: [] };
    const handlers = {
      'GET /api/products/search': ({ path }: { path: string }) =>
        path.includes('genre=') ? refusal('429 too-many', 'Too many requests.') : { body: { ...pageAt(path).body, facets } },
    };
    const { user } = shop({ handlers });
    await user.click(await screen.findByRole('checkbox', { name: /Techno/ }));
    expect(await screen.findByText('Error: Too many requests.')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: /Techno/ })).toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Remove filter Techno' }));
    expect((await loaded()).length).toBeGreaterThan(0);
  });

  test('the counts are those of the search also when its first pages are no longer kept', async () => {
    const facets = { genre: [{ value: 'Techno', count: 900 }], key: [], type: [] };
    const handlers = {
      'GET /api/products/search': ({ path }: { path: string }) => {
        const page = pageAt(path);
        return path.includes('after=') ? page : { body: { ...page.body, facets } };
      },
    };
    const { store, router } = shop({ handlers, routes: [{ path: '/elsewhere', element: <p>Elsewhere</p> }] });
    await screen.findByRole('checkbox', { name: /Techno/ });
    await act(() => router.navigate('/elsewhere'));

    const lastPage = aSearch(ALL.slice(72, 82), { total: 1000, listed: 1000, from: 72, next: '82' });
    const value = { pages: [lastPage], pageParams: [{}] };
    act(() => void store.dispatch(api.util.upsertQueryEntries([{ endpointName: 'searchTracks', arg: '', value }] as never)));
    await act(() => router.navigate(-1));
    expect(await screen.findByRole('checkbox', { name: /Techno/ })).toBeVisible();
  });
});
