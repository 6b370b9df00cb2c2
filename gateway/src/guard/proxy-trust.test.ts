import { readProxyTrust, trustWarnings, type ProxyTrust } from './proxy-trust';

test.each<[string, ProxyTrust]>([
  ['', []],
  ['0', []],
  ['2', 2],
  ['10.0.0.0/8, 192.0.2.7', ['10.0.0.0/8', '192.0.2.7']],
  ['loopback,uniquelocal,linklocal', ['loopback', 'uniquelocal', 'linklocal']],
  ['2001:db8::/32,::1', ['2001:db8::/32', '::1']],
])('TRUST_PROXY=%s is %j', (text, trust) => expect(readProxyTrust(text)).toEqual(trust));

test.each([
  ...['true', 'all', '10.0.0.0/33', '10.0.0/8', '10.0.0.0/8/8', '10.0.0.0/', 'proxy.example', '-1', '1,2', '::1/129', '*'],
  // Express does not start with these.
  ...['0.0.0.0/0', '::/0', 'loopback,::/0'],
])('TRUST_PROXY=%s is refused', (text) => expect(() => readProxyTrust(text)).toThrow('must be networks'));

const warned = (trust: string, publicUrl = 'http://localhost:8080', doorAt = '127.0.0.1') =>
  trustWarnings({ trust: readProxyTrust(trust), publicUrl, doorAt });

test('a fitting configuration gives no warning: no proxies, or named ones', () => {
  expect(warned('')).toEqual([]);
  expect(warned('', 'http://shop.example', '0.0.0.0')).toEqual([]);
  expect(warned('loopback', 'https://shop.example')).toEqual([]);
  expect(warned('127.0.0.1', 'https://shop.example')).toEqual([]);
  expect(warned('10.0.0.0/8', 'https://shop.example', '0.0.0.0')).toEqual([]);
  expect(warned('uniquelocal', 'https://shop.example', '10.0.0.7')).toEqual([]);
});

test.each<[string, [string, string?, string?], string]>([
  ['a count of hops', ['1', 'https://shop.example', '0.0.0.0'], 'count of hops'],
  ['trust of nearly everybody', ['0.0.0.0/1,128.0.0.0/1', 'https://shop.example', '0.0.0.0'], 'nearly every address'],
  ['half of everybody', ['128.0.0.0/1', 'https://shop.example', '0.0.0.0'], 'nearly every address'],
  ['half of IPv6', ['uniquelocal,::/1', 'https://shop.example', '0.0.0.0'], 'nearly every address'],
  ['https without a proxy', ['', 'https://shop.example', '0.0.0.0'], 'names none'],
  ['https without a proxy, on loopback', ['', 'https://shop.example'], 'names none'],
  ['proxies that cannot reach the door', ['10.0.0.0/8', 'https://shop.example'], 'no proxy is ever believed'],
])('%s is warned of', (_what, args, words) => {
  expect(warned(...args)).toEqual([expect.stringContaining(words)]);
});
