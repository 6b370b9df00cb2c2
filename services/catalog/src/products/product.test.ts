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
const aProduct = () => Object.assign(Product.fresh(fields, media), { id: 1 });

test('each announcement has the next version', () => {
  const product = aProduct();
  expect(product.published(owner).data.version).toBe(1);
  expect(product.edit({ ...fields, price: 100 }, {}, owner).data).toMatchObject({ version: 2, priceCents: 100 });
  expect(product.ownerRenamed({ ...owner, storeName: 'Other' }).data).toMatchObject({ version: 3, storeName: 'Other' });
  expect(product.remove().data).toEqual({ productId: 1, version: 4 });
});

test('a removed product says only its removal, a sold one its facts before that: its buyer still needs them', () => {
  const product = aProduct();
  const said = () => product.asItIs(owner).map(({ type, data }) => [type, data.version]);
  expect(said()).toEqual([[ProductChanged.type, 2]]);
  product.remove();
  expect(said()).toEqual([[ProductRemoved.type, 4]]);
  product.claim = 'sold';
  expect(said()).toEqual([
    [ProductChanged.type, 5],
    [ProductRemoved.type, 6],
  ]);
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
