/* oxlint-disable typescript/no-non-null-assertion -- every index stays inside its signal or pattern; a branch for each sample would say nothing */
import type { Section } from './arrangement';
import type { LaneName, Lanes } from './lanes';
import { lowpass, newFilter, SAMPLE_RATE, tuning, type Stereo } from './signal';
import type { Style } from './styles';

const DRUMS = ['kick', 'snare', 'hat', 'open', 'perc'] as const satisfies LaneName[];
const MUSIC = ['chords', 'lead'] as const satisfies LaneName[];
const CONTROL = 32;
/** Lanes fade in and out over this many samples, so that nothing clicks. */
const FADE = 220;

/** Adds all sections to `out`, and their share of reverb to `send`; of the lanes those that `plays` names. */
export function mixSections(
  out: Stereo,
  send: Float32Array,
  lanes: Lanes,
  sections: Section[],
  style: Style,
  plays: (lane: LaneName) => boolean = () => true,
): void {
  const barSamples = lanes.step * 16;
  const filters = [newFilter(), newFilter()] as const;
  const hasMusic = MUSIC.some(plays);
  const duckLength = Math.min(lanes.step * 3.4, SAMPLE_RATE * 0.3);
  for (const section of sections) {
    const start = Math.round(section.from * barSamples);
    const end = Math.round(section.to * barSamples);
    const ducks = section.lanes.kick || section.part === 'build' ? duckingOf(lanes, duckLength, style.duck) : null;
    // The bar before a drop is silent for its last two beats.
    const gap = section.part === 'build' ? end - Math.round(lanes.step * 4) : end;
    const gains = (names: readonly LaneName[]) =>
      names.flatMap((name) =>
        section.lanes[name] && plays(name) ? [{ loop: lanes.loops[name], gain: section.lanes[name] }] : [],
      );
    const drums = gains(DRUMS);
    const music = gains(MUSIC);
    const bass = plays('bass') ? (section.lanes.bass ?? 0) : 0;
    const snare = plays('snare') ? (section.lanes.snare ?? 0) : 0;
    let g = 0;
    for (let at = start; at < end; at += 1) {
      const through = (at - start) / (end - start);
      if ((at - start) % CONTROL === 0) g = tuning(section.open[0] * (section.open[1] / section.open[0]) ** through);
      const level = section.level[0] + (section.level[1] - section.level[0]) * through;
      const edge = level * Math.min(1, (at - start + 1) / FADE, (end - at) / FADE);
      const heldLevel = at < gap ? edge : edge * Math.max(0, 1 - (at - gap) / FADE);
      const from = (at - start) % lanes.samples;
      const duck = ducks ? ducks[from]! : 1;
      let left = 0;
      let right = 0;
      for (let lane = 0; lane < music.length; lane += 1) {
        const { loop, gain } = music[lane]!;
        left += loop.left[from]! * gain;
        right += loop.right[from]! * gain;
      }
      if (hasMusic) {
        left = lowpass(filters[0], left * edge * duck, g, 1.1);
        right = lowpass(filters[1], right * edge * duck, g, 1.1);
        send[at]! += (left + right) * style.room * section.wet;
      }
      for (let lane = 0; lane < drums.length; lane += 1) {
        const { loop, gain } = drums[lane]!;
        left += loop.left[from]! * gain * heldLevel;
        right += loop.right[from]! * gain * heldLevel;
      }
      if (snare > 0) send[at]! += lanes.loops.snare.left[from]! * snare * style.room * 0.5 * heldLevel;
      if (bass > 0) {
        const low = duck * bass * edge;
        left += lanes.loops.bass.left[from]! * low;
        right += lanes.loops.bass.right[from]! * low;
      }
      out.left[at]! += left;
      out.right[at]! += right;
    }
  }
}

/** The gain that the kicks leave to everything else, over one cycle. */
function duckingOf({ kicks, samples }: Lanes, length: number, depth: number): Float32Array {
  const gains = new Float32Array(samples).fill(1);
  for (const kick of kicks)
    for (let at = 0; at < length; at += 1) {
      const index = (kick + at) % samples;
      const rise = at / length;
      gains[index] = Math.min(gains[index]!, 1 - depth * (1 - rise * rise * (3 - 2 * rise)) * Math.min(1, at / 60));
    }
  return gains;
}
