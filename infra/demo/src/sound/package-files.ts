/* oxlint-disable typescript/no-non-null-assertion -- every index stays inside its signal; a branch for each sample would say nothing */
import { randomOf } from '../random';
import { WHOLE_SECONDS, wholeSections } from './arrangement';
import { crash as crashOf } from './drums';
import { CYCLE_BARS } from './harmony';
import { lanesOf, type LaneName } from './lanes';
import type { LoopFacts } from './loop-facts';
import { finish } from './master';
import { midiOf } from './midi';
import { mixSections } from './mix';
import { addReverb } from './reverb';
import { SAMPLE_RATE, silence, type Stereo } from './signal';
import { STYLES } from './styles';
import { addTransitions } from './transitions';
import { deepWavOf, wavOf, type Samples } from './wav';

const TAIL_SECONDS = 1.5;
const FADE_SECONDS = 0.05;
const DRUMS = '1 Drums and effects';
const STEMS = {
  [DRUMS]: ['kick', 'snare', 'hat', 'open', 'perc'],
  '2 Bass': ['bass'],
  '3 Chords': ['chords'],
  '4 Lead': ['lead'],
} as const satisfies Record<string, LaneName[]>;
/** Leaves 6 dB above the unmastered mix, as the upload guide asks. */
const HEADROOM = 0.3;
const FULL = 2 ** 23;

type PackageFile = { path: string; bytes: Buffer };

/**
 * Renders the whole track of a loop as a producer delivers it, one file after the other, so that only one is in memory: four stems that sum
 * to the unmastered mix, the mix, the master, and a MIDI file of each part that has notes. The same facts give the same files.
 * @param seconds at most so long, and some for the end to ring
 */
export function* packageFiles(facts: LoopFacts, seconds = WHOLE_SECONDS): Generator<PackageFile> {
  const style = STYLES[facts.style];
  const random = randomOf(`${facts.name}/${facts.music_key}/${facts.key_mode}/${facts.bpm}`);
  const lanes = lanesOf(facts, style, random);
  const crash = crashOf(random);
  const sections = wholeSections(facts.bpm, seconds);
  const length = Math.round(sections.at(-1)!.to * 16 * lanes.step) + Math.round(TAIL_SECONDS * SAMPLE_RATE);
  const mix = silence(length);
  const stem = silence(length);
  const send = new Float32Array(length);
  for (const [name, names] of Object.entries(STEMS)) {
    for (const side of [stem.left, stem.right, send]) side.fill(0);
    mixSections(stem, send, lanes, sections, style, (lane) => (names as readonly LaneName[]).includes(lane));
    if (name === DRUMS) addTransitions(stem, send, lanes, sections, crash, random);
    addReverb(stem, send, 0.9 + style.room * 2.4);
    const samples = { left: wholeSamples(stem.left), right: wholeSamples(stem.right) };
    addTo(wordsOf(mix), samples);
    yield { path: `Stems/${name}.wav`, bytes: deepWavOf(samples) };
  }
  yield { path: `Unmaster/${facts.name} (unmastered).wav`, bytes: deepWavOf(wordsOf(mix)) };
  for (const side of [mix.left, mix.right]) soundAgain(side);
  yield { path: `Master/${facts.name}.wav`, bytes: wavOf(finish(mix, style.drive)) };
  for (const [lane, score] of Object.entries(lanes.scores) as [LaneName, typeof lanes.scores.bass][])
    yield { path: `MIDI/${lane}.mid`, bytes: midiOf(lane, score, sections, { bpm: facts.bpm, bars: CYCLE_BARS }) };
}

/** The same memory as whole numbers: a track fills a lot of it. */
const words = (side: Float32Array) => new Int32Array(side.buffer);
const wordsOf = ({ left, right }: Stereo): Samples => ({ left: words(left), right: words(right) });

/** Turns a side into whole samples of 24 bits, in its own memory. */
function wholeSamples(side: Float32Array): Int32Array {
  const samples = words(side);
  const fade = FADE_SECONDS * SAMPLE_RATE;
  const fadeFrom = side.length - 1 - Math.ceil(fade);
  for (let at = 0; at < fadeFrom; at += 1) samples[at] = Math.round(side[at]! * HEADROOM * FULL);
  for (let at = fadeFrom; at < side.length; at += 1) {
    const edge = Math.min(1, (side.length - 1 - at) / fade);
    samples[at] = Math.round(side[at]! * edge * HEADROOM * FULL);
  }
  return samples;
}

/** Undoes `wholeSamples`. */
function soundAgain(side: Float32Array): void {
  const samples = words(side);
  for (let at = 0; at < side.length; at += 1) side[at] = samples[at]! / FULL / HEADROOM;
}

function addTo(mix: Samples, stem: Samples): void {
  addSide(mix.left, stem.left);
  addSide(mix.right, stem.right);
}

function addSide(mix: Int32Array, stem: Int32Array): void {
  for (let at = 0; at < stem.length; at += 1) mix[at]! += stem[at]!;
}
