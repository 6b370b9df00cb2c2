import type { AdminProductView, DemoView, ProductView } from '@shop/contracts/views';

export const aTrack = (more: Partial<ProductView> = {}): ProductView => ({
  id: 1,
  name: 'Undertow',
  category: 'Techno',
  price: 299.5,
  old_price: null,
  img: '/media/catalog/1.webp',
  audio: '/media/catalog/1.mp3',
  peaks: '[]',
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

/** A track whose name contains its id, so that tests can tell tracks apart. */
export const aProduct = (over: Partial<ProductView> = {}): ProductView =>
  aTrack({
    name: `Track ${over.id ?? 1}`,
    price: 299,
    img: '/media/catalog/cover.webp',
    audio: `/media/catalog/audio-${over.id ?? 1}.mp3`,
    peaks: `/media/catalog/peaks-${over.id ?? 1}.json`,
    wave: '4080ff'.repeat(16),
    store_name: 'Night Works',
    ...over,
  });

/** A product as admins of the catalogue see it. */
export const anAdminProduct = (over: Partial<AdminProductView> = {}): AdminProductView => ({
  ...aProduct(over),
  status: 'active',
  store_active: true,
  download_link: 'https://files.example/a.zip',
  project_link: null,
  seller_id: 7,
  submission_id: null,
  origins: over.origins,
  ...over,
});

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
