import { createWaveform } from './waveform';

const fill = (length: number, level: number) => new Float32Array(length).fill(level);

test('a loud second half shows in both waveforms', () => {
  const waveform = createWaveform();
  waveform.add(fill(441_000, 0.25), fill(441_000, 0));
  waveform.add(fill(441_000, 0), fill(441_000, -0.5));
  const { peaks, wave } = waveform.finish();
  expect(peaks).toHaveLength(1000);
  expect([peaks[10], peaks[990]]).toEqual([0.25, 0.5]);
  expect(wave).toMatch(/^[0-9a-f]{96}$/);
  expect([wave.slice(0, 2), wave.slice(-2)]).toEqual(['80', 'ff']);
});

test('silence is flat, nothing is silence, and too loud is one', () => {
  const silence = createWaveform();
  silence.add(fill(50_000, 0), fill(50_000, 0));
  expect(silence.finish()).toEqual({ peaks: Array(1000).fill(0), wave: '00'.repeat(48) });
  expect(createWaveform().finish().wave).toBe('00'.repeat(48));
  const loud = createWaveform();
  loud.add(fill(50_000, 3), fill(50_000, 3));
  expect(Math.max(...loud.finish().peaks)).toBe(1);
});
