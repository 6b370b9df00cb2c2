import { demoTracks, factsOfTrack } from '../catalogue/demo-tracks';
import { factsOfServiceDemo, serviceDemos } from '../catalogue/service-demos';
import { renderOnce } from '../testing/render-once';
import { sectionsOf } from './arrangement';
import { harmonyOf } from './harmony';
import type { LoopFacts } from './loop-facts';
import { openLoopRenderer, type LoopRenderer } from './loop-renderer';
import { PEAK } from './master';
import { renderLoop } from './render-loop';
import { SAMPLE_RATE, type Stereo } from './signal';
import { STYLES } from './styles';
import { wavOf } from './wav';

const all = [...demoTracks.map(factsOfTrack), ...serviceDemos.map(factsOfServiceDemo)];
const named = (name: string) => all.find((facts) => facts.name === name)!;

let renderer: LoopRenderer;
beforeAll(() => {
  renderer = renderOnce();
});
afterAll(() => renderer.close());

async function rendered(facts: LoopFacts): Promise<Stereo> {
  const file = await renderer.render(facts);
  const samples = new Int16Array(file.buffer, file.byteOffset + 44, (file.length - 44) / 2);
  const side = (offset: number) => {
    const channel = new Float32Array(samples.length / 2);
    for (let at = 0; at < channel.length; at += 1) channel[at] = samples[2 * at + offset]! / 32_767;
    return channel;
  };
  return { left: side(0), right: side(1) };
}

function peakOf({ left, right }: Stereo) {
  let top = 0;
  for (const side of [left, right])
    for (let at = 0; at < side.length; at += 1) {
      const sample = side[at]!;
      if (sample > top) top = sample;
      else if (-sample > top) top = -sample;
    }
  return top;
}

function rms(samples: Float32Array) {
  let sum = 0;
  for (let at = 0; at < samples.length; at += 1) sum += samples[at]! * samples[at]!;
  return Math.sqrt(sum / samples.length);
}

/** How strongly the loudness repeats at this tempo: the autocorrelation of its rises, one beat apart. */
function pulseAt({ left }: Stereo, bpm: number) {
  const hop = 256;
  const levels = Array.from({ length: Math.floor(left.length / hop) }, (_, at) => rms(left.subarray(at * hop, (at + 1) * hop)));
  const rises = levels.map((level, at) => Math.max(0, level - (levels[at - 1] ?? 0)));
  const lag = ((60 / bpm) * SAMPLE_RATE) / hop;
  const at = (index: number) => (rises[Math.floor(index)] ?? 0) + (rises[Math.ceil(index)] ?? 0);
  return rises.reduce((sum, rise, index) => sum + rise * at(index + lag), 0);
}

test('the same track gives the same samples', async () => {
  const facts = named('Gold Teeth');
  const another = openLoopRenderer();
  expect((await another.render(facts)).equals(await renderer.render(facts))).toBe(true);
  await another.close();
});

test.each([
  ['another key', { music_key: 'D#' }],
  ['another mode', { key_mode: 'major' }],
  ['another tempo', { bpm: 140 }],
  ['another name', { name: 'Silver Teeth' }],
  ['another genre', { style: 'Techno' }],
  ['a voice', { vocal: true }],
] satisfies [string, Partial<LoopFacts>][])('%s is another loop', async (_, change) => {
  const facts = named('Gold Teeth');
  expect((await renderer.render({ ...facts, ...change })).equals(await renderer.render(facts))).toBe(false);
});

test.each(all.map((facts) => [facts.name, facts] as const))(
  '%s lasts 16 to 26 s, peaks at −1 dB and has a shape',
  async (_, facts) => {
    const loop = await rendered(facts);
    const seconds = loop.left.length / SAMPLE_RATE;
    expect(seconds).toBeGreaterThan(16);
    expect(seconds).toBeLessThan(26);
    expect(peakOf(loop)).toBeLessThanOrEqual(PEAK + 1e-4);
    expect(peakOf(loop)).toBeGreaterThan(PEAK * 0.9);
    const quarters = [0, 1, 2, 3].map((at) =>
      rms(loop.left.subarray((at * loop.left.length) / 4, ((at + 1) * loop.left.length) / 4)),
    );
    expect(Math.min(...quarters)).toBeGreaterThan(0.01);
    expect(Math.max(...quarters) / Math.min(...quarters)).toBeGreaterThan(1.1);
  },
);

test.each(['Kilometre Zero', 'Ninety Seconds to Doors', 'Cassiopeia Calling', 'Glass Harbour'])(
  '%s beats at its own tempo',
  async (name) => {
    const facts = named(name);
    const loop = await rendered(facts);
    for (const factor of [0.87, 0.93, 1.07, 1.15])
      expect(pulseAt(loop, facts.bpm)).toBeGreaterThan(pulseAt(loop, facts.bpm * factor));
  },
);

test('every chord and bass note belongs to the track’s key', () => {
  for (const facts of all) {
    const { roots, chords, scale } = harmonyOf(facts, STYLES[facts.style], Math.random);
    for (const note of [...roots, ...chords.flat()]) expect(scale).toContain(note % 12);
  }
});

test('parts follow one another without a hole, in whole bars', () => {
  for (const facts of all) {
    const sections = sectionsOf(STYLES[facts.style].arrangement, facts.showcase, facts.bpm);
    expect(sections[0]!.from).toBe(0);
    sections.slice(1).forEach((section, at) => expect(section.from).toBe(sections[at]!.to));
    expect(sections.every(({ from, to }) => to > from)).toBe(true);
  }
});

test('the part of the mastering demo before mastering is narrow and quiet', async () => {
  const { left, right } = await rendered(named('Before and After, Club'));
  const third = Math.floor(left.length / 3);
  expect(left.subarray(0, third)).toEqual(right.subarray(0, third));
  expect(rms(left.subarray(2 * third, 2.8 * third))).toBeGreaterThan(rms(left.subarray(0, third)) * 1.5);
});

test('a rendered file is a WAV of its full length, and the function gives the same', async () => {
  const file = await renderer.render(named('Tuesday Tape'));
  expect(file.subarray(0, 4).toString()).toBe('RIFF');
  expect(file.readUInt32LE(40)).toBe(file.length - 44);
  expect(file.equals(wavOf(renderLoop(named('Tuesday Tape'))))).toBe(true);
});
