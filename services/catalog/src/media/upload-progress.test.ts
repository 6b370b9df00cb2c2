import { createUploadProgress } from './upload-progress';

test('an upload says how far it is, and is forgotten after ten minutes', () => {
  let now = 0;
  const uploads = createUploadProgress(() => now);
  const progress = uploads.follow('a');
  expect(() => uploads.of('a')).toThrow('No such upload');
  progress('receiving', 40);
  expect(uploads.of('a')).toEqual({ stage: 'receiving', percent: 40 });
  now = 9 * 60_000;
  progress('done', 100);
  now = 18 * 60_000;
  expect(uploads.of('a')).toEqual({ stage: 'done', percent: 100 });
  now = 20 * 60_000;
  expect(() => uploads.of('a')).toThrow('No such upload');
});

test('more than a thousand at once push out the oldest', () => {
  const uploads = createUploadProgress();
  for (let i = 0; i <= 1000; i += 1) uploads.follow(String(i))('receiving', 0);
  expect(() => uploads.of('0')).toThrow();
  expect(uploads.of('1000').stage).toBe('receiving');
});
