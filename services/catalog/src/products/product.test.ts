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
  expect(product.published(owner).data.version).toBe(1);
  expect(product.edit({ ...fields, price: 100 }, {}, owner).data).toMatchObject({ version: 2, priceCents: 100 });
  expect(product.ownerRenamed({ ...owner, storeName: 'Other' }).data).toMatchObject({ version: 3, storeName: 'Other' });
  expect(product.remove().data).toMatchObject({ productId: 1, version: 4 });
});

test('a product is announced in one event, and a removal has its links for its buyer', () => {
  const product = aProduct();
  product.claim = 'sold';
  expect(product.asItIs(owner)).toMatchObject({ type: ProductChanged.type, data: { version: 2 } });
  product.ownerGone();
  const { downloadLink, projectLink } = product;
  expect(product.asItIs(owner)).toEqual(ProductRemoved({ productId: 1, version: 4, links: { downloadLink, projectLink } }));
});

test('a product is sold before it is anything else', () => {
  const product = aProduct();
  product.remove();
  expect(product.status).toBe('removed');
  product.claim = 'sold';
  expect(product.status).toBe('sold');
});

test.each(['held', 'sold'] as const)('a %s track can be neither edited nor removed', (claim) => {
  const product = aProduct();
  product.claim = claim;
  expect(() => product.edit(fields, {}, owner)).toThrow();
  expect(() => product.remove()).toThrow();
  expect(product.version).toBe(1);
});
