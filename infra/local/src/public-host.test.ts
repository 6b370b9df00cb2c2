import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@shop/runtime';
import { addressFor, callable, isLoopback } from './addresses';
import { LocalConfig } from './config';
import { notForThePublic } from './public-host';

const read = (env: Record<string, string>) => readConfig(LocalConfig, env);
const whole = {
  HOST: '10.0.0.7',
  PUBLIC_URL: 'https://shop.example',
  SMTP_URL: 'smtp://mail',
  PAYPAL_CLIENT_ID: 'id',
  RECAPTCHA_SITE_KEY: 'x',
  RECAPTCHA_SECRET: 'x',
  NODE_ENV: 'production',
};

test('a shop that only this machine reaches needs no warning', () => {
  for (const HOST of ['127.0.0.1', 'localhost', '::1', '127.0.0.53']) {
    expect([HOST, isLoopback(HOST)]).toEqual([HOST, true]);
    expect(notForThePublic(read({ HOST }))).toEqual([]);
  }
});

test('an open one is told what of it is not fit for the public', () => {
  const warnings = notForThePublic(read({ HOST: '0.0.0.0' })).join('\n');
  for (const name of ['PUBLIC_URL', 'SMTP_URL', 'PAYPAL_CLIENT_ID', 'RECAPTCHA_SECRET', 'NODE_ENV'])
    expect(warnings).toContain(name);
});

test('and one with everything of its own only that it is open', () => {
  expect(notForThePublic(read(whole))).toEqual(["\nHOST=10.0.0.7 opens the shop's own port to the network, and no other."]);
});

test('a proxy on this machine opens the shop too, to whoever reaches the address that PUBLIC_URL names', () => {
  const warnings = notForThePublic(read({ PUBLIC_URL: 'https://shop.example' })).join('\n');
  expect(warnings).toContain('PUBLIC_URL=https://shop.example says that a proxy on this machine lets others into the shop.');
  for (const name of ['SMTP_URL', 'PAYPAL_CLIENT_ID', 'RECAPTCHA_SECRET', 'NODE_ENV']) expect(warnings).toContain(name);
  expect(warnings).not.toContain('no TLS');
  expect(notForThePublic(read({ PUBLIC_URL: 'https://shop.localhost:8443' }))).toEqual([]);
});

test('nothing is missed where files hold its settings', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'settings-'));
  const files = Object.keys(whole).map((name) => [`${name}_FILE`, join(folder, name)] as const);
  await Promise.all(Object.entries(whole).map(([name, value]) => writeFile(join(folder, name), value)));

  expect(notForThePublic(read(Object.fromEntries(files)))).toHaveLength(1);
  await rm(folder, { recursive: true });
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
