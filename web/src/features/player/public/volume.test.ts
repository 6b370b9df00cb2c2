import { rememberedVolume, rememberVolume } from './volume';

beforeEach(() => localStorage.clear());

test('the first visit starts at 0.1', () => {
  expect(rememberedVolume()).toBe(0.1);
});

test('the volume is remembered under audioPlayerVolume', () => {
  rememberVolume(0.42);
  expect(localStorage.getItem('audioPlayerVolume')).toBe('0.42');
  expect(rememberedVolume()).toBe(0.42);
  rememberVolume(0);
  expect(rememberedVolume()).toBe(0);
});

test.each(['loud', '', '7', '-1', 'NaN'])('a stored volume that makes no sense (%p) counts as none', (stored) => {
  localStorage.setItem('audioPlayerVolume', stored);
  expect(rememberedVolume()).toBe(0.1);
});
