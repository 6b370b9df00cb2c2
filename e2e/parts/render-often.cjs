/**
 * Renders pages 500 times after a warm-up of 100, the service page, the shop and a track in turn, and prints by how many bytes the heap has
 * grown. `node --expose-gc render-often.cjs <module>`
 */
const render = require(process.argv[2]);
const config = {
  siteName: 'Ghostline',
  mode: 'demo',
  paypal: { clientId: 'client', currency: 'USD', sdkUrl: null },
  contact: { email: 'house@example.com', social: { Facebook: '/f', Instagram: '/i', SoundCloud: '/s' } },
  botCheck: null,
};
const track = (id) => ({
  ...{ id, name: `Track ${id}`, category: 'House', price: 299, old_price: null, project_name: null, exclusive_vocal: false },
  ...{ img: '/media/catalog/1.webp', audio: '/media/catalog/1.mp3', peaks: '/media/catalog/1.json', wave: '80'.repeat(48) },
  ...{ duration: 200, bpm: 128, music_key: 'A', key_mode: 'minor', type: 'Instrumental', is_hot: false, play_count: id },
  ...{ store_name: 'North Yard', created_at: '2026-11-01T10:00:00Z' },
});
const products = Array.from({ length: 24 }, (_, at) => track(at + 1));
const facets = { genre: [{ value: 'House', count: 24 }], key: [{ value: 'A', count: 24 }], type: [] };
const found = { products, total: 240, listed: 240, from: 0, next: 'newest~0~1', previous: null, mixed: null, facets };
const PAGES = [
  ['service', '/service', [[]]],
  ['shop', '/shop?genre=House', [found]],
  ['track', '/track/1', [track(1), { products: products.slice(1, 5), mixing: 3 }]],
];
const times = async (count) => {
  for (let time = 0; time < count; time += 1) {
    const [page, address, bodies] = PAGES[time % PAGES.length];
    const answers = bodies.map((body) => ({ status: 200, body }));
    const { body } = await render.renderPage(page, address, config, answers);
    if (page !== 'service' && !body.includes('Track 2')) throw new Error(`${address} shows no tracks`);
  }
  // lets React finish what it does after a rendering
  for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  global.gc();
  return process.memoryUsage().heapUsed;
};
void (async () => {
  await render.loadPages();
  const before = await times(100);
  const grown = (await times(500)) - before;
  process.stdout.write(String(grown), () => process.exit());
})();
