import { generateKeyPairSync } from 'node:crypto';
import { readConfig } from '@shop/runtime';
import { Config } from './config';
import { examine } from './examine';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
/** Nothing listens on port 1. */
const env = {
  INTERNAL_JWT_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  PAYPAL_CLIENT_ID: 'id',
  ...Object.fromEntries(
    ['IDENTITY', 'CATALOG', 'ORDERS', 'SELLERS', 'NOTIFICATIONS'].map((name) => [`${name}_URL`, 'http://127.0.0.1:1']),
  ),
};
const aboutContact = async (over: Record<string, string>) =>
  (await examine(readConfig(Config, { ...env, ...over }))).filter((sentence) => sentence.startsWith('CONTACT_EMAIL'));

test("a shop for others that shows the example's address to visitors is told so", async () => {
  expect(await aboutContact({ PUBLIC_URL: 'https://shop.test' })).toEqual([
    expect.stringMatching(/^CONTACT_EMAIL is the address of the example/),
  ]);
  expect(await aboutContact({ PUBLIC_URL: 'https://shop.test', CONTACT_EMAIL: 'info@shop.test' })).toEqual([]);
  expect(await aboutContact({ PUBLIC_URL: 'http://localhost:8080' })).toEqual([]);
});
