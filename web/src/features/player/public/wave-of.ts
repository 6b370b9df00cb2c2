/** Peaks as pairs of hexadecimal digits, one for each bar: the loudest peak of its part. The loudest of all is `ff`. */
export function waveOf(peaks: readonly number[], bars: number): string {
  const loudest = peaks.reduce((max, peak) => Math.max(max, Math.abs(peak)), 0) || 1;
  return Array.from({ length: bars }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / bars);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / bars));
    const peak = peaks.slice(from, to).reduce((max, sample) => Math.max(max, Math.abs(sample)), 0);
    return Math.round((peak / loudest) * 255)
      .toString(16)
      .padStart(2, '0');
  }).join('');
}
