import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publicKeysOf } from '@shop/http';
import { z } from 'zod';
import { pem, readConfig, serviceConfig, timeZone, tracingConfig, webAddress } from './config';

const Config = z.object({ SITE_KEY: z.string(), MODE: z.string().default('quiet') });
let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'shop-config-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a secret may come as a file, for a schema that transforms what it read too', () => {
  const path = join(folder, 'site-key');
  writeFileSync(path, 'from a file\n');
  for (const schema of [Config, Config.transform((config) => ({ ...config }))]) {
    expect(readConfig(schema, { SITE_KEY_FILE: path })).toMatchObject({ SITE_KEY: 'from a file' });
    expect(readConfig(schema, { SITE_KEY_FILE: path, SITE_KEY: 'set' })).toMatchObject({ SITE_KEY: 'set' });
  }
});

test('a file that is asked for and missing is named; the files of other programs are none of ours', () => {
  const nowhere = join(folder, 'nowhere');
  expect(() => readConfig(Config, { SITE_KEY_FILE: nowhere })).toThrow('SITE_KEY_FILE');
  expect(readConfig(Config, { SITE_KEY: 'set', OTHER_PROGRAM_FILE: nowhere })).toEqual({ SITE_KEY: 'set', MODE: 'quiet' });
});

test('a file of defaults is for what is neither set nor a file, and need not be there', () => {
  const [defaults, key] = [join(folder, 'defaults'), join(folder, 'key')];
  writeFileSync(defaults, 'SITE_KEY=from the defaults\nMODE=a=b\n');
  writeFileSync(key, 'from a file');
  const read = (env: Record<string, string>) => readConfig(Config, { DEFAULTS_FILE: defaults, ...env });
  expect(read({})).toEqual({ SITE_KEY: 'from the defaults', MODE: 'a=b' });
  expect(read({ SITE_KEY: '', MODE: 'set' })).toEqual({ SITE_KEY: 'from the defaults', MODE: 'set' });
  expect(read({ SITE_KEY_FILE: key })).toMatchObject({ SITE_KEY: 'from a file' });
  expect(readConfig(Config, { DEFAULTS_FILE: join(folder, 'gone'), SITE_KEY: 'set' })).toEqual({
    SITE_KEY: 'set',
    MODE: 'quiet',
  });
});

test('a schema gets only the variables that it names, even if it would accept others', () => {
  const taking = z.looseObject({ SITE_KEY: z.string() });
  expect(readConfig(taking, { SITE_KEY: 'set', CARD_KEY: 'of another' })).toEqual({ SITE_KEY: 'set' });
});

test('an empty variable counts as absent, and what is wrong is named without its value', () => {
  expect(readConfig(Config, { SITE_KEY: 'set', MODE: '' })).toEqual({ SITE_KEY: 'set', MODE: 'quiet' });
  const empty = join(folder, 'empty');
  writeFileSync(empty, '\n');
  expect(readConfig(Config, { SITE_KEY: 'set', MODE_FILE: empty })).toEqual({ SITE_KEY: 'set', MODE: 'quiet' });
  expect(() => readConfig(Config, { SITE_KEY_FILE: empty })).toThrow('SITE_KEY');
  expect(() => readConfig(z.object({ MODE: z.enum(['loud']) }), { MODE: 'hunter2' })).toThrow(/^(?!.*hunter2)[^]*MODE/);
});

test('everything that is missing or wrong is named at once', () => {
  const read = () => readConfig(z.object(serviceConfig), { PORT: 'canary-1', LOG_LEVEL: 'canary-2', RATE_LIMIT_SCALE: '-3' });
  for (const name of [
    'PORT',
    'LOG_LEVEL',
    'RATE_LIMIT_SCALE',
    'DATABASE_URL: It is missing',
    'INTERNAL_JWT_PUBLIC_KEYS: It is missing',
  ])
    expect(read).toThrow(name);
  expect(read).not.toThrow(/canary/);
});

test('keys come with real line breaks or as env files write them, one or two', () => {
  const keys = [1, 2].map(() =>
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  );
  for (const text of [keys.join(''), keys.join('').replaceAll('\n', '\\n')]) {
    expect(publicKeysOf(readConfig(z.object({ KEY: pem }), { KEY: text }).KEY)).toEqual(keys.map((key) => key.trim()));
  }
});

test('headers for the collector are written as OpenTelemetry writes them; one that is wrong is named without its value', () => {
  const read = (OTEL_EXPORTER_OTLP_HEADERS: string) =>
    readConfig(z.object(tracingConfig), { OTEL_EXPORTER_OTLP_HEADERS }).OTEL_EXPORTER_OTLP_HEADERS;
  expect(read('Authorization=Basic%20c2hvcA==, x-team = sound')).toEqual({ Authorization: 'Basic c2hvcA==', 'x-team': 'sound' });
  expect(read('Authorization=Bearer abc')).toEqual({ Authorization: 'Bearer abc' });
  expect(read('')).toBeUndefined();
  for (const wrong of ['hunter2', 'x-key=hunter2,', 'x-key=%ffhunter2', 'x key=hunter2'])
    expect(() => read(wrong)).toThrow(/^(?!.*hunter2)[^]*OTEL_EXPORTER_OTLP_HEADERS/);
});

test.each(['Mars/Olympus', '+03:00', '+0300'])('%s is no time zone: a name that exists is', (zone) => {
  const Zone = z.object({ SITE_TIME_ZONE: timeZone });
  expect(() => readConfig(Zone, { SITE_TIME_ZONE: zone })).toThrow('SITE_TIME_ZONE: Must be a time zone such as Europe/Moscow');
  expect(readConfig(Zone, { SITE_TIME_ZONE: 'Europe/Moscow' })).toEqual({ SITE_TIME_ZONE: 'Europe/Moscow' });
});

test('a pool of one connection, which would wait for itself while migrating, is refused', () => {
  const env = { DATABASE_URL: 'postgres://x', INTERNAL_JWT_PUBLIC_KEYS: 'pem', DATABASE_POOL: '1' };
  expect(() => readConfig(z.object(serviceConfig), env)).toThrow('DATABASE_POOL');
});

test.each(['shop.example', 'localhost:8080', 'ftp://shop.example'])('%s is no address of the web', (PUBLIC_URL) => {
  const reading = () => readConfig(z.object({ PUBLIC_URL: webAddress }), { PUBLIC_URL });
  expect(reading).toThrow('PUBLIC_URL: Must begin with http:// or https://');
});
