import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as catalog from '@shop/catalog';
import * as identity from '@shop/identity';
import { readConfig, storageConfig } from '@shop/kit';
import * as notifications from '@shop/notifications';
import * as orders from '@shop/orders';
import * as sellers from '@shop/sellers';
import { parse } from 'yaml';
import { z } from 'zod';
import * as gateway from '@shop/gateway';

type Mount = string | { source: string; target: string; volume?: { subpath: string } };
type Service = {
  image?: string;
  build?: { dockerfile: string; args: { PART: string } };
  profiles?: string[];
  ports?: string[];
  networks?: string[];
  volumes?: Mount[];
  environment?: Record<string, string>;
  healthcheck?: object;
  restart?: string;
  mem_limit?: string;
  container_name?: string;
  depends_on?: Record<string, { condition: string }>;
};
type Compose = { services: Record<string, Service>; volumes: Record<string, unknown>; networks: Record<string, unknown> };

const root = join(__dirname, '..');
const { services, volumes, networks } = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true }) as Compose;
const all = Object.entries(services);

/** What each main.ts reads. */
const CONFIGS = {
  gateway: gateway.Config,
  identity: identity.Config,
  catalog: catalog.Config.extend(storageConfig),
  orders: orders.Config,
  sellers: sellers.Config,
  notifications: notifications.Config,
};
const parts = Object.keys(CONFIGS) as (keyof typeof CONFIGS)[];
/** Runs once and ends: nothing to watch, to restart or to bound. */
const ONCE = ['secrets'];
const runs = all.filter(([name]) => !ONCE.includes(name));

let secrets: string;
beforeAll(() => {
  secrets = mkdtempSync(join(tmpdir(), 'shop-compose-'));
  execFileSync(process.execPath, [join(root, 'infra/docker/make-secrets.mjs'), secrets]);
});
afterAll(() => rmSync(secrets, { recursive: true, force: true }));

test('only the gateway has a door without a profile, and what belongs to the demo opens on this machine alone', () => {
  const published = all.filter(([, { ports }]) => ports);
  expect(published.filter(([, { profiles }]) => !profiles).map(([name]) => name)).toEqual(['gateway']);
  for (const [name, { ports, profiles }] of published.filter(([, service]) => service.profiles)) {
    expect([name, profiles]).toEqual([name, ['demo']]);
    for (const port of ports!) expect([name, port]).toEqual([name, expect.stringMatching(/^127\.0\.0\.1:\d+:\d+$/)]);
  }
  expect(filledIn(services.gateway!.ports![0]!)).toBe('127.0.0.1:8080:3000');
});

test('whatever runs on is watched, comes back, and has a bound on its memory', () => {
  for (const [name, { healthcheck, restart, mem_limit }] of runs) {
    expect({ name, healthcheck, restart, mem_limit }).toEqual({
      name,
      healthcheck: expect.objectContaining({ test: expect.arrayContaining([expect.any(String)]) }),
      restart: 'unless-stopped',
      mem_limit: expect.stringMatching(/^\d+(m|g)$/),
    });
  }
});

test('every part waits for what it needs, and for its health', () => {
  for (const [name, { depends_on = {} }] of runs) {
    for (const [needed, { condition }] of Object.entries(depends_on)) {
      const expected = ONCE.includes(needed) ? 'service_completed_successfully' : 'service_healthy';
      expect([name, needed, condition]).toEqual([name, needed, expected]);
    }
  }
});

test('a service may run many times: none has a name or a port of its own', () => {
  for (const name of parts) {
    expect([name, services[name]!.container_name]).toEqual([name, undefined]);
    if (name !== 'gateway') expect([name, services[name]!.ports]).toEqual([name, undefined]);
  }
});

test('no secret stands in the file; only those of the simulator, which everybody knows', () => {
  const known = ['sim-secret'];
  for (const [name, { environment = {} }] of all) {
    for (const [variable, value] of Object.entries(environment)) {
      const secret = /SECRET|PASSWORD|PRIVATE|_KEY$|^(DATABASE|AMQP)_URL$/.test(variable) && variable !== 'RECAPTCHA_SITE_KEY';
      if (secret && !variable.endsWith('_FILE')) {
        expect([name, variable, ['', ...known].includes(filledIn(value))]).toEqual([name, variable, true]);
      }
      expect([name, variable, filledIn(value)]).not.toEqual([name, variable, expect.stringMatching(/:\/\/[^/]*:[^/]*@/)]);
    }
  }
});

test.each(parts)('%s is given every variable it needs, each of them usable, and none that it does not read', (name) => {
  const given = Object.entries(services[name]!.environment!).map(([variable, value]) => [variable, filledIn(value)] as const);
  const read = Object.keys(shapeOf(CONFIGS[name]));
  const unread = given.filter(([variable]) => !read.includes(variable.replace(/_FILE$/, '')));
  expect(unread).toEqual([]);

  const mounted = given.map(([variable, value]) => [variable, value.replace(/^\/run\/shop\//, `${secrets}/for/${name}/`)]);
  const env = { NODE_ENV: 'production', ...(Object.fromEntries(mounted) as Record<string, string>) };
  expect(readConfig(CONFIGS[name], env)).toMatchObject({ PORT: 3000, OPS_PORT: 9090, LISTEN: '0.0.0.0' });
  if (read.includes('AMQP_URL')) expect(env).toHaveProperty('AMQP_URL_FILE');
  if (read.includes('S3_ENDPOINT')) expect(env).toMatchObject({ S3_ENDPOINT: 'http://minio:9000' });
  if (read.includes('RECAPTCHA_SECRET')) expect(env).toHaveProperty('RECAPTCHA_SECRET', '');
});

test('every part is mounted its own secrets and no others', () => {
  for (const [name, service] of all.filter(([one]) => one !== 'secrets')) {
    const mounts = (service.volumes ?? []).filter((mount) => sourceOf(mount) === 'secrets');
    for (const mount of mounts) {
      const subpath = typeof mount === 'string' ? null : mount.volume?.subpath;
      expect([name, subpath]).toEqual([name, expect.stringMatching(/^(for\/\S+|postgres-init|rabbitmq)$/)]);
      if (!subpath!.startsWith('for/')) continue;
      expect(subpath).toBe(`for/${name}`);
      const used = Object.values(service.environment ?? {}).flatMap((value) => /^\/run\/shop\/(\S+)$/.exec(value)?.[1] ?? []);
      expect([name, readdirSync(join(secrets, subpath!)).sort()]).toEqual([name, used.sort()]);
    }
  }
});

test('an older installation keeps its secrets and gets what it lacks', () => {
  const read = (path: string) => readFileSync(join(secrets, path), 'utf8');
  const before = read('card-key');
  for (const path of ['for', 'ops-token-orders']) rmSync(join(secrets, path), { recursive: true });
  execFileSync(process.execPath, [join(root, 'infra/docker/make-secrets.mjs'), secrets]);
  expect(read('for/sellers/card-key')).toBe(before);
  expect(read('for/orders/ops-token-orders')).toMatch(/^[0-9a-f]{48}$/);
  expect(statSync(join(secrets, 'for/sellers/card-key')).mode & 0o777).toBe(0o640);
});

test('who must reach others outside can: PayPal, mail and the bot check', () => {
  for (const name of parts) {
    const calls = Object.keys(shapeOf(CONFIGS[name])).some((variable) =>
      /^(PAYPAL_API_URL|SMTP_URL|RECAPTCHA_SECRET)$/.test(variable),
    );
    if (calls) expect([name, services[name]!.networks]).toEqual([name, expect.arrayContaining(['outside'])]);
  }
  expect(networks.inside).toEqual({ internal: true });
});

test('every volume and every network that is named is used, and the other way round', () => {
  const sources = all.flatMap(([, service]) => (service.volumes ?? []).map((mount) => sourceOf(mount)));
  const named = sources.filter((source) => !source.startsWith('.'));
  expect([...new Set(named)].sort()).toEqual(Object.keys(volumes).sort());
  for (const source of sources.filter((one) => one.startsWith('.')))
    expect([source, existsSync(join(root, source))]).toEqual([source, true]);
  expect([...new Set(all.flatMap(([, service]) => service.networks ?? []))].sort()).toEqual(Object.keys(networks).sort());
});

test('what is built exists, and what is pulled says its version', () => {
  for (const [name, { build, image }] of all) {
    if (build) {
      const main = join(root, build.args.PART, 'src/main.ts');
      expect([name, existsSync(main), existsSync(join(root, build.dockerfile))]).toEqual([name, true, true]);
    } else expect([name, image]).toEqual([name, expect.stringMatching(/^[a-z/]+:(?!latest)\S+$/)]);
  }
});

const sourceOf = (mount: Mount) => (typeof mount === 'string' ? mount.split(':')[0]! : mount.source);

/** The value with nothing set in the environment: `${NAME:-default}`, from the inside out. */
function filledIn(value: string): string {
  const next = value.replace(/\$\{\w+(?::?-([^${}]*))?\}/g, (_, fallback: string | undefined) => fallback ?? '');
  return next === value ? value : filledIn(next);
}

/** The variables of a Config, also where the schema goes on to transform them. */
function shapeOf(schema: z.ZodType): Record<string, unknown> {
  if (schema instanceof z.ZodPipe) return shapeOf(schema.def.in as z.ZodType);
  return (schema as z.ZodObject).shape;
}
