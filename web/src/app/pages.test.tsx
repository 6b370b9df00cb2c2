import { ADMIN_LOGIN, ADMIN_PAGE_NAMES, ADMIN_PAGES } from '@shop/contracts/admin-pages';
import { HEADS } from '@shop/contracts/heads';
import { PAGE_NAMES } from '@shop/contracts/pages';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PAGE_CHUNKS } from './page-chunks';

test.each(PAGE_NAMES)('the head of %s names the module that the router loads', async (name) => {
  const module = (await import(`../${HEADS[name].chunk}`)) as Record<string, unknown>;
  expect(Object.values(module)).toContain(await PAGE_CHUNKS[name]());
});

test.each(PAGE_NAMES.flatMap((name) => HEADS[name].wideParts ?? []))('%s, which a page loads at once, is a module', (part) =>
  expect(existsSync(join(__dirname, `../${part}.tsx`))).toBe(true),
);

test('every page of the administration has an address of its own', () => {
  const addresses = [ADMIN_LOGIN, ...ADMIN_PAGE_NAMES.map((name) => ADMIN_PAGES[name].address)];
  expect(new Set(addresses).size).toBe(addresses.length);
});
