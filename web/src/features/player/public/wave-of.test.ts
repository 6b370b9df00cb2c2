import { waveOf } from './wave-of';

test('each bar is the loudest of its stretch, whichever way it swings', () => {
  expect(waveOf([0.1, -0.5, 0, 0.25], 2)).toBe('ff80');
});

test('silence is flat and as long as the rest', () => {
  expect(waveOf([0, 0, 0, 0], 4)).toBe('00000000');
});
