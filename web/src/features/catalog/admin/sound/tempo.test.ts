import { suggestedTempo } from './suggested-tempo';
import { tempoOf } from './tempo';
import { TEMPO_RATE } from './tempo-rate';

function clicks(bpm: number, seconds = 20) {
  const samples = new Float32Array(seconds * TEMPO_RATE);
  for (let at = 0; at < samples.length; at += (60 / bpm) * TEMPO_RATE)
    for (let i = 0; i < 400; i += 1) samples[Math.round(at) + i] = Math.sin(i / 3) * Math.exp(-i / 100);
  return samples;
}

test.each([90, 117, 128, 150])('clicks at %i beats per minute are detected', (bpm) => {
  const { bpm: suggestion } = suggestedTempo(tempoOf(clicks(bpm))!, 'House');
  expect(Math.abs(suggestion - bpm)).toBeLessThanOrEqual(1);
});

test('silence and an empty recording have no tempo', () => {
  expect(tempoOf(new Float32Array(10 * TEMPO_RATE))).toBeNull();
  expect(tempoOf(new Float32Array(0))).toBeNull();
});

test.each([
  [163.9, 'Lo-Fi', 82, [164]],
  [82, 'Lo-Fi', 82, [164]],
  [174.1, 'Drum & Bass', 174, [87]],
  [87, 'Drum & Bass', 174, [87]],
  [124.4, 'House', 124, []],
  [163.9, '', 164, [82]],
])('%d heard in %s is %d, with %j besides', (suggestion, genre, bpm, alternatives) =>
  expect(suggestedTempo(suggestion, genre)).toEqual({ bpm, alternatives }),
);
