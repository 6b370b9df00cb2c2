import { join } from 'node:path';
import { ADMIN_PREFIX } from '@shop/contracts/constants';
import { onShutdown, readConfig } from '@shop/runtime';
import { adminLogin, adminRow } from './admin-login';
import { readFlags, StartConfig, type LocalConfig } from './config';
import { startOver } from './data-dir';
import { fillWithDemo, leaveKnownPasswords, sendDemoPackages } from './demo/demo';
import { demoRows } from './demo/demo-rows';
import { forgetBegunDemo } from './kept/demo-file';
import { hasSecrets } from './kept/secrets';
import type { Launch } from './shop/launch';
import { checkPorts } from './ports';
import { notForThePublic } from './public-host';
import { startShop, type Shop } from './shop/shop';

const print = (line: string) => void process.stdout.write(`${line}\n`);
const complain = (error: unknown) => void process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);

/** Set by Ctrl-C while the demo fills the shop: a failure after that is a consequence, so it is not printed. */
let stopping = false;

/**
 * Runs the shop as a program: starts it by flags and environment, fills it, prints its addresses, and stops it at SIGTERM or
 * SIGINT. An error during the start is written to standard error, with exit code 1. `launch` starts each service and the gateway.
 */
export function runShop(launch?: Launch): Promise<void> {
  // The process that started this one is gone, so nobody else would stop the shop.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  return start(launch).catch((error: unknown) => {
    if (stopping) return;
    complain(error);
    process.exit(1);
  });
}

async function start(launch?: Launch) {
  const began = Date.now();
  const flags = readFlags(process.argv.slice(2));
  const config = readConfig(StartConfig, process.env);
  await checkPorts({
    PORT: { host: config.HOST, port: config.PORT },
    ...(config.SMTP_URL ? {} : { MAIL_INBOX_PORT: { host: '127.0.0.1', port: config.MAIL_INBOX_PORT } }),
    ...(config.PAYPAL_CLIENT_ID ? {} : { PAYPAL_SIMULATOR_PORT: { host: '127.0.0.1', port: config.PAYPAL_SIMULATOR_PORT } }),
  });
  if (flags.reset) await startOver(config, print);

  let ready = false;
  const isFirst = !hasSecrets(config.DATA_DIR);
  const shop = await startShop({ config, env: process.env, say: print, isReady: () => ready, launch });
  onShutdown(async () => {
    stopping = true;
    print('\nStopping …');
    await shop.stop();
  }, complain);
  await leaveKnownPasswords(shop, config);
  const login = await adminLogin(shop, process.env);
  if (!flags.demo) await forgetBegunDemo(config.DATA_DIR);
  const accounts = flags.demo ? await fillWithDemo(shop, config, login, print) : null;
  const demo = accounts ? await demoRows(shop, accounts, config) : [];
  if (stopping) return;
  ready = true;
  const admin = adminRow(shop.admin, login, config, { isFirst, terminal: process.stdout.isTTY });
  welcome(shop, [['Admin', admin], ...demo], config, Math.round((Date.now() - began) / 1000));
  if (!accounts) return;
  // The next start tries again.
  void sendDemoPackages(shop, config, login, print).catch((error: Error) => stopping || print(`Demo files: ${error.message}`));
}

function welcome(shop: Shop, accounts: [string, string][], config: LocalConfig, seconds: number) {
  const rows: [string, string][] = [
    ['The shop', shop.url],
    ['API documentation', `${shop.url}/api/docs`],
    ...(shop.inboxUrl ? [['Mail inbox', shop.inboxUrl] as [string, string]] : []),
    ...(shop.simulatorUrl ? [['PayPal simulator', shop.simulatorUrl] as [string, string]] : []),
    ['Administration', `${shop.url}${ADMIN_PREFIX}`],
    ...accounts,
    ['Log', join(config.DATA_DIR, 'shop.log')],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  print(
    `\nReady after ${seconds} s.${config.RECAPTCHA_SECRET ? '' : ' The bot check is off (no RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET).'}\n`,
  );
  for (const [name, value] of rows) print(`  ${name.padEnd(width)}  ${value}`);
  for (const line of notForThePublic(config)) print(line);
  print('\nCtrl-C stops it; the next start goes on with the same data.');
}
