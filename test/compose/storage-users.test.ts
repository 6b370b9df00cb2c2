import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';

type Policy = { Statement: { Effect: string; Action: string[]; Resource: string[] }[] };
type Mount = string | { target: string; source: string; volume?: { subpath: string } };
type Overlay = { services: Record<string, { volumes: Mount[]; depends_on: Record<string, { condition: string }> }> };

const root = join(__dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const STORING = ['catalog', 'sellers', 'notifications'];
const policyOf = (name: string) => JSON.parse(read(`infra/docker/storage-users/${name}.json`)) as Policy;

/** The services whose users may do it, by the policies: `*` matches anything. */
const mayDo = (action: string, resource: string) =>
  STORING.filter((name) =>
    policyOf(name).Statement.some(
      ({ Effect, Action, Resource }) =>
        Effect === 'Allow' &&
        Action.includes(action) &&
        Resource.some((pattern) =>
          new RegExp(`^${pattern.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('\\*', '.*')}$`).test(resource),
        ),
    ),
  );

/** The prefixes of the keys that a service stores, found in its source. */
const keysIn = (name: string) => {
  const files = readdirSync(join(root, 'services', name, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('migrations'),
  );
  const source = files.map((file) => read(join('services', name, 'src', file))).join('\n');
  const found = [...source.matchAll(/[`'"]((?:public|private|notifications)\/[\w/]*)(?:\$\{|[`'"])/g)].map(([, key]) => key!);
  return found.map((key) => (key.endsWith('/') ? key : `${key}/`));
};

test.each(STORING)('%s may read, write and remove what it keeps, and nobody else may', (name) => {
  const keys = [...new Set(keysIn(name))];
  expect(keys.length).toBeGreaterThan(0);
  for (const key of keys)
    for (const action of ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'])
      expect([key, action, mayDo(action, `arn:aws:s3:::shop/${key}x`)]).toEqual([key, action, [name]]);
});

test.each(STORING)('%s may also store what is above 64 MiB, which the client sends in parts', (name) => {
  const [key] = keysIn(name);
  for (const action of ['s3:AbortMultipartUpload', 's3:ListMultipartUploadParts'])
    expect([action, mayDo(action, `arn:aws:s3:::shop/${key}x`)]).toEqual([action, [name]]);
  // The client begins by looking for parts of an earlier upload in the bucket.
  for (const action of ['s3:GetBucketLocation', 's3:ListBucket', 's3:ListBucketMultipartUploads'])
    expect([action, mayDo(action, 'arn:aws:s3:::shop')]).toEqual([action, STORING]);
});

test('no user may change the bucket, its policies or any user', () => {
  for (const action of ['s3:DeleteBucket', 's3:PutBucketPolicy', 'admin:CreateUser', 's3:*', '*'])
    expect([action, mayDo(action, 'arn:aws:s3:::shop')]).toEqual([action, []]);
});

test('beside the composition each of them is mounted its own keys in place of the administrator’s', () => {
  const { services } = parse(read('infra/docker/storage-users.yml'), { merge: true }) as Overlay;
  const folder = mkdtempSync(join(tmpdir(), 'shop-storage-users-'));
  execFileSync(process.execPath, [join(root, 'infra/docker/make-secrets.mjs'), folder]);
  const text = (path: string) => readFileSync(join(folder, path), 'utf8');
  const administrator = text('for/minio/s3-secret-key');
  for (const name of STORING) {
    const [mount] = services[name]!.volumes as [Exclude<Mount, string>];
    expect(mount).toMatchObject({ source: 'secrets', target: '/run/shop', volume: { subpath: `with-storage-user/${name}` } });
    expect(services[name]!.depends_on).toEqual({ 'storage-users': { condition: 'service_completed_successfully' } });
    const [own, usual] = [readdirSync(join(folder, mount.volume!.subpath)), readdirSync(join(folder, 'for', name))];
    expect(own.sort()).toEqual(usual.sort());
    expect(text(`with-storage-user/${name}/s3-access-key`)).toBe(name);
    const values = own.map((file) => text(`with-storage-user/${name}/${file}`));
    expect(values).not.toContain(administrator);
    expect(text(`for/storage-users/s3-secret-key-${name}`)).toBe(text(`with-storage-user/${name}/s3-secret-key`));
  }
  rmSync(folder, { recursive: true, force: true });
  expect(existsSync(join(root, 'infra/docker/storage-users/make-users.sh'))).toBe(true);
});
