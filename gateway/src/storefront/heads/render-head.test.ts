import { renderHead, splitPage } from './render-head';
import type { Head } from './head';
import { soldTrackHead, trackHead } from './track-head';

const ORIGIN = 'https://shop.example';
const NASTY = `</script><script>alert("1")</script>&'$&`;
const track = {
  id: 7,
  name: 'Night Drive',
  category: 'Techno',
  price: 299,
  old_price: null,
  img: '/media/catalog/abc.webp',
  audio: '',
  peaks: '',
  wave: '',
  duration: 200.4,
  bpm: 128,
  music_key: 'A',
  key_mode: 'minor',
  type: 'Instrumental',
  project_name: null,
  exclusive_vocal: false,
  is_hot: false,
  store_name: 'Night Works',
  play_count: 0,
  created_at: '2026-11-01T10:00:00.000Z',
};
const render = (head: Head) => renderHead(head, 'Ghostline', ORIGIN);
const jsonLdOf = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)![1]!) as Record<string, unknown>;

test('a track says its name, facts and price, with whole addresses', () => {
  const html = render(trackHead(track, 'Ghostline'));
  expect(html).toContain('<title>Night Drive by Night Works – Ghostline</title>');
  expect(html).toContain('<link rel="canonical" href="https://shop.example/track/7" />');
  expect(html).toContain('<meta property="og:image" content="https://shop.example/media/catalog/abc.jpg" />');
  expect(html).toContain('<meta name="twitter:image" content="https://shop.example/media/catalog/abc.jpg" />');
  expect(html).toContain('<meta name="twitter:card" content="summary_large_image" />');
  expect(html).not.toContain('noindex');
  expect(jsonLdOf(html)).toMatchObject({
    '@type': 'Product',
    name: 'Night Drive',
    image: 'https://shop.example/media/catalog/abc.webp',
    offers: {
      price: '299.00',
      priceCurrency: 'USD',
      availability: 'https://schema.org/InStock',
      url: 'https://shop.example/track/7',
    },
  });
});

test('names of tracks are text wherever they stand', () => {
  const html = render(trackHead({ ...track, name: NASTY, store_name: NASTY }, 'Ghostline'));
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html.match(/<\/script/g)).toHaveLength(1);
  expect(html).toContain('&lt;/script&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;$&amp; by');
  expect(jsonLdOf(html)).toMatchObject({ name: NASTY, brand: { name: NASTY } });
});

test('a sold track is in no index and offers no price', () => {
  const html = render(soldTrackHead(track, 'Ghostline'));
  expect(html).toContain('<title>Night Drive by Night Works (sold) – Ghostline</title>');
  expect(html).toContain('<meta name="robots" content="noindex" />');
  expect(jsonLdOf(html).offers).toEqual({ '@type': 'Offer', availability: 'https://schema.org/SoldOut' });
});

test('the page gives up its own title and description', () => {
  const page = '<head><meta charset="utf-8" /><title>Shop</title>\n<meta\n name="description"\n content="x"\n/></head><body>';
  expect(splitPage(page)).toEqual(['<head><meta charset="utf-8" />', '', '</head><body>']);
  expect(splitPage('<!doctype html><p>bare')).toEqual(['<!doctype html>', '', '<p>bare']);
});

test('the styles of a page have their place after those of the entry', () => {
  const page = '<head><title>Shop</title><link rel="stylesheet" href="/assets/index.css"></head><body>';
  expect(splitPage(page)).toEqual(['<head>', '<link rel="stylesheet" href="/assets/index.css">', '</head><body>']);
});

test('preload links match the page’s later requests', () => {
  const html = render(trackHead(track, 'Ghostline'));
  expect(html).toContain('<link rel="preload" as="fetch" crossorigin href="/api/products/7" />');
  expect(html).toContain(
    'imagesrcset="/media/catalog/abc-160.webp 160w, /media/catalog/abc-320.webp 320w, /media/catalog/abc-640.webp 640w, /media/catalog/abc-1280.webp 1280w" imagesizes="(max-width: 768px) 360px, 400px"',
  );
});
