import { stat } from 'node:fs/promises';
import { hashPassword, passwordFits } from './hash';

test('many logins at once leave threads to everything else, and each gets its own answer', async () => {
  const known = await hashPassword('the right one');
  let checked = 0;
  const checks = Array.from({ length: 12 }, async (_, nth) => {
    const fits = await passwordFits(nth % 2 ? 'the right one' : 'a wrong one', known);
    checked += 1;
    return fits;
  });
  await stat(__filename);
  expect(checked).toBeLessThan(7);
  expect(await Promise.all(checks)).toEqual(Array.from({ length: 12 }, (_, nth) => nth % 2 === 1));
});

test('a check that fails lets the next one begin', async () => {
  const broken = Array.from({ length: 5 }, () => passwordFits('x', 'no hash'));
  expect((await Promise.allSettled(broken)).map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
  expect(await passwordFits('x', await hashPassword('x'))).toBe(true);
});
