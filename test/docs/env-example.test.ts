import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const names = (file: string, pattern: RegExp) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].flatMap(([, name]) => name ?? []);

test('.env.example lists every variable that is read at start', () => {
  const configs = [
    'packages/runtime/src/config.ts',
    'packages/storage/src/create-storage.ts',
    'packages/shared/src/bot-check.ts',
    'gateway/src/config.ts',
    'infra/local/src/config.ts',
    ...readdirSync(join(root, 'services')).map((service) => `services/${service}/src/config.ts`),
  ].filter((file) => existsSync(join(root, file)));
  const listed = names('.env.example', /^([A-Z][A-Z0-9_]+)=/gm);
  for (const file of configs) {
    const missing = names(file, /^\s+([A-Z][A-Z0-9_]+):/gm).filter((name) => !listed.includes(name));
    expect([file, missing]).toEqual([file, []]);
  }
});

test('an .env that is a copy of it leaves the checks of npm run dev on', () => {
  expect(readFileSync(join(root, '.env.example'), 'utf8')).toMatch(/^CHECK_ANSWERS=$/m);
});
