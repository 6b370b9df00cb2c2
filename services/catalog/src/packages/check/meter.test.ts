import { createMeter } from './meter';
import { soundOfPart, shaped, toneOf, type Samples } from './testing/sounds';

/** Measures samples that come in blocks of odd lengths. */
function measured(samples: Samples, rate = 48_000) {
  const meter = createMeter(rate, samples.length);
  for (let from = 0, size = 1000; from < samples[0]!.length; from += size, size = 997 + ((size * 7) % 16_000))
    meter.add(samples.map((values) => values.slice(from, from + size)));
  return meter.finish();
}
const amplitude = (decibels: number) => 10 ** (decibels / 20);
const tones = (rate: number, ...parts: [level: number, seconds: number][]): Samples => {
  const pieces = parts.map(([level, seconds]) => toneOf(1000, seconds, { rate, level: amplitude(level) })[0]!);
  const whole = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return [whole, whole.slice()];
};

// EBU Tech 3341, table 1
test.each([
  ['1: −23 dBFS', -23, tones(48_000, [-23, 20]), 48_000],
  ['2: −33 dBFS', -33, tones(48_000, [-33, 20]), 48_000],
  ['3: −36, −23, −36', -23, tones(48_000, [-36, 10], [-23, 60], [-36, 10]), 48_000],
  ['4: with −72 at both ends', -23, tones(48_000, [-72, 10], [-36, 10], [-23, 60], [-36, 10], [-72, 10]), 48_000],
  ['5: −26, −20, −26', -23, tones(48_000, [-26, 20], [-20, 20.1], [-26, 20]), 48_000],
  ['1 at 44.1 kHz', -23, tones(44_100, [-23, 20]), 44_100],
  ['1 at 96 kHz', -23, tones(96_000, [-23, 20]), 96_000],
])('the loudness of test signal %s', (_, expected, samples, rate) => {
  expect(Math.abs(measured(samples, rate).loudness - expected)).toBeLessThan(0.1);
});

// EBU Tech 3341, signals 15 to 18: +0.2 −0.4 dB
test.each([
  ['fs/4 at 0°', 12_000, 0],
  ['fs/4 at 45°', 12_000, 45],
  ['fs/6 at 60°', 8000, 60],
  ['fs/8 at 67.5°', 6000, 67.5],
  ['1 kHz', 1000, 0],
  ['16 kHz', 16_000, 30],
])('the true peak of a tone of −6 dBFS, %s', (_, hertz, degrees) => {
  const { truePeak } = measured(toneOf(hertz, 1, { level: amplitude(-6), phase: (degrees * Math.PI) / 180, fade: 0.1 }));
  expect(truePeak).toBeGreaterThan(-6.4);
  expect(truePeak).toBeLessThan(-5.8);
});

test('a peak between two samples is found, also where blocks meet and at the very end', () => {
  const { samplePeak, truePeak } = measured(toneOf(12_000, 0.5, { phase: Math.PI / 4, level: 0.5, fade: 0.1 }));
  expect(samplePeak).toBeLessThan(-9);
  expect(truePeak).toBeGreaterThan(-6.3);
  expect(measured([Float32Array.from([0, 0, 0, 0.5, 0.5])]).truePeak).toBeGreaterThan(-6.02);
});

test('a constant level has no peaks between its samples', () => {
  expect(measured(toneOf(0, 1, { level: 0.5, phase: Math.PI / 2, fade: 0.1 })).truePeak).toBeCloseTo(-6.0206, 3);
});

test('three equal samples at full scale clip, at lower levels and by twos they do not', () => {
  const quiet = Array.from({ length: 4800 }, () => 0.1);
  const clip = (...values: number[]) => measured([Float32Array.from([...quiet, ...values, ...quiet])]).clips;
  const full = 32_767 / 32_768;
  expect(clip(1, 1, 1)).toEqual({ count: 1, atSeconds: 0.1 });
  expect(clip(full, full, full, full, 0, -1, -1, -1)).toMatchObject({ count: 2 });
  expect(clip(1, 1, -1, -1, 1, 1)).toEqual({ count: 0 });
  expect(clip(0.98, 0.98, 0.98, 0.98)).toEqual({ count: 0 });
});

test('sides are compared, and what a sum to mono loses', () => {
  const [left] = soundOfPart(1, 1);
  const silent = new Float32Array(left!.length);
  expect(measured([left!, left!.slice()])).toMatchObject({ difference: 0, monoLoss: expect.closeTo(0, 6) });
  expect(measured([left!, silent])).toMatchObject({ louder: 'left', difference: Infinity, monoLoss: expect.closeTo(3.01, 1) });
  expect(measured([left!.map((value) => value / 10), left!])).toMatchObject({
    louder: 'right',
    difference: expect.closeTo(20, 4),
  });
  expect(measured([left!, left!.map((value) => -value)]).monoLoss).toBe(Infinity);
  expect(measured([left!])).toMatchObject({ difference: 0, monoLoss: expect.closeTo(0, 6) });
});

test('16 bits in a wider coat, equal sound, silence, the loudest second and a waveform', () => {
  const part = soundOfPart(2, 4);
  const sixteen = shaped(part, (value) => Math.round(value * 32_768) / 32_768);
  expect(measured(part).fits16).toBe(false);
  expect(measured(sixteen).fits16).toBe(true);
  expect(measured(part).print).toBe(measured(part.map((values) => values.slice())).print);
  expect(measured(part).print).not.toBe(measured(sixteen).print);
  const late = shaped(part, (value, i) => (i > 96_000 && i < 150_000 ? value : value / 10));
  expect(measured(late).loudestAtSeconds).toBeCloseTo(2, 0);
  expect(measured(part.map(({ length }) => new Float32Array(length)))).toMatchObject({
    loudness: -Infinity,
    samplePeak: -Infinity,
  });
  const { wave } = measured(late);
  expect(wave).toHaveLength(1000);
  expect(Math.max(...wave.slice(0, 400))).toBeLessThan(Math.max(...wave.slice(500, 700)));
});
