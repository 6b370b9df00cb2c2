import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  CONFIGURATION_DOC,
  ENV_EXAMPLE,
  renderConfigurationDoc,
  renderEnvExample,
  variablesOf,
} from './configuration-doc';

const root = join(__dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

test('docs/configuration.md and .env.example are what the schemas say; otherwise: npx tsx -C source test/docs/write-generated.ts', () => {
  expect(readFileSync(CONFIGURATION_DOC, 'utf8')).toBe(renderConfigurationDoc());
  expect(readFileSync(ENV_EXAMPLE, 'utf8')).toBe(renderEnvExample());
});

test('a variable that no schema describes is found, and one of which two say different things', () => {
  const about = { group: 'shop', description: 'The port.' };
  const described = z.coerce.number().default(80).meta(about);
  expect(variablesOf({ one: { PORT: described }, two: { PORT: z.string() } })).toEqual([
    { ...about, name: 'PORT', value: '80', readers: ['one', 'two'] },
  ]);
  expect(() => variablesOf({ one: { PORT: z.string() } })).toThrow('PORT: 0 schemas describe it');
  const second = z.string().meta({ ...about, description: 'The door.' });
  expect(() => variablesOf({ one: { PORT: described }, two: { PORT: second } })).toThrow('PORT: 2 schemas describe it');
  expect(() => variablesOf({ one: { PORT: z.string().meta({ ...about, group: 'none' }) } })).toThrow('PORT: ✖ Invalid option');
});

test('docker-compose.yml takes no variable from .env that the page does not have, beside images and names of Docker', () => {
  const names = [...read('docker-compose.yml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name!);
  const foreign = names.filter((name) => !/_IMAGE$|^(COMPOSE_PROJECT_NAME|(GRAFANA|PROMETHEUS|JAEGER)_PORT|FRONT_NETWORK)$/.test(name));
  expect(foreign.length).toBeGreaterThan(30);
  expect([...new Set(foreign)].filter((name) => !new RegExp(`^${name}=`, 'm').test(read('.env.example')))).toEqual([]);
});

test('an .env that is a copy of the example leaves the checks of npm run dev and the profile demo of compose on', () => {
  expect(read('.env.example')).toMatch(/^CHECK_ANSWERS=$/m);
  const demo = /\n {2}demo:\n[^]*?\n {4}command:\n((?: {6}- .*\n)+)/.exec(read('docker-compose.yml'))![1]!;
  const set = [...demo.matchAll(/- (\w+)=/g)].map(([, name]) => name!);
  expect(set).toContain('PAYPAL_DEMO');
  for (const name of set) expect(read('.env.example')).toMatch(new RegExp(`^${name}=$`, 'm'));
});
