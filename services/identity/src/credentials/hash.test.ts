import { stat } from 'node:fs/promises';
import { hash } from '@node-rs/argon2';
import { rehashAsNfc, hashPassword, passwordFits } from './hash';

test('many logins at once leave threads to everything else, and each gets its own answer', async () => {
  const hash = await hashPassword('the right one');
  let checked = 0;
  const checks = Array.from({ length: 12 }, async (_, nth) => {
    const fits = await passwordFits(nth % 2 ? 'the right one' : 'a wrong one', hash);
    checked += 1;
    return fits;
  });
  await stat(__filename);
  expect(checked).toBeLessThan(7);
  expect(await Promise.all(checks)).toEqual(Array.from({ length: 12 }, (_, nth) => nth % 2 === 1));
});

const ONE = 'Caf\u00e9-\u1ebf-1!';
const TWO = ONE.normalize('NFD');
/** As a Vietnamese keyboard types it: the letter with its first mark, then the second. */
const MIXED = 'Caf\u00e9-\u00ea\u0301-1!';

test.each([
  ['one', ONE],
  ['two', TWO],
  ['mixed', MIXED],
])('a password fits however its accents are typed: %s', async (_, typed) => {
  expect(await passwordFits(typed, await hashPassword(ONE))).toBe(true);
  expect(await passwordFits(ONE, await hashPassword(typed))).toBe(true);
  expect(await rehashAsNfc(typed, await hashPassword(typed))).toBeNull();
  expect(await passwordFits('Cafe-e-1!', await hashPassword(typed))).toBe(false);
});

test.each([
  ['two', ONE, TWO],
  ['mixed', MIXED, MIXED],
])('a hash that was made from another form opens once, and is made anew: %s', async (_, typed, hashed) => {
  const old = await hash(hashed);
  expect(await passwordFits(typed, old)).toBe(true);
  const renewed = (await rehashAsNfc(typed, old))!;
  for (const form of [ONE, TWO, MIXED]) expect(await passwordFits(form, renewed)).toBe(true);
  expect(await rehashAsNfc(typed, renewed)).toBeNull();
});

test('a check that fails lets the next one begin', async () => {
  const broken = Array.from({ length: 5 }, () => passwordFits('x', 'no hash'));
  expect((await Promise.allSettled(broken)).map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
  expect(await passwordFits('x', await hashPassword('x'))).toBe(true);
});
