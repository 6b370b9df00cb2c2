import { render } from '@testing-library/react';
import { stubAudio } from '#testing/stub-audio.ts';
import { levelAt, useRowLevel } from './use-row-level';

const WAVE = '00ff8000';

function Row({ wave = WAVE }: { wave?: string }) {
  useRowLevel({ id: 7, demo: false, wave, duration: 100 });
  return <article data-track={7} />;
}
const level = () => document.querySelector<HTMLElement>('[data-track]')?.style.getPropertyValue('--level');
const plays = () => document.documentElement.hasAttribute('data-playing');

beforeEach(() => void jest.restoreAllMocks());

test.each([
  [0, 0],
  [0.3, 1],
  [0.5, 128 / 255],
  [1, 0],
  [-1, 0],
])('at a share of %d the level is %d', (share, expected) => expect(levelAt(WAVE, share)).toBeCloseTo(expected));

test('a track without a waveform is silent', () => expect(levelAt('', 0.5)).toBe(0));

test('the row has the level of the sound while it plays, and nothing is left of it afterwards', () => {
  const { audio, happens } = stubAudio();
  const paused = jest.spyOn(audio, 'paused', 'get').mockReturnValue(false);
  jest.spyOn(audio, 'currentTime', 'get').mockReturnValue(30);
  const { unmount } = render(<Row />);
  happens('timeupdate');
  expect([level(), plays()]).toEqual(['1.00', true]);
  paused.mockReturnValue(true);
  happens('pause');
  expect([level(), plays()]).toEqual(['0.00', false]);
  paused.mockReturnValue(false);
  happens('playing');
  unmount();
  expect(plays()).toBe(false);
});

test('nothing moves for those who ask for less motion', () => {
  const { audio, happens } = stubAudio();
  jest.spyOn(audio, 'paused', 'get').mockReturnValue(false);
  jest.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
  render(<Row />);
  happens('timeupdate');
  expect([level(), plays()]).toEqual(['', false]);
});
