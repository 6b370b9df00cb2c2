import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LEADS_TO, PAGE_NAMES, PAGES } from '@shop/contracts/pages';
import { root } from '../files/repository-files';

/** An address of the registry as people read it: `/track/{id}`. */
const inWords = (address: string) => address.replace(/:(\w+)\??/g, '{$1}').replace(/\*$/, '…');

test('the list of screens has every address of the registry, and no other', () => {
  const screens = readFileSync(join(root, 'docs/product/screens.md'), 'utf8');
  const [, list = ''] = /^## Addresses\n([^]*?)\n## /m.exec(screens) ?? [];
  const addresses = [...list.matchAll(/^- ([^:]*):/gm)].flatMap(([, keys = '']) =>
    [...keys.matchAll(/`([^`]+)`/g)].map(([, address]) => address),
  );
  // The list has the address that leads to the offer agreement, because strangers must not find the agreement itself.
  const pages = PAGE_NAMES.filter((name) => name !== 'offerAgreement').map((name) => inWords(PAGES[name]));
  expect(addresses.sort()).toEqual([...pages, ...Object.keys(LEADS_TO)].sort());
});
