/* oxlint-disable typescript/no-non-null-assertion -- every index stays inside its signal or pattern; a branch for each sample would say nothing */
import { randomOf } from '../random';
import { sectionsOf } from './arrangement';
import { crash as crashOf } from './drums';
import { addTransitions } from './transitions';
import { lanesOf } from './lanes';
import type { LoopFacts } from './loop-facts';
import { finish, roughMix } from './master';
import { mixSections } from './mix';
import { addReverb } from './reverb';
import { SAMPLE_RATE, silence, type Stereo } from './signal';
import { STYLES } from './styles';

const TAIL_SECONDS = 1.5;

/**
 * Renders the loop of one track: stereo at 44.1 kHz, 16 to 26 s, peaking at −1 dBFS. The same facts give the same samples. Four bars of
 * each instrument are played once in the track's key, mode and tempo, then arranged, mixed and mastered.
 */
export function renderLoop(facts: LoopFacts): Stereo {
  const style = STYLES[facts.style];
  const random = randomOf(`${facts.name}/${facts.music_key}/${facts.key_mode}/${facts.bpm}`);
  const lanes = lanesOf(facts, style, random);
  const sections = sectionsOf(style.arrangement, facts.showcase, facts.bpm);
  const end = Math.round(sections.at(-1)!.to * 16 * lanes.step);
  const out = silence(end + Math.round(TAIL_SECONDS * SAMPLE_RATE));
  const send = new Float32Array(out.left.length);

  mixSections(out, send, lanes, sections, style);
  addTransitions(out, send, lanes, sections, crashOf(random), random);
  addReverb(out, send, 0.9 + style.room * 2.4);
  if (facts.showcase === 'before-after') roughMix(out, Math.round(sections[0]!.to * 16 * lanes.step));
  return finish(out, style.drive);
}
