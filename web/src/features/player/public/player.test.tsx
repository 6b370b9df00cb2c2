import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { renderAt } from '#testing/render.tsx';
import { stubAudio } from '#testing/stub-audio.ts';
import { stubServer } from '#testing/stub-server.ts';
import { aDemo, aProduct } from '#testing/a-track.ts';
import { audio, setVolume } from './audio';
import { playableDemo, type Track } from './playable';
import { tracksGone, tracksRenewed } from './player-slice';
import { PlayerBar } from './PlayerBar';
import { usePlayer } from './use-player';

const mockDraw = jest.fn(() => ({ on: () => {}, destroy: () => {}, setTime: () => {}, getCurrentTime: () => 0 }));
jest.mock('wavesurfer.js', () => ({ __esModule: true, default: { create: () => mockDraw() } }));

const PRODUCTS: Track[] = [3, 9, 5].map((id) => aProduct({ id }));

function Page({ list }: { list: Track[] }) {
  const player = usePlayer();
  return (
    <>
      {list.map((track) => (
        <button key={track.name} onClick={() => player.press(track, list)}>
          {player.isPlaying(track) ? 'Pause' : 'Play'} {track.name}
        </button>
      ))}
      <button onClick={() => player.pause(aProduct({ id: 77 }))}>Pause another</button>
      <input aria-label="Search" />
    </>
  );
}

const bar = () => within(screen.getByRole('region', { name: 'Player' }));
const counted = (calls: { method: string; path: string }[]) => calls.filter((call) => call.path.includes('increment-play-count'));

async function listen({ list = PRODUCTS, first = 'Play Track 9' } = {}) {
  const sound = stubAudio();
  const calls = stubServer({});
  const actions = {
    inCart: jest.fn(() => false),
    inWishlist: jest.fn(() => false),
    addToCart: jest.fn(),
    toggleWishlist: jest.fn(),
  };
  const page = renderAt(
    <>
      <main id="main" tabIndex={-1}>
        <Page list={list} />
      </main>
      <PlayerBar actions={actions} />
    </>,
  );
  await page.user.click(screen.getByRole('button', { name: first }));
  await screen.findByRole('region', { name: 'Player' });
  return { ...page, ...sound, calls, actions, press: (name: string) => page.user.click(bar().getByRole('button', { name })) };
}

afterEach(() => {
  jest.restoreAllMocks();
  mockDraw.mockClear();
  audio.muted = false;
  localStorage.clear();
});

test('there is no bar until something was played', () => {
  stubServer({});
  const actions = { inCart: () => false, inWishlist: () => false, addToCart: () => {}, toggleWishlist: () => {} };
  renderAt(<PlayerBar actions={actions} />);
  expect(screen.queryByRole('region', { name: 'Player' })).not.toBeInTheDocument();
});

test('choosing a track plays it and shows name, genre, tempo, key and whole-dollar price', async () => {
  const { source } = await listen({ list: [aProduct({ id: 9, price: 349.9, bpm: 126, music_key: 'F#', category: 'Trance' })] });
  expect(source()).toBe('/media/catalog/audio-9.mp3');
  for (const text of ['Track 9', 'Trance', '126', '$349']) expect(bar().getByText(text)).toBeVisible();
  expect(bar().getByText('Key').parentElement).toHaveTextContent('F#F sharp'); // as it is read, and as it is said
  expect(bar().getByRole('button', { name: 'Pause' })).toBeVisible();
});

test('Tab goes through the bar as it stands on a wide screen, from the left to the right', async () => {
  await listen();
  const controls = screen.getByRole('region', { name: 'Player' }).querySelectorAll('a, button, [role="slider"], input');
  const names = [...controls].map((control) => control.getAttribute('aria-label') ?? control.textContent);
  expect(names).toEqual([
    ...['Previous track', 'Pause', 'Next track', 'Track 9', 'Seek', 'Mute', 'Volume'],
    ...['Add to cart', 'Add to wishlist', 'Close player'],
  ]);
});

test('without genre, bpm or key it says so', async () => {
  await listen({ list: [aProduct({ id: 9, category: '', bpm: null, music_key: '' })] });
  expect(bar().getByText('No categories')).toBeVisible();
  for (const fact of ['BPM', 'Key']) expect(bar().getByText(fact).parentElement).toHaveTextContent('N/A');
});

test('a demo has a badge and neither price, bpm, key, cart nor wishlist, and is never counted', async () => {
  const { calls } = await listen({ list: [playableDemo(aDemo({ id: 4, bpm: 120 }))], first: 'Play Demo 4' });
  expect(bar().getByText('DEMO')).toBeVisible();
  for (const text of ['BPM', 'Key', 'Price', '120']) expect(bar().queryByText(text)).not.toBeInTheDocument();
  expect(bar().queryByRole('button', { name: 'Add to cart' })).not.toBeInTheDocument();
  expect(bar().queryByRole('button', { name: 'Add to wishlist' })).not.toBeInTheDocument();
  expect(counted(calls)).toEqual([]);
});

const SHUFFLED = [5, 9, 3, 7].map((id) => aProduct({ id }));

test('next and previous walk the list that playback started from, in its order, and wrap', async () => {
  const { press } = await listen({ list: SHUFFLED });
  await press('Next track');
  expect(bar().getByText('Track 3')).toBeVisible();
  await press('Next track');
  await press('Next track');
  expect(bar().getByText('Track 5')).toBeVisible();
  await press('Previous track');
  expect(bar().getByText('Track 7')).toBeVisible();
});

test('a track that is sold while it plays keeps its place until another track plays', async () => {
  const { press, store } = await listen({ list: SHUFFLED });
  act(() => void store.dispatch(tracksGone([9, 7])));
  await press('Next track');
  expect(bar().getByText('Track 3')).toBeVisible();
  await press('Previous track');
  expect(bar().getByText('Track 5')).toBeVisible();
  await press('Previous track');
  expect(bar().getByText('Track 3')).toBeVisible();
});

test('a track that is sold while it plays alone ends, and does not come back as one for sale', async () => {
  const { press, happens, store } = await listen({ list: [aProduct({ id: 9 })] });
  act(() => void store.dispatch(tracksGone([9])));
  happens('ended');
  expect(await bar().findByRole('button', { name: 'Play' })).toBeVisible();
  expect(bar().getByText('NOT FOR SALE')).toBeVisible();
  await press('Play');
  await press('Next track');
  expect(await bar().findByRole('button', { name: 'Play' })).toBeVisible();
  expect(bar().getByText('NOT FOR SALE')).toBeVisible();
});

test('demos walk in their own list', async () => {
  const { press } = await listen({ list: [2, 8, 6].map((id) => playableDemo(aDemo({ id }))), first: 'Play Demo 8' });
  await press('Next track');
  expect(bar().getByText('Demo 6')).toBeVisible();
  await press('Next track');
  expect(bar().getByText('Demo 2')).toBeVisible();
});

test('at its end a track is followed by the next', async () => {
  const { happens, source } = await listen();
  happens('ended');
  expect(await bar().findByText('Track 5')).toBeVisible();
  expect(source()).toBe('/media/catalog/audio-5.mp3');
});

test('a play is counted once per load, however often it is paused', async () => {
  const { calls, press, happens } = await listen();
  await waitFor(() => expect(counted(calls)).toMatchObject([{ method: 'POST', path: '/api/products/9/increment-play-count' }]));
  await press('Pause');
  await press('Play');
  happens('playing');
  expect(counted(calls)).toHaveLength(1);
  await press('Next track');
  await press('Previous track');
  await waitFor(() => expect(counted(calls)).toHaveLength(3));
});

test('pausing a track that is not the current one changes nothing', async () => {
  const { user, audio } = await listen();
  await user.click(screen.getByRole('button', { name: 'Pause another' }));
  expect(audio.pause).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Pause Track 9' }));
  expect(audio.pause).toHaveBeenCalledTimes(1);
  expect(bar().getByRole('button', { name: 'Play' })).toBeVisible();
});

test('choosing another track replaces the one that plays', async () => {
  const { user, source } = await listen();
  await user.click(screen.getByRole('button', { name: 'Play Track 3' }));
  expect(source()).toBe('/media/catalog/audio-3.mp3');
  expect(screen.getByRole('button', { name: 'Play Track 9' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Pause Track 3' })).toBeVisible();
});

test('a new price of the track that plays does not draw its waveform anew', async () => {
  const { store } = await listen({ list: [aProduct({ id: 9, peaks: '[0.5]' })] });
  await waitFor(() => expect(mockDraw).toHaveBeenCalledTimes(1));
  act(() => void store.dispatch(tracksRenewed([aProduct({ id: 9, peaks: '[0.5]', price: 199 })])));
  expect(bar().getByText('$199')).toBeVisible();
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(mockDraw).toHaveBeenCalledTimes(1);
});

test('closing stops the sound and hides the bar', async () => {
  const { press, audio, source } = await listen();
  await press('Close player');
  expect(audio.pause).toHaveBeenCalled();
  expect(source()).toBeNull();
  expect(screen.queryByRole('region', { name: 'Player' })).not.toBeInTheDocument();
});

test('the system is told whether something plays, and that the player was closed', async () => {
  globalThis.MediaMetadata = class {} as typeof MediaMetadata;
  const session = { metadata: null, playbackState: 'none', setActionHandler: () => {} };
  Object.defineProperty(navigator, 'mediaSession', { value: session, configurable: true });
  const { press, happens } = await listen();
  happens('playing');
  expect(session.playbackState).toBe('playing');
  await press('Close player');
  expect(session).toMatchObject({ metadata: null, playbackState: 'none' });
  delete (navigator as { mediaSession?: unknown }).mediaSession;
});

test('closing gives the focus back to where the track was started, or to the page', async () => {
  const { press } = await listen();
  await press('Close player');
  expect(screen.getByRole('button', { name: 'Play Track 9' })).toHaveFocus();
});

test('audio that cannot be loaded shows a message, and can be retried or skipped', async () => {
  const { happens, press, audio } = await listen();
  happens('error');
  expect(bar().getByRole('alert')).toHaveTextContent('This track cannot be played right now.');
  await press('Retry');
  expect(audio.load).toHaveBeenCalled();
  expect(bar().queryByRole('alert')).not.toBeInTheDocument();
  happens('error');
  await press('Skip');
  expect(bar().getByText('Track 5')).toBeVisible();
  expect(bar().queryByRole('alert')).not.toBeInTheDocument();
});

test('where the browser forbids sound until it is asked again, the track waits paused', async () => {
  const { answers, press } = await listen();
  answers.refuse = 'NotAllowedError';
  await press('Next track');
  expect(await bar().findByRole('button', { name: 'Play' })).toBeVisible();
  expect(bar().queryByRole('alert')).not.toBeInTheDocument();
});

test('the volume moves from 0 to 1 in steps of 0.01 and is remembered; moving it unmutes', async () => {
  const { press, audio } = await listen();
  const slider = bar().getByRole('slider', { name: 'Volume' });
  expect(slider).toHaveAttribute('min', '0');
  expect(slider).toHaveAttribute('max', '1');
  expect(slider).toHaveAttribute('step', '0.01');
  await press('Mute');
  expect(audio.muted).toBe(true);
  fireEvent.change(slider, { target: { value: '0.4' } });
  expect(audio.volume).toBe(0.4);
  expect(audio.muted).toBe(false);
  expect(localStorage.getItem('audioPlayerVolume')).toBe('0.4');
});

test('keys lose no step of the volume, however fast, and leave mute alone', async () => {
  const { user, press, audio } = await listen();
  const slider = bar().getByRole('slider', { name: 'Volume' });
  act(() => setVolume(0.29));
  act(() => slider.focus());
  await user.keyboard('{ArrowRight>20/}');
  expect(audio.volume).toBe(0.49);
  expect(slider).toHaveValue('0.49');
  await user.keyboard('{ArrowLeft}{PageUp}{ArrowDown}{ArrowUp}');
  expect(audio.volume).toBe(0.58);
  await press('Mute');
  act(() => slider.focus());
  await user.keyboard('{ArrowRight}');
  expect(audio.muted).toBe(true);
  expect(audio.volume).toBe(0.59);
  expect(slider).toHaveAttribute('aria-valuetext', '59 %, muted');
  await user.keyboard('{End}{ArrowRight}');
  expect(audio.volume).toBe(1);
  await user.keyboard('{Home}');
  expect(audio.volume).toBe(0);
  expect(localStorage.getItem('audioPlayerVolume')).toBe('0');
  await press('Unmute');
});

test('where the browser leaves the volume to the device, as on an iPhone, there is mute alone', async () => {
  jest.spyOn(HTMLMediaElement.prototype, 'volume', 'get').mockReturnValue(1);
  const { press, audio } = await listen();
  expect(bar().queryByRole('slider', { name: 'Volume' })).not.toBeInTheDocument();
  await press('Mute');
  expect(audio.muted).toBe(true);
  await press('Unmute');
  expect(audio.muted).toBe(false);
});

test('space, the arrows and M work the player, but not while typing', async () => {
  const { user, audio } = await listen();
  (document.activeElement as HTMLElement).blur();
  audio.currentTime = 50;
  await user.keyboard('{ArrowRight}');
  expect(audio.currentTime).toBe(55);
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(audio.currentTime).toBe(45);
  await user.keyboard('m');
  expect(audio.muted).toBe(true);
  await user.keyboard('m');
  await user.keyboard(' ');
  expect(bar().getByRole('button', { name: 'Play' })).toBeVisible();
  await user.keyboard(' ');
  expect(bar().getByRole('button', { name: 'Pause' })).toBeVisible();

  await user.click(screen.getByRole('textbox', { name: 'Search' }));
  await user.keyboard('m {ArrowLeft}');
  expect(screen.getByRole('textbox', { name: 'Search' })).toHaveValue('m ');
  expect(audio.muted).toBe(false);
  expect(audio.currentTime).toBe(45);
  expect(bar().getByRole('button', { name: 'Pause' })).toBeVisible();
});

test('Space and M act once however long they are held, the arrows go on; with Shift they are the browser’s', async () => {
  const { audio } = await listen();
  (document.activeElement as HTMLElement).blur();
  audio.currentTime = 50;
  const hold = (key: string) => [false, true, true, true].map((repeat) => fireEvent.keyDown(document.body, { key, repeat }));
  const scrolls = hold(' ');
  expect(scrolls).not.toContain(true);
  expect(bar().getByRole('button', { name: 'Play' })).toBeVisible();
  hold('m');
  expect(audio.muted).toBe(true);
  hold('ArrowRight');
  expect(audio.currentTime).toBe(70);
  expect(fireEvent.keyDown(document.body, { key: ' ', shiftKey: true })).toBe(true);
  expect(bar().getByRole('button', { name: 'Play' })).toBeVisible();
});

test('M is found by its place where the keyboard has no Latin letters, and by its letter elsewhere', async () => {
  const { audio } = await listen();
  fireEvent.keyDown(document.body, { key: 'ь', code: 'KeyM' });
  expect(audio.muted).toBe(true);
  fireEvent.keyDown(document.body, { key: 'Μ', code: 'KeyM' });
  expect(audio.muted).toBe(false);
  for (const variant of [
    { key: ',', code: 'KeyM' },
    { key: 'µ', code: 'KeyM', modifierAltGraph: true },
    { key: 'ф', code: 'KeyA' },
  ])
    fireEvent.keyDown(document.body, variant);
  expect(audio.muted).toBe(false);
  fireEvent.keyDown(document.body, { key: 'm', code: 'Semicolon' });
  expect(audio.muted).toBe(true);
});

test('cart and heart of the bar act on its track', async () => {
  const { press, actions } = await listen();
  await press('Add to cart');
  await press('Add to wishlist');
  expect(actions.addToCart).toHaveBeenCalledWith(expect.objectContaining({ id: 9, name: 'Track 9' }));
  expect(actions.toggleWishlist).toHaveBeenCalledWith(expect.objectContaining({ id: 9 }));
});
