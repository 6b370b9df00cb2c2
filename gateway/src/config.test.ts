import { generateKeyPairSync } from 'node:crypto';
import { readConfig } from '@shop/runtime';
import { Config } from './config';

const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const required = {
  PUBLIC_URL: 'https://shop.example',
  INTERNAL_JWT_PRIVATE_KEY: key,
  IDENTITY_URL: 'http://identity',
  CATALOG_URL: 'http://catalog',
  ORDERS_URL: 'http://orders',
  SELLERS_URL: 'http://sellers',
  NOTIFICATIONS_URL: 'http://notifications',
  PAYPAL_CLIENT_ID: 'client',
};
const read = (env: Record<string, string> = {}) => readConfig(Config, { ...required, ...env });

test('missing variables are named', () => {
  expect(() => readConfig(Config, {})).toThrow(/PUBLIC_URL[\s\S]*IDENTITY_URL/);
  expect(read()).toMatchObject({ LISTEN: '127.0.0.1', PORT: 8080, TRUST_PROXY: [], SITE_NAME: 'Ghostline' });
});

test('a service is at one address, or its replicas are at several', () => {
  expect(read({ ORDERS_URL: 'http://10.0.0.1:3000, http://10.0.0.2:3000' })).toMatchObject({
    IDENTITY_URL: ['http://identity'],
    ORDERS_URL: ['http://10.0.0.1:3000', 'http://10.0.0.2:3000'],
  });
  expect(() => read({ ORDERS_URL: 'http://10.0.0.1:3000,' })).toThrow('ORDERS_URL');
});

test('a wrong TRUST_PROXY is named', () => {
  expect(() => read({ TRUST_PROXY: 'everybody' })).toThrow(/TRUST_PROXY: must be networks/);
  expect(read({ TRUST_PROXY: '10.0.0.0/8,loopback' })).toMatchObject({ TRUST_PROXY: ['10.0.0.0/8', 'loopback'] });
});

test.each([
  'http://localhost:8090/sdk/js',
  'http://www.paypal.com/sdk/js',
  'https://paypal.com.evil.example/sdk/js',
  'https://notpaypal.com/sdk/js',
  'https://evil.example/?www.paypal.com',
  'https://www.paypal.com@evil.example/',
])('in production %s is not taken for PayPal', (PAYPAL_SDK_URL) => {
  expect(() => read({ NODE_ENV: 'production', PAYPAL_SDK_URL })).toThrow('PAYPAL_SDK_URL');
  expect(read({ PAYPAL_SDK_URL })).toMatchObject({ PAYPAL_SDK_URL });
  expect(read({ NODE_ENV: 'production', PAYPAL_SDK_URL, PAYPAL_DEMO: '1' })).toMatchObject({ PAYPAL_DEMO: true });
});

test('in production PayPal’s own address is fine, and so is none', () => {
  expect(read({ NODE_ENV: 'production', PAYPAL_SDK_URL: 'https://www.paypal.com/sdk/js' })).toBeTruthy();
  expect(read({ NODE_ENV: 'production' })).toBeTruthy();
});

test('an address that is none is named like everything else, also in production', () => {
  expect(() => read({ NODE_ENV: 'production', PAYPAL_SDK_URL: 'canary' })).toThrow(/PAYPAL_SDK_URL/);
  expect(() => read({ NODE_ENV: 'production', PAYPAL_SDK_URL: 'canary' })).not.toThrow(/canary/);
});

test('a key that could sign nothing is refused at start, not at the first request', () => {
  expect(() => read({ INTERNAL_JWT_PRIVATE_KEY: 'canary' })).toThrow('INTERNAL_JWT_PRIVATE_KEY');
  expect(read({ INTERNAL_JWT_PRIVATE_KEY: key.replaceAll('\n', '\\n') }).INTERNAL_JWT_PRIVATE_KEY).toBe(key);
});

test('the first of two private keys signs', () => {
  const next = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  for (const text of [`${key}${next}`, `${key}${next}`.replaceAll('\n', '\\n')])
    expect(read({ INTERNAL_JWT_PRIVATE_KEY: text }).INTERNAL_JWT_PRIVATE_KEY).toBe(key);
  expect(() => read({ INTERNAL_JWT_PRIVATE_KEY: 'no key' })).toThrow(/INTERNAL_JWT_PRIVATE_KEY: must be a private key/);
});
