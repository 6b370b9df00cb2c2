import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as gateway from '@shop/gateway';
import * as notifications from '@shop/notifications';
import * as orders from '@shop/orders';
import { readConfig } from '@shop/runtime';
import { parse } from 'yaml';
import { CONFIGS, shapeOf } from '../part-configs';

type Mount = string | { source: string; target: string; volume?: { subpath: string } };
type Service = {
  image?: string;
  build?: { dockerfile: string; args: { PART: string; NODE_IMAGE: string } };
  profiles?: string[];
  ports?: string[];
  networks?: string[];
  volumes?: Mount[];
  entrypoint?: string[];
  command?: string[];
  pull_policy?: string;
  environment?: Record<string, string>;
  healthcheck?: object;
  init?: boolean;
  restart?: string;
  stop_grace_period?: string;
  mem_limit?: string;
  pids_limit?: number;
  logging?: { driver: string; options: Record<string, string> };
  security_opt?: string[];
  cap_drop?: string[];
  cap_add?: string[];
  read_only?: boolean;
  container_name?: string;
  depends_on?: Record<string, { condition: string; required?: boolean }>;
};
type Compose = { services: Record<string, Service>; volumes: Record<string, unknown>; networks: Record<string, unknown> };

const root = join(__dirname, '../..');
const { services, volumes, networks } = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), {
  merge: true,
  maxAliasCount: -1,
}) as Compose;
const all = Object.entries(services);

const parts = Object.keys(CONFIGS) as (keyof typeof CONFIGS)[];
/** Runs once and ends, so nothing watches, restarts or bounds it. */
const MIGRATIONS = parts.filter((name) => name !== 'gateway').map((name) => `migrate-${name}`);
const ONCE = ['secrets', 'databases', 'demo', 'timeline', 'ops', ...MIGRATIONS];
/** The containers of the profile `monitoring`. */
const WATCHING = ['prometheus', 'grafana', 'jaeger'];
const runs = all.filter(([name]) => !ONCE.includes(name));

let secrets: string;
beforeAll(() => {
  secrets = mkdtempSync(join(tmpdir(), 'shop-compose-'));
  execFileSync(process.execPath, [join(root, 'infra/docker/make-secrets.mjs'), secrets]);
});
afterAll(() => rmSync(secrets, { recursive: true, force: true }));

test('only the gateway has a door without a profile, and what a profile adds opens on this machine alone', () => {
  const published = all.filter(([, { ports }]) => ports);
  expect(published.filter(([, { profiles }]) => !profiles).map(([name]) => name)).toEqual(['gateway']);
  for (const [name, { ports, profiles }] of published.filter(([, service]) => service.profiles)) {
    expect([name, profiles]).toEqual([name, [WATCHING.includes(name) ? 'monitoring' : 'demo']]);
    for (const port of ports!) expect([name, filledIn(port)]).toEqual([name, expect.stringMatching(/^127\.0\.0\.1:\d+:\d+$/)]);
  }
  expect(filledIn(services.gateway!.ports![0]!)).toBe('127.0.0.1:8080:3000');
});

test('the doors of the demo move with the variables that move them for `npm start`, and so do the links to them', () => {
  const set = { MAIL_INBOX_PORT: '4401', PAYPAL_SIMULATOR_PORT: '4402' };
  expect(services['mail-inbox']!.ports!.map((port) => filledIn(port, set))).toEqual(['127.0.0.1:4401:8025']);
  const { ports, environment } = services['paypal-simulator']!;
  expect(ports!.map((port) => filledIn(port, set))).toEqual(['127.0.0.1:4402:8090']);
  expect(filledIn(environment!.PUBLIC_URL!, set)).toBe('http://localhost:4402');
  expect(services.demo!.command!.map((line) => filledIn(line, set))).toContain('PAYPAL_SDK_URL=http://localhost:4402/sdk/js');
});

test('every lasting container has a health check, restarts, and a memory limit', () => {
  for (const [name, { healthcheck, restart, mem_limit }] of runs) {
    expect({ name, healthcheck, restart, mem_limit }).toEqual({
      name,
      healthcheck: expect.objectContaining({ test: expect.arrayContaining([expect.any(String)]) }),
      restart: 'unless-stopped',
      mem_limit: expect.stringMatching(/^\d+(m|g)$/),
    });
  }
});

test('no program of ours or of a server is the first process, which would inherit every orphan', () => {
  expect(runs.filter(([, { init }]) => init !== true).map(([name]) => name)).toEqual([]);
});

test('a server of data has as long as in a cluster to end in order, and a service as long as it takes', () => {
  const gracePeriods = (names: string[]) => names.map((name) => [name, services[name]!.stop_grace_period]);
  const servers = ['postgres', 'rabbitmq', 'minio', 'mongodb'];
  expect(gracePeriods(servers)).toEqual(servers.map((name) => [name, '120s']));
  // Their first process is root: without this right it cannot pass on the signal to end, and Docker kills them.
  expect(servers.filter((name) => !services[name]!.cap_add?.includes('KILL'))).toEqual([]);
  expect(gracePeriods(parts)).toEqual(parts.map((name) => [name, '60s']));
});

test('no container fills the machine with its log or its processes, and none has more rights than it needs', () => {
  for (const [name, { pids_limit, logging, security_opt, cap_drop, mem_limit }] of all) {
    expect({ name, pids_limit, logging, security_opt, cap_drop, mem_limit }).toEqual({
      name,
      pids_limit: expect.any(Number),
      logging: { driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } },
      security_opt: ['no-new-privileges:true'],
      cap_drop: ['ALL'],
      mem_limit: expect.stringMatching(/^\d+(m|g)$/),
    });
  }
  const writing = all.filter(([, { read_only }]) => !read_only).map(([name]) => name);
  expect(writing).toEqual(['mongodb', 'opensearch', 'postgres', 'rabbitmq', 'minio']);
  const entitled = all.filter(([, { cap_add }]) => cap_add).map(([name]) => name);
  expect(entitled).toEqual(['secrets', 'mongodb', 'postgres', 'rabbitmq', 'minio']);
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
  const defaults = ['sim-secret'];
  for (const [name, { environment = {} }] of all) {
    for (const [variable, value] of Object.entries(environment)) {
      const secret = /SECRET|PASSWORD|PRIVATE|_KEY$|^(DATABASE|AMQP)_URL$/.test(variable) && variable !== 'RECAPTCHA_SITE_KEY';
      if (secret && !variable.endsWith('_FILE')) {
        expect([name, variable, ['', ...defaults].includes(filledIn(value))]).toEqual([name, variable, true]);
      }
      expect([name, variable, filledIn(value)]).not.toEqual([name, variable, expect.stringMatching(/:\/\/[^/]*:[^/]*@/)]);
    }
  }
});

test.each(parts)('%s is given every variable it needs, each of them usable, and none that it does not read', (name) => {
  const variables = Object.entries(services[name]!.environment!);
  const read = Object.keys(shapeOf(CONFIGS[name]));
  const unread = variables.filter(([variable]) => variable !== 'DEFAULTS_FILE' && !read.includes(variable.replace(/_FILE$/, '')));
  expect(unread).toEqual([]);

  const env = environmentOf(name, { demo: true });
  expect(readConfig(CONFIGS[name], env)).toMatchObject({ PORT: 3000, OPS_PORT: 9090, LISTEN: '0.0.0.0' });
  if (read.includes('AMQP_URL')) expect(env).toHaveProperty('AMQP_URL_FILE');
  if (read.includes('S3_ENDPOINT')) expect(env).toMatchObject({ S3_ENDPOINT: 'http://minio:9000' });
  if (read.includes('RECAPTCHA_SECRET')) expect(env).toHaveProperty('RECAPTCHA_SECRET', '');
});

/** The environment inside a container, with its mounted secrets and, in a demonstration, the additions. */
function environmentOf(name: keyof typeof CONFIGS, { demo, set = {} }: { demo: boolean; set?: Record<string, string> }) {
  const variables = Object.entries(services[name]!.environment!).map(
    ([variable, value]) => [variable, filledIn(value, set)] as const,
  );
  const mounted = variables.map(([variable, value]) => [variable, value.replace(/^\/run\/shop\//, `${secrets}/for/${name}/`)]);
  const env: Record<string, string> = { NODE_ENV: 'production', ...(Object.fromEntries(mounted) as Record<string, string>) };
  if (env.MONGODB_URL_FILE) {
    env.MONGODB_URL_FILE = join(secrets, 'no-mongodb-url');
    writeFileSync(env.MONGODB_URL_FILE, '');
  }
  if (env.DEFAULTS_FILE === undefined) return env;
  const defaults = join(secrets, demo ? 'demo-defaults' : 'no-defaults');
  if (demo) writeFileSync(defaults, services.demo!.command!.map((line) => `${filledIn(line)}\n`).join(''));
  return { ...env, DEFAULTS_FILE: defaults };
}

test('with the profile the shop is a demonstration; without it nothing of that is left, and what it then needs is named', () => {
  expect(readConfig(orders.Config, environmentOf('orders', { demo: true }))).toMatchObject({
    PAYPAL_DEMO: true,
    PAYPAL_API_URL: 'http://paypal-simulator:8090',
  });
  for (const variable of ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'])
    expect(() => readConfig(orders.Config, environmentOf('orders', { demo: false }))).toThrow(variable);
  expect(() => readConfig(gateway.Config, environmentOf('gateway', { demo: false }))).toThrow('PAYPAL_CLIENT_ID');
  expect(() => readConfig(notifications.Config, environmentOf('notifications', { demo: false }))).toThrow('SMTP_URL');

  const set = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret', PAYPAL_WEBHOOK_ID: 'hook' };
  const own = { demo: false, set };
  expect(readConfig(orders.Config, environmentOf('orders', own))).toMatchObject({
    PAYPAL_DEMO: false,
    PAYPAL_API_URL: 'https://api-m.sandbox.paypal.com',
  });
  const door = readConfig(gateway.Config, environmentOf('gateway', own));
  expect([door.PAYPAL_DEMO, door.PAYPAL_SDK_URL]).toEqual([false, undefined]);
});

test('a command of the operators starts nothing, least of all what takes the flag of a running demonstration away', () => {
  expect(services.ops!.depends_on).toBeUndefined();
});

test('the flag of a demonstration is written by its profile alone, taken away before, and only read by others', () => {
  const mounting = all.filter(([, service]) => service.volumes?.some((mount) => sourceOf(mount) === 'demo'));
  const how = mounting.map(([name, service]) => [name, service.volumes!.find((mount) => sourceOf(mount) === 'demo')]);
  expect(Object.fromEntries(how)).toEqual({
    gateway: 'demo:/run/demo:ro',
    orders: 'demo:/run/demo:ro',
    sellers: 'demo:/run/demo:ro',
    notifications: 'demo:/run/demo:ro',
    secrets: 'demo:/run/demo',
    demo: 'demo:/run/demo',
  });
  expect(services.demo).toMatchObject({ profiles: ['demo'], depends_on: { secrets: expect.anything() as object } });
  expect(services.secrets!.command!.join(' ')).toContain('rm -f /run/demo/defaults');
  for (const name of ['gateway', 'orders', 'sellers', 'notifications'])
    expect(services[name]!.depends_on!.demo).toEqual({ condition: 'service_completed_successfully', required: false });
});

test('the timeline is in MongoDB with its profile alone, and its password goes where it is needed', () => {
  const mounting = all.filter(([, service]) => service.volumes?.some((mount) => sourceOf(mount) === 'timeline'));
  const how = mounting.map(([name, service]) => [name, service.volumes!.find((mount) => sourceOf(mount) === 'timeline')]);
  expect(Object.fromEntries(how)).toEqual({
    notifications: 'timeline:/run/timeline:ro',
    secrets: 'timeline:/run/timeline',
    timeline: 'timeline:/run/timeline',
  });
  expect([services.timeline!.profiles, services.mongodb!.profiles]).toEqual([['mongodb'], ['mongodb']]);
  // Without the profile the secret is emptied, and then counts as absent.
  expect(services.secrets!.command!.join(' ')).toContain(`: > ${services.notifications!.environment!.MONGODB_URL_FILE}`);
  expect(readConfig(notifications.Config, environmentOf('notifications', { demo: true })).MONGODB_URL).toBeUndefined();
  const read = (path: string) => readFileSync(join(secrets, 'for', path), 'utf8');
  const url = new URL(read('timeline/mongodb-url'));
  expect([url.host, url.username, url.password]).toEqual(['mongodb:27017', 'shop', read('mongodb/mongodb-password')]);
});

test('every part is mounted its own secrets and no others', () => {
  for (const [name, service] of all.filter(([one]) => one !== 'secrets')) {
    const mounts = (service.volumes ?? []).filter((mount) => sourceOf(mount) === 'secrets');
    for (const mount of mounts) {
      const subpath = typeof mount === 'string' ? null : mount.volume?.subpath;
      expect([name, subpath]).toEqual([name, expect.stringMatching(/^(for\/\S+|postgres-setup|rabbitmq)$/)]);
      if (!subpath!.startsWith('for/')) continue;
      expect(subpath).toBe(`for/${name}`);
      const texts = [...Object.values(service.environment ?? {}), ...(service.entrypoint ?? [])];
      const used = texts.flatMap((value) => /\/run\/shop\/([\w-]+)/.exec(value)?.[1] ?? []);
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

test.each(MIGRATIONS)(
  '%s makes the tables of its service before it starts, and is the only one that knows their owner',
  (name) => {
    const service = name.replace('migrate-', '') as keyof typeof CONFIGS;
    const { image, command, environment, pull_policy, healthcheck, networks: reached } = services[name]!;
    expect({ image, pull_policy, reached, healthcheck }).toEqual({
      image: services[service]!.image,
      pull_policy: 'never',
      healthcheck: { disable: true },
      reached: ['inside'],
    });
    const main = join(root, command![1]!.replace('/dist/', '/src/').replace(/js$/, 'ts'));
    expect([command![0], existsSync(main)]).toEqual(['node', true]);
    expect(services[service]!.depends_on).toMatchObject({ [name]: { condition: 'service_completed_successfully' } });

    const { MIGRATION_DATABASE_URL_FILE: file } = environment as { MIGRATION_DATABASE_URL_FILE: string };
    const read = (path: string) => new URL(readFileSync(join(secrets, path), 'utf8'));
    const owner = read(file.replace('/run/shop', `for/${name}`));
    const own = read(`for/${service}/database-url-${service}`);
    expect([owner.username, own.username, owner.pathname]).toEqual([`${service}_owner`, service, own.pathname]);
    const rest = all.filter(([one]) => one !== name).map(([one]) => one);
    const withOwner = rest.filter((owner) => existsSync(join(secrets, 'for', owner, `migration-database-url-${service}`)));
    expect(withOwner).toEqual([]);
  },
);

test('the parts that need PayPal, mail or the bot check can reach the outside', () => {
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
  for (const source of sources.filter((source) => source.startsWith('.')))
    expect([source, existsSync(join(root, source))]).toEqual([source, true]);
  expect([...new Set(all.flatMap(([, service]) => service.networks ?? []))].sort()).toEqual(Object.keys(networks).sort());
});

test('built files exist, and pulled images name their version', () => {
  for (const [name, { build, image }] of all) {
    if (build) {
      expect([name, build.args.NODE_IMAGE]).toEqual([name, services.secrets!.image]);
      const main = join(root, build.args.PART, 'src/main.ts');
      expect([name, existsSync(main), existsSync(join(root, build.dockerfile))]).toEqual([name, true, true]);
    } else if (MIGRATIONS.includes(name)) expect([name, image]).toEqual([name, services[name.replace('migrate-', '')]!.image]);
    else {
      // The image is a variable, so that a release may pin it by its digest.
      expect([name, image]).toEqual([name, expect.stringMatching(/^\$\{[A-Z]+_IMAGE:-/)]);
      expect([name, filledIn(image!)]).toEqual([name, expect.stringMatching(/^[a-z/]+:(?!latest)\S+$/)]);
    }
  }
});

test('a composition under another name builds images of its own, and leaves those of the shop beside it alone', () => {
  const named = all.filter(([, { build, image }]) => build && image);
  expect(named.map(([name]) => name).sort()).toEqual(parts.filter((name) => name !== 'gateway').sort());
  for (const [name, { image }] of named) {
    expect(filledIn(image!, { COMPOSE_PROJECT_NAME: 'tried' })).toBe(`tried-${name}`);
    expect(filledIn(image!, { COMPOSE_PROJECT_NAME: 'shop' })).toBe(`shop-${name}`);
  }
});

test(".nvmrc, the images and the runbooks' commands have the same Node", () => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const major = read('.nvmrc').trim();
  const runbooks = readdirSync(join(root, 'docs/runbooks')).map((name) => read(`docs/runbooks/${name}`));
  const images = [read('docker-compose.yml'), read('infra/docker/service.Dockerfile'), ...runbooks].flatMap((text) => [
    ...(text.match(/\bnode:\d[\w.-]*/g) ?? []),
  ]);
  expect(images.length).toBeGreaterThan(3);
  expect([...new Set(images)]).toEqual([`node:${major}-bookworm-slim`]);
});

const sourceOf = (mount: Mount) => (typeof mount === 'string' ? mount.split(':')[0]! : mount.source);

/** The value with nothing, or only `set`, in the environment: it expands `${NAME:-default}` from the inside out. */
function filledIn(value: string, set: Record<string, string> = {}): string {
  const variable = /\$\{(\w+)(?::?-([^${}]*))?\}/g;
  const next = value.replace(variable, (_, name: string, fallback: string | undefined) => set[name] ?? fallback ?? '');
  return next === value ? value : filledIn(next, set);
}
