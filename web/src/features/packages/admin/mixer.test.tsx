import type { PackageView } from '@shop/contracts/views';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { ADMIN_TOKEN_KEY } from '#lib/calls/admin-session.ts';
import { toast } from '#lib/toast.ts';
import { renderAt } from '#testing/render.tsx';
import { stubServer } from '#testing/stub-server.ts';
import { AdminPackage } from './AdminPackage';

/** An element that plays as jsdom's does not: it can be heard as soon as it is loaded, unless `broken` names its address. */
class FakeAudio extends EventTarget {
  static all: FakeAudio[] = [];
  static broken = '';
  currentTime = 0;
  paused = true;
  ended = false;
  constructor(readonly src: string) {
    super();
    FakeAudio.all.push(this);
    setTimeout(() => this.dispatchEvent(new Event(src === FakeAudio.broken ? 'error' : 'canplay')));
  }
  play() {
    this.paused = false;
    return Promise.resolve();
  }
  pause() {
    this.paused = true;
  }
  removeAttribute() {}
}

const sound = (id: number, path: string, role: 'master' | 'stem') => ({
  ...{ id, path, role, sizeBytes: 1, sha256: 'a'.repeat(64), seconds: 200, wave: [0.1, 0.9], loudness: -9, truePeak: -1 },
});
const pack: PackageView = {
  ...{ id: 40, state: 'checked', trackName: 'Salt', productId: null, expiresAt: '2030-01-01T00:00:00.000Z', sizeBytes: 3 },
  ...{ progress: 100, uploads: [], report: { verdict: 'pass', findings: [] } },
  files: [
    sound(1, 'Master/Salt.wav', 'master'),
    sound(2, 'Stems/Bass.wav', 'stem'),
    sound(3, 'Stems/Kick.wav', 'stem'),
    sound(4, 'Stems/Lead.wav', 'stem'),
  ],
};

const revoked: string[] = [];
const { Audio: RealAudio } = globalThis;
beforeEach(() => {
  FakeAudio.all = [];
  FakeAudio.broken = '';
  revoked.length = 0;
  globalThis.Audio = FakeAudio as unknown as typeof Audio;
  localStorage.setItem(ADMIN_TOKEN_KEY, 'the-token');
  URL.revokeObjectURL = (url) => void revoked.push(url);
});
afterEach(() => {
  globalThis.Audio = RealAudio;
});

/** Opens the package; `loads` answers the files, in the order in which they are asked for. */
async function open(loads: (fileId: number) => Promise<void> | void = () => {}) {
  let loaded = 0;
  URL.createObjectURL = () => `blob:${(loaded += 1)}`;
  const file = (id: number) => async () => {
    await loads(id);
    return { body: 'sound', headers: { 'content-type': 'audio/wav' } };
  };
  const calls = stubServer({
    'GET /api/packages/40': { body: { success: true, data: pack } },
    ...Object.fromEntries([1, 2, 3, 4].map((id) => [`GET /api/packages/40/files/${id}`, file(id)])),
  });
  const view = renderAt(<AdminPackage id={40} trackName="Salt" ReasonDialog={() => <p />} onClose={() => {}} />);
  await screen.findByRole('slider', { name: 'Second' });
  const requestedFiles = () => calls.flatMap(({ path }) => Number(/files\/(\d)/.exec(path)?.[1] ?? 0) || []);
  return { ...view, asked: requestedFiles, press: (name: string) => view.user.click(screen.getByRole('button', { name })) };
}
const TOGETHER = 'Play all stems together';
const isStop = (name: string) => screen.findByRole('button', { name });
const playing = () => FakeAudio.all.filter(({ paused }) => !paused);

test('all stems are loaded one after the other, and start together from the same second', async () => {
  const { press, asked } = await open();
  fireEvent.change(screen.getByRole('slider', { name: 'Second' }), { target: { value: '42' } });
  await press(TOGETHER);
  await isStop('Stop');
  expect(asked()).toEqual([2, 3, 4]);
  expect(playing().map(({ currentTime }) => currentTime)).toEqual([42, 42, 42]);
});

test('nothing is heard before the last stem is there', async () => {
  let arrive = () => {};
  const { press } = await open((id) => (id === 4 ? new Promise<void>((done) => (arrive = done)) : undefined));
  await press(TOGETHER);
  await waitFor(() => expect(FakeAudio.all).toHaveLength(2));
  expect(playing()).toEqual([]);
  arrive();
  await isStop('Stop');
  expect(playing()).toHaveLength(3);
});

test('one sound alone silences the others and goes on from their second; what was loaded is not loaded again', async () => {
  const { press, asked } = await open();
  await press(TOGETHER);
  await isStop('Stop');
  for (const audio of FakeAudio.all) audio.currentTime = 70;
  await waitFor(() => expect(screen.getByRole('slider', { name: 'Second' })).toHaveValue('70'));
  await press('Play Stems/Kick.wav');
  await isStop('Stop Stems/Kick.wav');
  expect(playing()).toEqual([FakeAudio.all[1]]);
  expect(playing()[0]?.currentTime).toBe(70);
  await press('Play Master/Salt.wav');
  await isStop('Stop Master/Salt.wav');
  expect(playing().map(({ src, currentTime }) => [src, currentTime])).toEqual([['blob:4', 70]]);
  await press(TOGETHER);
  await isStop('Stop');
  expect(playing()).toHaveLength(3);
  expect(asked()).toEqual([2, 3, 4, 1]);
  await press('Stop');
  expect(playing()).toEqual([]);
});

test('a stem that drifts is brought back, one that is near is left alone', async () => {
  const { press } = await open();
  await press(TOGETHER);
  await isStop('Stop');
  const [first, near, far] = FakeAudio.all;
  [first!.currentTime, near!.currentTime, far!.currentTime] = [10, 10.1, 10.4];
  await waitFor(() => expect(far!.currentTime).toBe(10));
  expect(near!.currentTime).toBe(10.1);
});

test('another second moves all that play, and is where the next sound begins', async () => {
  const { press } = await open();
  await press(TOGETHER);
  await isStop('Stop');
  const slider = screen.getByRole('slider', { name: 'Second' });
  fireEvent.change(slider, { target: { value: '120' } });
  expect(FakeAudio.all.map(({ currentTime }) => currentTime)).toEqual([120, 120, 120]);
  expect(slider).toHaveAttribute('aria-valuetext', '2:00');
  await press('Stop');
  fireEvent.change(slider, { target: { value: '30' } });
  await press('Play Stems/Lead.wav');
  await isStop('Stop Stems/Lead.wav');
  expect(playing().map(({ currentTime }) => currentTime)).toEqual([30]);
});

test('at the end all of them stop, and can be played again', async () => {
  const { press } = await open();
  await press(TOGETHER);
  await isStop('Stop');
  FakeAudio.all[0]!.ended = true;
  FakeAudio.all[0]!.paused = true;
  await isStop(TOGETHER);
  expect(playing()).toEqual([]);
});

test('a file that cannot be played is said, and nothing plays in part', async () => {
  FakeAudio.broken = 'blob:2';
  const errorToast = jest.spyOn(toast, 'error');
  const { press } = await open();
  await press(TOGETHER);
  await waitFor(() => expect(FakeAudio.all).toHaveLength(2));
  await waitFor(() => expect(screen.getByRole('button', { name: TOGETHER })).toBeEnabled());
  expect(playing()).toEqual([]);
  expect(errorToast.mock.calls).toEqual([['The file was not loaded. Please try again.']]);
  expect(screen.getByRole('button', { name: 'Play Stems/Bass.wav' })).toBeEnabled();
});

test('a closed package is silent and gives its sounds back', async () => {
  const { press, unmount } = await open();
  await press(TOGETHER);
  await isStop('Stop');
  unmount();
  expect(playing()).toEqual([]);
  expect(revoked).toEqual(['blob:1', 'blob:2', 'blob:3']);
});
