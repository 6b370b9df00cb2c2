/* oxlint-disable typescript/no-non-null-assertion -- every index stays inside its signal or pattern; a branch for each sample would say nothing */
import type { Section } from './arrangement';
import type { Lanes } from './lanes';
import { bandpass, newFilter, SAMPLE_RATE, tuning, type Stereo } from './signal';

/**
 * Adds the transitions between parts: a rising hiss and a snare roll through a build, a crash and a boom at the start of a drop, a last
 * crash.
 */
export function addTransitions(
  out: Stereo,
  send: Float32Array,
  lanes: Lanes,
  sections: Section[],
  crash: Float32Array,
  random: () => number,
): void {
  const bar = lanes.step * 16;
  sections.forEach((section, index) => {
    const start = Math.round(section.from * bar);
    const end = Math.round(section.to * bar);
    if (section.part === 'build') {
      riser(out, send, start, end, random);
      roll(out, lanes, start, end - Math.round(lanes.step * 4));
    }
    if (section.part === 'drop' && index > 0) {
      add(out, send, crash, start, 0.16, 0.3);
      boom(out, start);
    }
  });
  add(out, send, crash, Math.round(sections.at(-1)!.to * bar), 0.13, 0.5);
}

function add(out: Stereo, send: Float32Array, sound: Float32Array, from: number, gain: number, wet: number) {
  const length = Math.min(sound.length, out.left.length - from);
  for (let at = 0; at < length; at += 1) {
    const sample = sound[at]! * gain;
    out.left[from + at]! += sample;
    out.right[from + at]! += sound[Math.max(0, at - 190)]! * gain;
    send[from + at]! += sample * wet;
  }
}

function riser(out: Stereo, send: Float32Array, start: number, end: number, random: () => number) {
  const filters = [newFilter(), newFilter()] as const;
  let g = 0;
  for (let at = start; at < end; at += 1) {
    const through = (at - start) / (end - start);
    if ((at - start) % 32 === 0) g = tuning(500 * 20 ** through);
    const gain = 0.16 * through * through * Math.min(1, (end - at) / 300);
    const left = bandpass(filters[0], random() * 2 - 1, g, 0.6) * gain;
    out.left[at]! += left;
    out.right[at]! += bandpass(filters[1], random() * 2 - 1, g, 0.6) * gain;
    send[at]! += left * 0.3;
  }
}

/** Snares that double twice on their way: quarters, eighths, sixteenths. */
function roll(out: Stereo, { loops, step, samples }: Lanes, start: number, end: number) {
  const hit = firstHit(loops.snare.left, samples);
  if (!hit) return;
  for (let time = start; time < end - step;) {
    const through = (time - start) / (end - start);
    const gain = 0.3 + 0.5 * through;
    const from = Math.round(time);
    const length = Math.min(hit.length, out.left.length - from);
    for (let at = 0; at < length; at += 1) {
      out.left[from + at]! += hit[at]! * gain;
      out.right[from + at]! += hit[at]! * gain;
    }
    time += step * (through < 0.5 ? 4 : through < 0.75 ? 2 : 1);
  }
}

function firstHit(loop: Float32Array, samples: number): Float32Array | null {
  const from = loop.findIndex((sample) => Math.abs(sample) > 0.05);
  if (from < 0) return null;
  const hit = loop.slice(from, Math.min(samples, from + Math.round(SAMPLE_RATE * 0.16)));
  return hit.map((sample, at) => sample * (1 - at / hit.length));
}

function boom(out: Stereo, start: number) {
  const length = Math.min(Math.round(SAMPLE_RATE * 0.9), out.left.length - start);
  for (let at = 0; at < length; at += 1) {
    const t = at / SAMPLE_RATE;
    const sample = 0.3 * Math.sin(2 * Math.PI * (38 * t - 1.6 * Math.exp(-t / 0.08))) * Math.exp(-t / 0.3);
    out.left[start + at]! += sample;
    out.right[start + at]! += sample;
  }
}
