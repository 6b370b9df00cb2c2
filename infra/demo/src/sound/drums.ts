import { bandpass, newFilter, SAMPLE_RATE, soft, tuning } from './signal';
import type { Style } from './styles';

/** One hit of each drum of a style, as mono samples that peak near 1. */
type Kit = Record<'kick' | 'snare' | 'hat' | 'open' | 'perc', Float32Array>;

type Random = () => number;
const seconds = (time: number) => Math.round(time * SAMPLE_RATE);

const hit = (time: number, sample: (t: number) => number) => {
  const out = new Float32Array(seconds(time));
  const fade = seconds(0.004);
  for (let at = 0; at < out.length; at += 1) out[at] = sample(at / SAMPLE_RATE) * Math.min(1, (out.length - at) / fade);
  return out;
};

/** Noise through a band-pass filter at `hz`; the band is wide when `damping` is large. */
const hiss = (random: Random, hz: number, damping: number) => {
  const filter = newFilter();
  const g = tuning(hz);
  return () => bandpass(filter, random() * 2 - 1, g, damping) * 2;
};

function kick({ hz, sweep, decay, drive }: Style['kickSound'], random: Random) {
  let phase = 0;
  const click = hiss(random, 3200, 1);
  return hit(decay * 2.4, (t) => {
    phase += (hz + sweep * Math.exp(-t / 0.032) + sweep * 6 * Math.exp(-t / 0.004)) / SAMPLE_RATE;
    const body = Math.sin(2 * Math.PI * phase) * Math.exp(-((t / decay) ** 2));
    return soft((body + click() * 0.5 * Math.exp(-t / 0.003)) * drive) / soft(drive);
  });
}

const snares: Record<Style['snareSound'], (random: Random) => Float32Array> = {
  snare(random) {
    const rattle = hiss(random, 3800, 1.8);
    const fizz = hiss(random, 8200, 1.4);
    return hit(0.26, (t) => {
      const shell = Math.sin(2 * Math.PI * (190 + 70 * Math.exp(-t / 0.01)) * t) * Math.exp(-t / 0.06);
      return soft((shell * 0.9 + (rattle() + fizz() * 0.5) * 0.75 * Math.exp(-t / 0.085)) * 1.5);
    });
  },
  clap(random) {
    const hands = hiss(random, 1500, 0.7);
    const air = hiss(random, 6000, 1.2);
    return hit(0.3, (t) => {
      const spread = t < 0.03 ? Math.exp(-(t % 0.0105) / 0.004) : Math.exp(-(t - 0.03) / 0.075);
      return soft((hands() * 1.5 + air() * 0.45) * spread);
    });
  },
  rim: (random) => {
    const wood = hiss(random, 2600, 0.6);
    return hit(
      0.09,
      (t) => (Math.sin(2 * Math.PI * 820 * t) + Math.sin(2 * Math.PI * 1730 * t) * 0.7 + wood()) * 0.5 * Math.exp(-t / 0.016),
    );
  },
};

const cymbal = (random: Random, length: number, decay: number) => {
  const high = hiss(random, 9800, 1.3);
  const metal = [4130, 5170, 6230, 7410, 8270].map((hz) => ({ hz, from: random() }));
  return hit(length, (t) => {
    const ring = metal.reduce((sum, { hz, from }) => sum + ((hz * t + from) % 1 < 0.5 ? 1 : -1), 0) * 0.06;
    return (high() * 0.95 + ring) * Math.exp(-t / decay);
  });
};

const percussion: Record<Style['percSound'], (random: Random) => Float32Array> = {
  conga: () => hit(0.24, (t) => Math.sin(2 * Math.PI * (225 + 60 * Math.exp(-t / 0.012)) * t) * Math.exp(-t / 0.07)),
  tom: () =>
    hit(0.4, (t) => soft(Math.sin(2 * Math.PI * (92 * t + 2.2 * (1 - Math.exp(-t / 0.05)))) * 1.6) * Math.exp(-t / 0.13)),
  cowbell: () =>
    hit(
      0.2,
      (t) =>
        (Math.sign(Math.sin(2 * Math.PI * 540 * t)) + Math.sign(Math.sin(2 * Math.PI * 803 * t))) * 0.32 * Math.exp(-t / 0.055),
    ),
  shaker(random) {
    const beads = hiss(random, 6800, 1.1);
    return hit(0.11, (t) => beads() * Math.min(1, t / 0.02) * Math.exp(-t / 0.035));
  },
  crackle: (random) => hit(0.12, () => (random() < 0.004 ? (random() * 2 - 1) * 1.2 : 0) + (random() - 0.5) * 0.02),
};

export const drumKit = (style: Style, random: Random): Kit => ({
  kick: kick(style.kickSound, random),
  snare: snares[style.snareSound](random),
  hat: cymbal(random, 0.07, 0.018),
  open: cymbal(random, 0.28, 0.09),
  perc: percussion[style.percSound](random),
});

/** A cymbal that rings out over a section's first bar. */
export const crash = (random: Random) => cymbal(random, 2.2, 0.6);
