/**
 * Renders a page 500 times after a warm-up of 100, and prints by how many bytes the heap has grown.
 * `node --expose-gc render-often.cjs <module>`
 */
const render = require(process.argv[2]);
const config = {
  siteName: 'Ghostline',
  mode: 'demo',
  paypal: { clientId: 'client', currency: 'USD', sdkUrl: null },
  contact: { email: 'house@example.com', social: { Facebook: '/f', Instagram: '/i', SoundCloud: '/s' } },
  botCheck: null,
};
const times = async (count) => {
  for (let time = 0; time < count; time += 1) await render.renderPage('service', '/service', config, [{ status: 200, body: [] }]);
  await new Promise((resolve) => setTimeout(resolve, 200)); // lets React finish what it does after a rendering
  global.gc();
  return process.memoryUsage().heapUsed;
};
void (async () => {
  await render.loadPages();
  const before = await times(100);
  const grown = (await times(500)) - before;
  process.stdout.write(String(grown), () => process.exit());
})();
