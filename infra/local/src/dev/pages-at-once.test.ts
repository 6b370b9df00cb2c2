import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

const pages = resolve(__dirname, '../../../../web');

/** The addresses that the server of `npm run dev -w @shop/web` sends calls to. */
function proxyOf(env: Record<string, string>) {
  const script = `const { loadConfigFromFile } = await import('vite');
    const { config } = await loadConfigFromFile({ command: 'serve', mode: 'development' }, 'vite.config.ts', undefined, 'silent');
    console.log(JSON.stringify(config.server.proxy));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: pages,
    env: { ...process.env, ...env },
  });
  return JSON.parse(output.toString()) as unknown;
}

test('pages that show a change at once call the shop beside them, whose port PORT names', () => {
  const shop = 'http://127.0.0.1:9000';
  expect(proxyOf({ PORT: '9000' })).toEqual({
    '/api': shop,
    '/media': shop,
    '^/log/(checkpoint|key|tile)': shop,
    '/.well-known': shop,
  });
});
