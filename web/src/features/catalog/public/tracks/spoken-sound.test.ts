import { spokenSound } from './spoken-sound';

test.each([
  [125, 'B', 'minor', '125 beats per minute, B minor'],
  [174.5, 'F#', 'major', '174.5 beats per minute, F sharp major'],
  [120, 'Bb', null, '120 beats per minute, B flat'],
  [null, 'A', null, 'tempo unknown, A'],
  [90, '', null, '90 beats per minute, key unknown'],
])('%s, %s and %s are read "%s"', (bpm, music_key, key_mode, text) => {
  expect(spokenSound({ bpm, music_key, key_mode })).toBe(text);
});
