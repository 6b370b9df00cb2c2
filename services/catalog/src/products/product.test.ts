import { ProductChanged, ProductRemoved } from '@shop/contracts/events';
import { ProductFields } from '@shop/contracts/forms';
import { Product } from './product.entity';

const owner = { sellerId: null, userId: null, storeName: 'Ghostline' };
const fields = ProductFields.parse({
  name: 'Night Drive',
  category: 'Techno',
  price: '299.99',
  music_key: 'A',
  type: 'Instrumental',
  download_link: 'https://x.example',
});
const media = { img: '/i', audio: '/a', peaks: '/p', wave: '00', duration: 20, coverDrawn: false };
const aProduct = () => Object.assign(Product.fresh(fields, media, null), { id: 1 });

test('each announcement has the next version', () => {
  const product = aProduct();
  expect(product.published(owner, null).data.version).toBe(1);
  product.edit({ ...fields, price: 100 }, {});
  expect(product.changed(owner, null).data).toMatchObject({ version: 2, priceCents: 100 });
  expect(product.changed({ ...owner, storeName: 'Other' }, null).data).toMatchObject({ version: 3, storeName: 'Other' });
  expect(product.remove(null).data).toMatchObject({ productId: 1, version: 4 });
});

test('a product is announced in one event, and a removal has its links and files for its buyer', () => {
  const files = { id: 3, sizeBytes: 5, hasProject: false, files: [] };
  const product = aProduct();
  product.claim = 'sold';
  expect(product.asItIs(owner, null)).toMatchObject({ type: ProductChanged.type, data: { version: 2 } });
  product.ownerGone(files);
  const { downloadLink, projectLink } = product;
  const facts = { productId: 1, version: 4, links: { downloadLink, projectLink }, package: files };
  expect(product.asItIs(owner, files)).toEqual(ProductRemoved(facts));
});

test('a product is sold before it is anything else', () => {
  const product = aProduct();
  product.remove(null);
  expect(product.status).toBe('removed');
  product.claim = 'sold';
  expect(product.status).toBe('sold');
});

test.each(['held', 'sold'] as const)('a %s track can be neither edited nor removed', (claim) => {
  const product = aProduct();
  product.claim = claim;
  expect(() => product.edit(fields, {})).toThrow();
  expect(() => product.remove(null)).toThrow();
  expect(product.version).toBe(1);
});
