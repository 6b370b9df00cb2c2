import { partsOf } from './parts-of';

/** Peaks of a track of 1000 values: each stretch is so many of them, so loud. */
const peaksOf = (...stretches: [count: number, level: number][]) =>
  stretches.flatMap(([count, level]) => Array<number>(count).fill(level));
const text = (peaks: readonly number[]) => partsOf(peaks).map(({ kind, from, to }) => `${kind} ${from} to ${to}`);

test('a club track is told by its loudness: each moment belongs to one part', () => {
  const track = peaksOf([200, 0.3], [100, 0.72], [200, 1], [200, 0.3], [100, 0.72], [100, 1], [100, 0.3]);
  expect(text(track)).toEqual([
    'Intro 0 to 0.2',
    'Build 0.2 to 0.3',
    'Drop 0.3 to 0.5',
    'Break 0.5 to 0.7',
    'Build 0.7 to 0.8',
    'Drop 0.8 to 0.9',
    'Outro 0.9 to 1',
  ]);
});

test('a track may begin and end with its drop', () => {
  expect(text(peaksOf([400, 1], [200, 0.2], [400, 1]))).toEqual(['Drop 0 to 0.4', 'Break 0.4 to 0.6', 'Drop 0.6 to 1']);
});

test('what falls after a drop is no build, and what grows before the first one without a quiet start is the intro', () => {
  expect(text(peaksOf([200, 0.72], [300, 1], [200, 0.72], [300, 0.2]))).toEqual([
    'Intro 0 to 0.2',
    'Drop 0.2 to 0.5',
    'Outro 0.5 to 1',
  ]);
});

test('what stays half as loud for long is no build', () => {
  expect(text(peaksOf([200, 0.3], [300, 0.72], [500, 1]))).toEqual(['Intro 0 to 0.5', 'Drop 0.5 to 1']);
});

test('a short silence or a short blow makes no part', () => {
  expect(text(peaksOf([300, 0.3], [20, 1], [180, 0.3], [240, 1], [20, 0.1], [240, 1]))).toEqual([
    'Intro 0 to 0.5',
    'Drop 0.5 to 1',
  ]);
});

test('quiet and loud are those of the track itself, and the sign of a peak does not matter', () => {
  expect(text(peaksOf([500, 0.03], [500, -0.1]))).toEqual(['Intro 0 to 0.5', 'Drop 0.5 to 1']);
});

test.each([
  ['is the same all the way', peaksOf([1000, 0.9])],
  ['changes a little', peaksOf([500, 0.95], [500, 1])],
  ['is silent', peaksOf([1000, 0])],
  ['has the coarse peaks of a list alone', peaksOf([24, 0.1], [24, 1])],
  ['has none', []],
])('a track that %s has no parts', (_which, peaks) => {
  expect(partsOf(peaks)).toEqual([]);
});
