import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const root = join(__dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

type Service = {
  image: string;
  ports: string[] | null;
  networks: string[] | { front: { ipv4_address: string } };
  environment: Record<string, string>;
  healthcheck: { test: string[] };
  depends_on: object;
};
type Overlay = {
  services: { gateway: Service; balancer: Service };
  networks: { front: { ipam: { config: { subnet: string; ip_range: string }[] } } };
};

// `!reset` is compose's own tag.
const overlay = parse(read('infra/docker/replicas.yml'), { logLevel: 'silent' }) as Overlay;
const { gateway, balancer } = overlay.services;
const settings = read('infra/docker/haproxy.cfg');
const seconds = (name: string) => Number(new RegExp(`timeout ${name} (\\d+)s`).exec(settings)![1]);
const isIn = (file: string, pattern: RegExp) => Number(pattern.exec(read(file))![1]!.replaceAll('_', ''));

test('the balancer has the door in the place of the gateway', () => {
  expect(read('infra/docker/replicas.yml')).toContain('    ports: !reset []\n');
  expect(gateway.networks).toEqual(['front']);
  expect(balancer.ports).toEqual(['${PUBLISH:-127.0.0.1}:${PORT:-8080}:3000']);
  expect(balancer.depends_on).toEqual({ gateway: { condition: 'service_healthy' } });
  expect(balancer.image).toMatch(/^\$\{HAPROXY_IMAGE:-haproxy:[\d.]+-alpine\}$/);
});

test('a gateway believes the balancer alone about the address of a visitor, and no replica can be given that address', () => {
  const { front } = balancer.networks as { front: { ipv4_address: string } };
  expect(gateway.environment.TRUST_PROXY).toBe(`${front.ipv4_address}\${TRUST_PROXY:+,}\${TRUST_PROXY:-}`);
  expect(front.ipv4_address).toMatch(/\}\.10$/);
  const [{ subnet, ip_range }] = overlay.networks.front.ipam.config as [{ subnet: string; ip_range: string }];
  expect([subnet, ip_range].map((text) => text.replace(/^.*\}/, ''))).toEqual(['.0/24', '.128/25']);
  expect(settings).toMatch(/^ {2}option forwardfor$/m);
});

test('the balancer asks where a gateway says that it drains', () => {
  expect(settings).toMatch(/option httpchk GET \/readyz\n {2}default-server check port 9090 /);
  expect(settings).toMatch(/server-template gateway \d+ gateway:3000 resolvers docker /);
});

test('the balancer is more patient than the gateway, which knows what an upload or a stream may take', () => {
  const pause = isIn('gateway/src/upstream/proxy.ts', /const PAUSE_MS = ([\d_]+);/) / 1000;
  for (const name of ['client', 'server']) expect(seconds(name)).toBeGreaterThan(pause);
  // The balancer never keeps a connection that the gateway is about to close.
  expect(seconds('http-keep-alive')).toBeLessThan(isIn('packages/http/src/listen.ts', /keepAliveTimeout: ([\d_]+)/) / 1000);
});

test('with TLS the balancer has a second door, a folder of certificates that it only reads, and sends everybody there', () => {
  const { services } = parse(read('infra/docker/tls.yml')) as { services: { balancer: Service & { volumes: string[] } } };
  const { environment, ports, volumes } = services.balancer;
  expect(environment.TLS).toBe('1');
  expect(ports).toEqual(['${PUBLISH:-127.0.0.1}:${TLS_PORT:-8443}:3443']);
  expect(volumes).toEqual([expect.stringMatching(/:\/certificates:ro$/)]);
  const [, withTls] = /^\.if defined\(TLS\)\n([^]*?)^\.endif$/m.exec(settings)!;
  expect(withTls).toContain('bind :3443 ssl crt /certificates/');
  expect(withTls).toContain('redirect prefix "${PUBLIC_URL}" code 308 unless { ssl_fc }');
});
