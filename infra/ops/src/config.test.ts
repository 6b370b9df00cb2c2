import { readConfig } from '@shop/runtime';
import { requiredSetting, OpsConfig } from './config';

test('where a service is and what it asks for comes from the environment, and what is missing is named', () => {
  const config = readConfig(OpsConfig, { ORDERS_OPS_URL: 'http://orders:9090', IDENTITY_OPS_TOKEN: 'abc' });
  expect(requiredSetting(config, 'orders', 'OPS_URL')).toBe('http://orders:9090');
  expect(() => requiredSetting(config, 'orders', 'OPS_TOKEN')).toThrow('ORDERS_OPS_TOKEN is missing: this command needs it.');
});
