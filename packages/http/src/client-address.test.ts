import { addressOf } from './client-address';

test.each([
  ['203.0.113.5', '203.0.113.5'],
  ['::ffff:203.0.113.5', '203.0.113.5'],
  ['::FFFF:203.0.113.5', '203.0.113.5'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::'],
  ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::'],
  ['2001:db8::1', '2001:db8::'],
  ['64:ff9b::203.0.113.5', '64:ff9b::'],
  ['fe80::1%eth0', 'fe80::'],
  ['::1', '::'],
  ['::', '::'],
  ['unix', 'unix'],
  ['', 'unknown'],
  [undefined, 'unknown'],
])('%s is counted as %s', (ip, address) => {
  expect(addressOf(ip)).toBe(address);
});
