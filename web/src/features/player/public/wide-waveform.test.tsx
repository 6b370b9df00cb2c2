import { fireEvent, screen } from '@testing-library/react';
import { aProduct } from '#testing/a-track.ts';
import { renderAt } from '#testing/render.tsx';
import { stubAudio } from '#testing/stub-audio.ts';
import { stubServer } from '#testing/stub-server.ts';
import { audio } from './audio';
import { WideWaveform } from './WideWaveform';

const stretch = (count: number, level: number) => Array<number>(count).fill(level);
/** Intro to 0:40, drop to 1:40, break to 2:20, drop to 3:00, outro to 3:20. */
const PEAKS = [...stretch(200, 0.2), ...stretch(300, 1), ...stretch(200, 0.2), ...stretch(200, 1), ...stretch(100, 0.2)];
const DRIFT = aProduct({ id: 7, name: 'Drift', duration: 200, peaks: '/media/catalog/peaks-7.json' });

function waveform({ current = true, peaks = PEAKS }: { current?: boolean; peaks?: number[] } = {}) {
  const { happens } = stubAudio();
  stubServer({ 'GET /media/catalog/peaks-7.json': { body: peaks } });
  audio.currentTime = 0;
  const places: number[] = [];
  const page = renderAt(<WideWaveform track={DRIFT} current={current} onPlay={(from) => places.push(from)} />);
  const slider = screen.getByRole('slider', { name: 'Waveform of Drift' });
  jest.spyOn(slider, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 0, 400, 120));
  const press = async (key: string) => {
    slider.focus();
    await page.user.keyboard(`{${key}}`);
    happens('seeked');
    return audio.currentTime;
  };
  return { ...page, slider, press, places };
}

afterEach(() => {
  audio.currentTime = 0;
  jest.restoreAllMocks();
});

test('the parts of the track are marked, and it is said how they were found', async () => {
  const { slider } = waveform();
  const hint = await screen.findByText('The parts are about right: they are found by loudness.');
  expect([...slider.querySelectorAll('[style*="width"]')].map(({ textContent }) => textContent)).toEqual([
    'Intro',
    'Drop',
    'Break',
    'Drop',
    'Outro',
  ]);
  expect(slider).toHaveAttribute('aria-describedby', hint.id);
  expect(slider).toHaveAttribute('aria-valuetext', '0:00 of 3:20, about: Intro');
});

test('a track that is the same all the way has no parts, and nothing is said of them', async () => {
  const { slider } = waveform({ peaks: stretch(1000, 0.9) });
  await screen.findByRole('slider');
  expect(screen.queryByText(/found by loudness/)).not.toBeInTheDocument();
  expect(slider).toHaveAttribute('aria-valuetext', '0:00 of 3:20');
});

test('keys seek like those of the player: by five seconds, by parts, and to the ends', async () => {
  const { press } = waveform();
  await screen.findByText(/found by loudness/);
  expect(await press('ArrowRight')).toBe(5);
  expect(await press('ArrowLeft')).toBe(0);
  expect(await press('PageUp')).toBe(40);
  expect(await press('PageUp')).toBe(100);
  expect(await press('PageDown')).toBe(40);
  expect(await press('End')).toBe(199);
  expect(await press('PageDown')).toBe(180);
  expect(await press('Home')).toBe(0);
});

test('a key of the browser is left to it', async () => {
  const { slider } = waveform();
  expect(fireEvent.keyDown(slider, { key: 'ArrowLeft', altKey: true })).toBe(true);
  expect(fireEvent.keyDown(slider, { key: 'Tab' })).toBe(true);
  expect(fireEvent.keyDown(slider, { key: 'End' })).toBe(false);
});

test('a track that the player does not have is played from the pressed place, by pointer and by keys', async () => {
  audio.currentTime = 50; // of another track
  const { slider, press, places } = waveform({ current: false });
  await screen.findByText(/found by loudness/);
  expect(slider).toHaveAttribute('aria-valuenow', '0');
  fireEvent.click(slider, { clientX: 300 });
  await press('PageUp');
  expect(places).toEqual([0.5, 0.2]);
});

test('the time under the pointer is shown with the part there', async () => {
  const { slider } = waveform();
  await screen.findByText(/found by loudness/);
  // jsdom knows no pointer events
  fireEvent(slider, new MouseEvent('pointermove', { bubbles: true, clientX: 220 }));
  expect(screen.getByText('1:00, about: Drop')).toBeInTheDocument();
  fireEvent.pointerLeave(slider);
  expect(screen.queryByText('1:00, about: Drop')).not.toBeInTheDocument();
});
