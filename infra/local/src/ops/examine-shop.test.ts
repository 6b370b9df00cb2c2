import { LocalConfig } from '../config';
import { makeDataDir, removeDataDir } from '../data-dir';
import { saveDemo } from '../kept/demo-file';
import { examineMachine } from './examine-shop';

const aboutHost = async (env: Record<string, string>) =>
  (await examineMachine(LocalConfig.parse({ DATA_DIR: __dirname, ...env }))).filter((sentence) => sentence.startsWith('HOST'));

test.each(['0.0.0.0', '::'])('%s opens the shop to others, whom links in mails lead nowhere without PUBLIC_URL', async (HOST) => {
  expect(await aboutHost({ HOST })).toEqual([expect.stringMatching(/^HOST opens the shop to others/)]);
  expect(await aboutHost({ HOST, PUBLIC_URL: 'https://shop.test' })).toEqual([]);
});

test.each(['127.0.0.1', '127.0.0.53', '::1', 'localhost', '10.0.0.7'])('links lead to who can reach %s', async (HOST) => {
  expect(await aboutHost({ HOST })).toEqual([]);
});

test('real payments beside the sales of the demo are named', async () => {
  const dataDir = await makeDataDir();
  const aboutPaypal = async (env: Record<string, string>) =>
    (await examineMachine(LocalConfig.parse({ DATA_DIR: dataDir, ...env }))).filter((sentence) => sentence.startsWith('PAYPAL'));
  expect(await aboutPaypal({ PAYPAL_CLIENT_ID: 'id' })).toEqual([]);
  const account = { email: 'demo.buyer@example.com', password: 'Made-Up-For-You-1!' };
  await saveDemo(dataDir, { buyer: account, seller: account });
  expect(await aboutPaypal({})).toEqual([]);
  expect(await aboutPaypal({ PAYPAL_CLIENT_ID: 'id' })).toEqual([
    expect.stringMatching(/^PAYPAL_CLIENT_ID is set in a shop that holds the demo: .* docs\/operating\.md\.$/),
  ]);
  await removeDataDir(dataDir);
});
