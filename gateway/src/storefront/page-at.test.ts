import { pageAt, placeOf } from './page-at';

test.each([
  ['/', 'home'],
  ['/shop', 'shop'],
  ['/shop/', 'shop'],
  ['/track/7', 'track'],
  ['/track', undefined],
  ['/track/7/8', undefined],
  ['/reset-password/abc', 'resetPassword'],
  ['/reset-password', undefined],
  ['/reset-password/abc/d', undefined],
  ['/unsubscribe', 'unsubscribe'],
  ['/unsubscribe/', 'unsubscribe'],
  ['/unsubscribe/abc', 'unsubscribe'],
  ['/public-offer-agreement', 'offerAgreement'],
  ['/mdghost-panel-secur', 'admin'],
  ['/mdghost-panel-secur/orders/5', 'admin'],
  ['/mdghost-panel-security', undefined],
  ['//', undefined],
  ['//evil/x', undefined],
  ['/shop.', undefined],
  ['/Shop', undefined],
])('at %s is the page %s', (path, name) => expect(pageAt(path)).toBe(name));

test('a place has no token in it', () => {
  expect(placeOf('home')).toBe('/');
  expect(placeOf('resetPassword')).toBe('/reset-password');
  expect(placeOf('unsubscribe')).toBe('/unsubscribe');
  expect(placeOf('admin')).toBe('/mdghost-panel-secur');
});
