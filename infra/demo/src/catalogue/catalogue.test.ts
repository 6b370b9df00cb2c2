import { KEY_MODES, MUSIC_KEYS, PRODUCT_PRICES } from '@shop/contracts/constants';
import { DemoFields, isLinkBelow, ProductFields } from '@shop/contracts/forms';
import { LINK_HOSTS } from '@shop/contracts/constants';
import { demoTracks } from './demo-tracks';
import { serviceDemos } from './service-demos';
import { soldTracks } from './sold-tracks';

test('the demo shop has 24 tracks with names of their own, a third of them the seller’s', () => {
  expect(new Set(demoTracks.map(({ name }) => name)).size).toBe(24);
  expect(demoTracks.filter(({ owner }) => owner === 'seller')).toHaveLength(9);
});

test('sold tracks have names of their own, and no two tracks sound alike', () => {
  expect(new Set([...demoTracks, ...soldTracks].map(({ name }) => name)).size).toBe(36);
  const sounds = [...demoTracks, ...soldTracks].map(({ category, bpm, music_key, key_mode }) => [
    category,
    bpm,
    music_key,
    key_mode,
  ]);
  expect(new Set(sounds.map(String)).size).toBe(36);
  expect(new Set(soldTracks.map(({ owner }) => owner))).toEqual(new Set(['operator', 'seller', 'second seller']));
});

const everyTrack = [...demoTracks, ...soldTracks];

test.each(everyTrack.map((track) => [track.name, track] as const))('%s is what the product form accepts', (_, track) => {
  const { owner, ...fields } = track;
  expect(() => ProductFields.parse({ ...fields, seller_id: owner === 'operator' ? null : 1 })).not.toThrow();
  expect(PRODUCT_PRICES).toContain(track.price);
  if (track.old_price) expect(track.old_price).toBeGreaterThan(track.price);
  expect(track.project_link !== null).toBe(track.project_name !== null);
  for (const link of [track.download_link, track.project_link ?? track.download_link])
    expect(isLinkBelow(link, LINK_HOSTS.files, ['https'])).toBe(true);
});

test('filters and badges have something to show', () => {
  const kinds = (of: (track: (typeof demoTracks)[number]) => unknown) => new Set(demoTracks.map(of)).size;
  expect(kinds(({ category }) => category)).toBe(20);
  expect(kinds(({ music_key }) => music_key)).toBe(MUSIC_KEYS.length);
  expect(kinds(({ key_mode }) => key_mode)).toBe(KEY_MODES.length);
  expect(kinds(({ bpm }) => bpm)).toBeGreaterThan(15);
  expect(kinds(({ project_name }) => project_name)).toBe(5);
  expect(demoTracks.filter(({ old_price }) => old_price).length).toBeGreaterThan(3);
  expect(demoTracks.filter(({ is_hot }) => is_hot).length).toBeGreaterThan(3);
  expect(demoTracks.filter(({ exclusive_vocal }) => exclusive_vocal).every(({ type }) => type === 'Vocal/Instrumental')).toBe(
    true,
  );
});

test('each service has two demo tracks', () => {
  const categories = serviceDemos.map(({ name, category }) => DemoFields.parse({ name, category }).category);
  for (const service of ['Music Production', 'Co-producing', 'Mixing & Mastering'])
    expect(categories.filter((category) => category === service)).toHaveLength(2);
});
