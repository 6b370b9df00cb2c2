import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_LIMITS, SESSION_DAYS } from '@shop/contracts/constants';
import { parse } from 'yaml';
import { PACE } from '../../gateway/src/guard/pace';

const root = join(__dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
/** The product of the numbers that a pattern finds in a file. */
const numberIn = (file: string, pattern: RegExp) =>
  pattern
    .exec(read(file))!
    .slice(1)
    .reduce((product, text) => product * Number(text.replaceAll('_', '')), 1);

/** The slowest line on which a package arrives (docs/product/packages.md#sending-files), in bytes per second, and the time it takes. */
const LINE = 4_000_000 / 8;
const HOURS = PACKAGE_LIMITS.bytes / LINE / 3600;
const MINUTE = 60;

const uploader = 'web/src/features/packages/public/uploader.ts';
const chunk = numberIn(uploader, /const CHUNK = (\d+) \* 1024 \*\* 2;/) * 1024 ** 2;
const atOnce = numberIn(uploader, /const AT_ONCE = (\d+);/);
/** How many seconds a piece takes while others are sent beside it. */
const pieceSeconds = (chunk * atOnce) / LINE;

test('a package of the largest size takes six hours', () => expect(HOURS).toBeCloseTo(6, 1));

test('a piece is through long before a server gives its request up, or an admin counts as away', () => {
  const requestSeconds = numberIn('packages/http/src/listen.ts', /const UPLOAD_MS = ([\d_]+);/) / 1000;
  expect(requestSeconds).toBeGreaterThan(3 * pieceSeconds);
  expect(numberIn('services/identity/src/config.ts', /ADMIN_IDLE_MINUTES[^]*?default\((\d+)\)/) * MINUTE).toBeGreaterThan(
    3 * pieceSeconds,
  );
});

test('neither the guard of the pace nor that of floods takes the sender for an attacker', () => {
  expect(LINE / atOnce).toBeGreaterThan(100 * PACE.bytesPerSecond);
  const perTenSeconds = numberIn('gateway/src/guard/flood.ts', /points: (\d+), seconds: 10 /);
  // The question for the offset before each piece counts too.
  expect(((2 * LINE) / chunk) * 10).toBeLessThan(perTenSeconds / 100);
});

test('the session, its token, the upload and the address of a download last longer than the package takes', () => {
  expect(SESSION_DAYS * 24).toBeGreaterThan(2 * HOURS);
  expect(numberIn('services/identity/src/sessions/sessions.ts', /const BEARER_HOURS = (\d+);/)).toBeGreaterThan(2 * HOURS);
  expect(PACKAGE_LIMITS.uploadHours).toBeGreaterThan(2 * HOURS);
  const addressSeconds = numberIn('services/orders/src/orders/links.ts', /sizeBytes > GB \? (\d+) \* (\d+) :/);
  expect(addressSeconds / 3600).toBeGreaterThanOrEqual(HOURS);
});

test('the servers in front wait as long as the gateway does for the next byte, and take a piece of any size as it comes', () => {
  const pause = numberIn('gateway/src/upstream/proxy.ts', /const PAUSE_MS = ([\d_]+);/) / 1000;
  const haproxy = (name: string) => numberIn('infra/docker/haproxy.cfg', new RegExp(`timeout ${name} (\\d+)s`));
  for (const name of ['client', 'server']) expect(haproxy(name)).toBeGreaterThan(pause);
  // With it the 20 seconds of a request's headers would be those of the whole body.
  expect(read('infra/docker/haproxy.cfg')).not.toContain('option http-buffer-request');
  const ingress = parse(read('infra/k8s/base/gateway/ingress.yaml')) as { metadata: { annotations: Record<string, string> } };
  const nginx = (name: string) => ingress.metadata.annotations[`nginx.ingress.kubernetes.io/${name}`];
  expect([nginx('proxy-body-size'), nginx('proxy-request-buffering')]).toEqual(['0', 'off']);
  for (const name of ['proxy-read-timeout', 'proxy-send-timeout']) expect(Number(nginx(name))).toBeGreaterThan(pause);
});

test('the object store takes as many parts as the package has, and keeps them as long as an upload may rest', () => {
  const part = numberIn('packages/storage/src/storage-minio.ts', /const PART_BYTES = (\d+) \* (\d+) \* (\d+);/);
  expect(PACKAGE_LIMITS.bytes / part).toBeLessThan(10_000);
  // By an upload's beginning, not by its last part.
  const least = HOURS + PACKAGE_LIMITS.uploadHours;
  expect(numberIn('docker-compose.yml', /MINIO_API_STALE_UPLOADS_EXPIRY: (\d+)h/)).toBeGreaterThan(least);
  for (const file of ['infra/k8s/overlays/small/backing/minio.yaml', 'infra/k8s/rendered/small.yaml'])
    expect(numberIn(file, /MINIO_API_STALE_UPLOADS_EXPIRY\s*,?\s*value: (\d+)h/)).toBeGreaterThan(least);
});
