import type { Playable } from './playable';

const isPeaks = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length > 0 && value.every((peak) => Number.isFinite(peak));

async function readPeaks(peaks: Playable['peaks'], signal: AbortSignal): Promise<unknown> {
  if (typeof peaks !== 'string') return peaks;
  if (peaks.trimStart().startsWith('[')) return JSON.parse(peaks);
  const answer = await fetch(new URL(peaks, window.location.origin), { signal });
  if (!answer.ok) return null;
  const content = (await answer.json()) as unknown;
  return Array.isArray(content) ? content : (content as { data?: unknown } | null)?.data;
}

/** The coarse peaks of every list row, from pairs of hexadecimal digits. */
const fromWave = (wave: string) => (wave.match(/[\da-f]{2}/gi) ?? []).map((byte) => parseInt(byte, 16) / 255);

/**
 * The peaks of a track: its inline list, or the list (or `data` list) of its JSON file (docs/product/playing.md#peaks). If they
 * cannot be loaded, the coarse peaks of the list row, or an empty list. Never fails, because the audio plays without peaks.
 */
export async function loadPeaks({ peaks, wave }: Pick<Playable, 'peaks' | 'wave'>, signal: AbortSignal): Promise<number[]> {
  const value = await readPeaks(peaks, signal).catch(() => null);
  return isPeaks(value) ? value : fromWave(wave ?? '');
}
