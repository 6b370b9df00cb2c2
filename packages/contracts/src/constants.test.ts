import { COUNTRIES } from './countries';
import { ADMIN_PREFIX, GENRES, MUSIC_KEYS, PASSWORD_HINTS, PRODUCT_PRICES, SUBMISSION_PRICES } from './constants';

const sorted = (list: readonly string[]) => [...list].sort((a, b) => a.localeCompare(b, 'en'));

test('the lists that are fixed have their lengths and no doubles', () => {
  expect([GENRES.length, MUSIC_KEYS.length, SUBMISSION_PRICES.length]).toEqual([41, 12, 15]);
  for (const list of [GENRES, MUSIC_KEYS, SUBMISSION_PRICES, PRODUCT_PRICES, COUNTRIES])
    expect(new Set<unknown>(list).size).toBe(list.length);
});

test('the genres everybody expects are there, in order', () => {
  for (const genre of ['Afro House', 'Techno', 'Trap', 'UK Garage']) expect(GENRES).toContain(genre);
  expect(GENRES).toEqual(sorted(GENRES));
});

test('a seller may ask 299 to 999 in steps of 50; the product form also offers 1, 199 and 249', () => {
  expect([SUBMISSION_PRICES[0], SUBMISSION_PRICES[1], SUBMISSION_PRICES.at(-1)]).toEqual([299, 349, 999]);
  expect(PRODUCT_PRICES.slice(0, 4)).toEqual([1, 199, 249, 299]);
});

test('nobody’s country is missing: also Kosovo, Taiwan, Palestine and Vatican City', () => {
  expect(COUNTRIES.length).toBeGreaterThanOrEqual(195);
  for (const country of ['Kosovo', 'Taiwan', 'Palestine', 'Vatican City', 'United States', 'Russia', 'Germany'])
    expect(COUNTRIES).toContain(country);
  expect(COUNTRIES).toEqual(sorted(COUNTRIES));
  expect(COUNTRIES.every((country) => country === country.trim() && country.length > 2 && country.length <= 60)).toBe(true);
});

test('the five hints of registration, in their order, and the special characters', () => {
  const hintsOf = (password: string) => PASSWORD_HINTS.map(({ holds }) => holds(password));
  expect(PASSWORD_HINTS).toHaveLength(5);
  expect(hintsOf('')).toEqual([false, false, false, false, false]);
  expect(hintsOf('Abcdef1!')).toEqual([true, true, true, true, true]);
  for (const special of '!@#$%^&*(),.?":{}|<>') expect(hintsOf(special)[4]).toBe(true);
  expect(hintsOf('abc DEF 123 _-+=')[4]).toBe(false);
  expect(ADMIN_PREFIX).toBe('/mdghost-panel-secur');
});
