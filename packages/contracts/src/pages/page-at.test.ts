import { adminPageAddress } from './admin-pages';
import { pageAt, placeOf } from './page-at';
import { accountTab, pageAddress } from '../pages';

test.each([
  ['/', 'home', {}],
  ['/shop', 'shop', {}],
  ['/shop/', 'shop', {}],
  ['/track/7', 'track', { id: '7' }],
  ['/track/7/', 'track', { id: '7' }],
  ['/track/%37', 'track', { id: '%37' }],
  ['/reset-password/abc', 'resetPassword', { token: 'abc' }],
  ['/unsubscribe', 'unsubscribe', {}],
  ['/unsubscribe/', 'unsubscribe', {}],
  ['/unsubscribe/abc', 'unsubscribe', { token: 'abc' }],
  ['/public-offer-agreement', 'offerAgreement', {}],
  ['/mdghost-panel-secur', 'admin', {}],
  ['/mdghost-panel-secur/orders/5', 'admin', {}],
])('at %s is the page %s', (path, name, params) => expect(pageAt(path)).toEqual({ name, params }));

test.each([
  '/track',
  '/track/7/8',
  '/reset-password',
  '/reset-password/abc/d',
  '/mdghost-panel-security',
  '//',
  '//evil/x',
  '/shop.',
  '/Shop',
])('at %s is no page', (path) => expect(pageAt(path)).toBeUndefined());

test('a place has no token in it', () => {
  expect(placeOf('home')).toBe('/');
  expect(placeOf('resetPassword')).toBe('/reset-password');
  expect(placeOf('unsubscribe')).toBe('/unsubscribe');
  expect(placeOf('admin')).toBe('/mdghost-panel-secur');
});

test('the address of a page has its parameters in their places, encoded', () => {
  expect(pageAddress('home')).toBe('/');
  expect(pageAddress('track', { id: 7 })).toBe('/track/7');
  expect(pageAddress('resetPassword', { token: 'a/b?c' })).toBe('/reset-password/a%2Fb%3Fc');
  expect(pageAddress('unsubscribe', { token: 'abc' })).toBe('/unsubscribe/abc');
  expect(pageAddress('unsubscribe')).toBe('/unsubscribe');
  expect(pageAddress('admin')).toBe('/mdghost-panel-secur');
  expect(adminPageAddress('order', { id: 5 })).toBe('/mdghost-panel-secur/orders/5');
  expect(adminPageAddress('reviewQueue')).toBe('/mdghost-panel-secur/review-queue');
  expect(accountTab('data')).toBe('/account?tab=data');
});

test('the compiler holds an address against its page', () => {
  const wrong = () => [
    // @ts-expect-error: no such page
    pageAddress('basket'),
    // @ts-expect-error: no id
    pageAddress('track'),
    // @ts-expect-error: the parameter has another name
    pageAddress('track', { track: 7 }),
    // @ts-expect-error: a parameter where none is
    pageAddress('cart', { id: 7 }),
    // @ts-expect-error: no id
    adminPageAddress('order'),
    // @ts-expect-error: no such tab
    accountTab('settings'),
  ];
  expect(wrong).toBeInstanceOf(Function);
});
