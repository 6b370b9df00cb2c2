import type { ProductView } from '@shop/contracts/views';

/** A track as catalog lists it to visitors. */
export const aListedTrack = (more: Partial<ProductView> = {}): ProductView => ({
  id: 1,
  name: 'Undertow',
  category: 'Techno',
  price: 299,
  old_price: null,
  img: '/media/catalog/1.webp',
  audio: '/media/catalog/1.mp3',
  peaks: '/media/catalog/1.json',
  wave: '80'.repeat(48),
  duration: 200,
  bpm: 128,
  music_key: 'A',
  key_mode: null,
  type: 'Instrumental',
  project_name: null,
  exclusive_vocal: false,
  is_hot: false,
  store_name: 'North Yard',
  play_count: 0,
  created_at: '2026-11-01T10:00:00Z',
  ...more,
});
