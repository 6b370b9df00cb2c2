import { markdownTricks } from './markdown-tricks';

test('there are at least three hundred small tricks, and none is longer than an announcement may be', () => {
  const tricks = markdownTricks();
  expect(tricks.filter(({ family }) => !family.startsWith('size')).length).toBeGreaterThan(300);
  expect(Math.max(...tricks.map(({ markdown }) => markdown.length))).toBeLessThanOrEqual(5000);
});
