import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, writtenFiles } from '../files/repository-files';

const GENERAL = /^packages\/(declare|http|messaging|postgres|storage|runtime)\/src\//;
const OF_TESTS = /\.test\.ts$|\/testing\//;
/** Passwords that everybody tries first, in any shop. */
const ANY_SHOP = 'packages/runtime/src/doctor/guessable.ts: admin|administrator|root|shop|user|test|demo|';

/** The places where a text names the shop, with the text around them; the scope of our packages does not count. */
const namesOfShop = (text: string) => [...text.matchAll(/.{0,25}(?<!@)\bshop\b.{0,16}/gi)].map(([place]) => place.trim());

test('the packages for any program know no shop: whoever runs them tells them its names and texts', () => {
  const files = writtenFiles().filter((file) => GENERAL.test(file) && !OF_TESTS.test(file));
  expect(files.length).toBeGreaterThan(60);
  const places = files.flatMap((file) => namesOfShop(readFileSync(join(root, file), 'utf8')).map((place) => `${file}: ${place}`));
  expect(places).toEqual([ANY_SHOP]);
});

test.each([
  ['/** 503 while a part of the shop is away. */', 1],
  ["provider.getTracer('shop')", 1],
  ["const AWAY = 'This Shop is closed.'", 1],
  ["import { on } from '@shop/messaging'; // in a workshop", 0],
])('%s', (text, places) => {
  expect(namesOfShop(text)).toHaveLength(places);
});
