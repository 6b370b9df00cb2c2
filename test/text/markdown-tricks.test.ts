import { readFileSync } from 'node:fs';
import { asData, markdownTricks, textOf, TRICKS_FILE } from './markdown-tricks';

test('markdown-tricks.json is up to date; otherwise: npx tsx test/text/write-markdown-tricks.ts', () => {
  expect(readFileSync(TRICKS_FILE, 'utf8')).toBe(asData(markdownTricks()));
});

test('there are at least three hundred small tricks, and none is longer than an announcement may be', () => {
  const tricks = markdownTricks();
  expect(tricks.filter(({ family }) => !family.startsWith('size')).length).toBeGreaterThan(300);
  expect(Math.max(...tricks.map((trick) => textOf(trick).length))).toBeLessThanOrEqual(5000);
});
