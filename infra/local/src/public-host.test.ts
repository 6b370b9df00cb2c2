import { addressFor, callable, isLoopback } from './addresses';
import { notForThePublic } from './public-host';

const open = { HOST: '0.0.0.0', PUBLIC_URL: undefined, SMTP_URL: undefined, PAYPAL_CLIENT_ID: undefined };

test('a shop that only this machine reaches needs no warning', () => {
  for (const HOST of ['127.0.0.1', 'localhost', '::1', '127.0.0.53']) {
    expect([HOST, isLoopback(HOST)]).toEqual([HOST, true]);
    expect(notForThePublic({ ...open, HOST }, {})).toEqual([]);
  }
});

test('an open one is told what of it is not fit for the public', () => {
  const said = notForThePublic(open, {}).join('\n');
  for (const name of ['PUBLIC_URL', 'SMTP_URL', 'PAYPAL_CLIENT_ID', 'RECAPTCHA_SECRET', 'NODE_ENV']) expect(said).toContain(name);
});

test('and one with everything of its own only that it is open', () => {
  const whole = { HOST: '10.0.0.7', PUBLIC_URL: 'https://shop.example', SMTP_URL: 'smtp://mail', PAYPAL_CLIENT_ID: 'id' };
  expect(notForThePublic(whole, { RECAPTCHA_SECRET: 'x', NODE_ENV: 'production' })).toEqual([
    "\nHOST=10.0.0.7 opens the shop's own port to the network, and no other.",
  ]);
});

test.each([
  ['127.0.0.1', 'http://127.0.0.1:80', 'http://localhost:80'],
  ['0.0.0.0', 'http://127.0.0.1:80', 'http://localhost:80'],
  ['::', 'http://127.0.0.1:80', 'http://localhost:80'],
  ['10.0.0.7', 'http://10.0.0.7:80', 'http://10.0.0.7:80'],
  ['2001:db8::1', 'http://[2001:db8::1]:80', 'http://[2001:db8::1]:80'],
])('what listens at %s is called at %s by the shop, at %s by people', (host, ours, theirs) => {
  expect([callable(host, 80), addressFor(host, 80)]).toEqual([ours, theirs]);
});
