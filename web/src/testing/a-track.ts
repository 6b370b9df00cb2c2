import type { DemoView, ProductView } from '@shop/contracts/views';

/** A product for tests. */
export const aProduct = (over: Partial<ProductView> = {}): ProductView => ({
  id: 1,
  name: `Track ${over.id ?? 1}`,
  category: 'Techno',
  price: 299,
  old_price: null,
  img: '/media/catalog/cover.webp',
  audio: `/media/catalog/audio-${over.id ?? 1}.mp3`,
  peaks: `/media/catalog/peaks-${over.id ?? 1}.json`,
  wave: '4080ff'.repeat(16),
  duration: 200,
  bpm: 128,
  music_key: 'A',
  key_mode: null,
  type: 'Instrumental',
  project_name: null,
  exclusive_vocal: false,
  is_hot: false,
  store_name: 'Night Works',
  play_count: 0,
  created_at: '2026-11-01T10:00:00.000Z',
  ...over,
});

/** A demo track for tests. */
export const aDemo = (over: Partial<DemoView> = {}): DemoView => ({
  id: 1,
  name: `Demo ${over.id ?? 1}`,
  category: 'Mixing',
  img: '/media/catalog/cover.webp',
  audio: `/media/catalog/demo-${over.id ?? 1}.mp3`,
  peaks: `/media/catalog/demo-${over.id ?? 1}.json`,
  wave: '4080ff'.repeat(16),
  duration: 90,
  bpm: null,
  music_key: null,
  ...over,
});
