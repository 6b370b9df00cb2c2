import { readConfig } from '@shop/runtime';
import { Config } from './config';

const env = {
  DATABASE_URL: 'postgres://localhost/orders',
  INTERNAL_JWT_PUBLIC_KEYS: 'pem',
  PUBLIC_URL: 'https://shop.example',
  DOWNLOAD_KEY: 'sixteen characters',
  DELIVERY_KEY: 'sixteen characters',
  CERTIFICATE_KEY: Buffer.alloc(32, 7).toString('base64'),
  PAYPAL_CLIENT_ID: 'id',
  PAYPAL_CLIENT_SECRET: 'secret',
  PAYPAL_WEBHOOK_ID: 'WH',
};
const read = (more: Record<string, string> = {}) => readConfig(Config, { ...env, ...more });

test('PayPal is the sandbox until production is asked for', () => {
  expect(read().PAYPAL_API_URL).toBe('https://api-m.sandbox.paypal.com');
  expect(read({ PAYPAL_ENVIRONMENT: 'production' }).PAYPAL_API_URL).toBe('https://api-m.paypal.com');
});

test.each(['http://127.0.0.1:8090', 'https://paypal.com.evil.example', 'http://api-m.paypal.com', 'https://evilpaypal.com'])(
  'in production %s does not stand in for PayPal, unless it is a demo',
  (address) => {
    for (const name of ['PAYPAL_API_URL', 'PAYPAL_SDK_URL']) {
      expect(() => read({ NODE_ENV: 'production', [name]: address })).toThrow(name);
      expect(read({ NODE_ENV: 'production', PAYPAL_DEMO: '1', [name]: address })).toMatchObject({ [name]: address });
      expect(read({ [name]: address })).toMatchObject({ [name]: address });
    }
  },
);

test('production takes an https address of paypal.com', () => {
  expect(read({ NODE_ENV: 'production', PAYPAL_API_URL: 'https://api-m.sandbox.paypal.com' })).toBeTruthy();
});

test('a secret that is missing or a time zone that does not exist is named, never its value', () => {
  expect(() => readConfig(Config, { ...env, DOWNLOAD_KEY: 'short' })).toThrow(/DOWNLOAD_KEY/);
  expect(() => read({ SITE_TIME_ZONE: 'Mars/Olympus' })).toThrow(/SITE_TIME_ZONE/);
});

test.each([
  [{ PAYPAL_TIMEOUT_MS: '20000' }, 'PAYPAL_TIMEOUT_MS: Must be less than PAYPAL_WITHIN_MS'],
  [{ CAPTURE_LEASE_MS: '20000' }, 'CAPTURE_LEASE_MS: Must be more than PAYPAL_WITHIN_MS'],
  [{ PAYPAL_WITHIN_MS: '30000', CAPTURE_LEASE_MS: '40000' }, 'PAYPAL_WITHIN_MS: Must be less than 30000'],
])(
  "%j is refused: one call to PayPal must end before its request, and the request before the gateway's wait and the lease",
  (times, says) => {
    expect(() => read(times)).toThrow(says);
  },
);

test('the patience with PayPal may be anything that fits together', () => {
  expect(read({ PAYPAL_TIMEOUT_MS: '1000', PAYPAL_WITHIN_MS: '1001', CAPTURE_LEASE_MS: '1002' })).toBeTruthy();
});
