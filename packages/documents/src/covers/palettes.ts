import type { MusicKey } from '@shop/contracts/constants';

/** Three flat colours for each key. The ground is dark for minor and light for major. */
export type Palette = { ground: string; ink: string; accent: string };

const INK = '#0b0b0c';
const BONE = '#f2f0eb';
const pairs: Record<MusicKey, [ink: string, accent: string]> = {
  A: ['#ff5c39', '#f2f0eb'],
  'A#': ['#d9ff42', '#2f6f5e'],
  B: ['#f2f0eb', '#ff5c39'],
  C: ['#2fb7a3', '#f2f0eb'],
  'C#': ['#ffb62e', '#c9361f'],
  D: ['#5aa9e6', '#d9ff42'],
  'D#': ['#ff8f70', '#1f5fd0'],
  E: ['#d9ff42', '#f2f0eb'],
  F: ['#e3d3ae', '#1d7a5f'],
  'F#': ['#1f6feb', '#ff5c39'],
  G: ['#f4c430', '#1f5fd0'],
  'G#': ['#e64a2e', '#ffb9a3'],
};

export function paletteOf(key: MusicKey, mode: 'major' | 'minor'): Palette {
  const [ink, accent] = pairs[key];
  return mode === 'minor' ? { ground: INK, ink, accent } : { ground: ink, ink: INK, accent: accent === INK ? BONE : accent };
}
