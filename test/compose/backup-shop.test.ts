import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';

const root = join(__dirname, '../..');
let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'shop-backup-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** Runs the script with a docker that records its calls, and answers `answers` by the beginning of a call. */
function backUp(answers: Record<string, string>, args = [join(home, 'objects')]) {
  const cases = Object.entries(answers).map(([asked, does]) => `"${asked}"*) ${does} ;;`);
  writeFileSync(join(home, 'docker'), `#!/bin/sh\necho "$*" >> '${home}/asked'\ncase "$*" in\n${cases.join('\n')}\nesac\n`);
  chmodSync(join(home, 'docker'), 0o755);
  const env = { ...process.env, PATH: `${home}:${process.env.PATH}` };
  const { status, stdout, stderr } = spawnSync('sh', [join(root, 'infra/docker/backup-shop.sh'), ...args], {
    env,
    encoding: 'utf8',
  });
  const calls = existsSync(join(home, 'asked')) ? readFileSync(join(home, 'asked'), 'utf8').trim().split('\n') : [];
  return { status, stdout, stderr, asked: calls };
}
const RUNNING = {
  'compose ps --all --quiet postgres': 'echo pg',
  'compose ps --all --quiet minio': 'echo mn',
  'inspect --format {{.Image}} pg': 'echo sha256:1',
  'compose exec -T -u postgres postgres cat': `cat '${join(root, 'infra/k8s/overlays/small/backing/shop-backup.sh')}'`,
  'inspect --format {{range .Mounts}}': 'echo shop_secrets',
  'run --rm --network none --volume shop_secrets': `printf 'card-key\\ndone\\nfor/\\npostgres-password\\n'`,
};

/** The script's own command for copying the objects. */
const copying = () => /^copy='([^']+)'$/m.exec(readFileSync(join(root, 'infra/docker/backup-shop.sh'), 'utf8'))![1]!;

test('databases, then objects are copied, and secrets are named and not read', () => {
  const { status, stdout, asked } = backUp(RUNNING);
  expect(status).toBe(0);
  expect(asked.slice(4).join('\n')).toBe(
    [
      'compose exec -T -u postgres postgres shop-backup --without-note',
      `run --rm --network none --volumes-from mn:ro --volume ${home}/objects:/to --entrypoint sh sha256:1 -c ${copying()}`,
      `run --rm --network none --volume ${home}/objects:/to:ro --entrypoint du sha256:1 -sh /to`,
      'compose exec -T -u postgres postgres shop-backup --note',
      'inspect --format {{range .Mounts}}{{if eq .Destination "/run/shop"}}{{.Name}}{{end}}{{end}} pg',
      'run --rm --network none --volume shop_secrets:/run/shop:ro --entrypoint ls sha256:1 -p /run/shop',
    ].join('\n'),
  );
  expect(stdout).toMatch(/^ {2}card-key\n {2}postgres-password\n$/m);
});

test('incomplete copies of a full disk are made again, complete ones are not, and objects removed from the shop stay', () => {
  const [source, copy] = [join(home, 'source'), join(home, 'copy')];
  const put = (side: string, name: string, content: string, at: Date) => {
    mkdirSync(join(side, 'shop', name), { recursive: true });
    writeFileSync(join(side, 'shop', name, 'xl.meta'), content);
    utimesSync(join(side, 'shop', name, 'xl.meta'), at, at);
  };
  mkdirSync(join(source, '.minio.sys/tmp/of-an-upload'), { recursive: true });
  writeFileSync(join(source, '.minio.sys/format.json'), '{}');
  const [old, now] = [new Date('2026-01-31'), new Date()];
  for (const name of ['5f.webp', '60.webp', 'new.webp']) put(source, name, 'a'.repeat(100), old);
  put(copy, '5f.webp', 'a'.repeat(40), now);
  put(copy, '60.webp', 'b'.repeat(100), now);
  put(copy, 'removed.webp', 'c', now);

  const command = copying().replaceAll('/data', source).replaceAll('/to', copy);
  expect(spawnSync('sh', ['-c', command], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  const contentOf = (name: string) => readFileSync(join(copy, 'shop', name, 'xl.meta'), 'utf8');
  expect([contentOf('5f.webp'), contentOf('new.webp')]).toEqual(['a'.repeat(100), 'a'.repeat(100)]);
  expect([contentOf('60.webp'), contentOf('removed.webp')]).toEqual(['b'.repeat(100), 'c']);
  // MinIO adds and removes files there, and a missing file would end the copying.
  expect(readdirSync(join(copy, '.minio.sys'))).toEqual(['format.json']);
});

test('objects of a store that keeps no files of its own beside them are copied too', () => {
  const [source, copy] = [join(home, 'source'), join(home, 'copy')];
  mkdirSync(join(source, 'shop'), { recursive: true });
  mkdirSync(copy);
  writeFileSync(join(source, 'shop/60.webp'), 'a cover');
  const command = copying().replaceAll('/data', source).replaceAll('/to', copy);
  expect(spawnSync('sh', ['-c', command], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  expect([readdirSync(copy), readFileSync(join(copy, 'shop/60.webp'), 'utf8')]).toEqual([['shop'], 'a cover']);
});

test('no other user of the machine can read the copies, whatever rights the objects, and a folder from before, give them', () => {
  const [source, copy] = [join(home, 'source'), join(home, 'objects')];
  const folder = join(source, 'shop/private/passport.pdf');
  mkdirSync(folder, { recursive: true });
  mkdirSync(join(source, '.minio.sys/config'), { recursive: true });
  writeFileSync(join(folder, 'xl.meta'), 'a document');
  writeFileSync(join(source, '.minio.sys/config/iam.json'), 'keys');
  mkdirSync(copy);
  const parts = ['shop/private/passport.pdf/xl.meta', '.minio.sys/config/iam.json', 'shop/private', '.minio.sys', '.'];
  for (const part of parts) chmodSync(join(source, part), 0o777);
  chmodSync(copy, 0o777);

  const command = copying().replaceAll('/data', source).replaceAll('/to', copy);
  expect(spawnSync('sh', ['-c', command], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  const rights = parts.map((part) => (statSync(join(copy, part)).mode & 0o777).toString(8));
  expect(rights).toEqual(['600', '600', '700', '700', '700']);
});

test('the folder for the objects is made for its owner alone', () => {
  expect(backUp(RUNNING).status).toBe(0);
  expect((statSync(join(home, 'objects')).mode & 0o777).toString(8)).toBe('700');
});

test('beside a container that was made with an older script nothing is done but to say how it is made anew', () => {
  const { status, stderr, asked } = backUp({ ...RUNNING, 'compose exec -T -u postgres postgres cat': 'echo "pg_basebackup"' });
  expect([status, asked.length]).toEqual([1, 4]);
  const command = 'docker compose up --detach --wait --no-deps --force-recreate postgres minio';
  expect(stderr).toContain(`\n${command}\n`);
  expect(readFileSync(join(root, 'docs/runbooks/upgrade.md'), 'utf8')).toContain(`   ${command}\n`);
});

test('when the databases cannot be backed up, it says so and ends', () => {
  const { status, asked } = backUp({ ...RUNNING, 'compose exec -T -u postgres postgres shop-backup': 'exit 1' });
  expect([status, asked.at(-1)]).toEqual([1, 'compose exec -T -u postgres postgres shop-backup --without-note']);
  expect(backUp({ ...RUNNING, 'compose exec -T -u postgres postgres cat': 'exit 1' })).toMatchObject({ status: 1, stderr: '' });
});

test('a backup is there also where the names of the secrets cannot be read', () => {
  const { status, stderr, asked } = backUp({ ...RUNNING, 'run --rm --network none --volume shop_secrets': 'exit 125' });
  expect([status, stderr]).toEqual([0, expect.stringContaining('The backup itself is there.')]);
  expect(asked).toContain('compose exec -T -u postgres postgres shop-backup --note');
});

test('a backup without its objects is not noted, so that the alert says that there is none', () => {
  const { status, asked } = backUp({ ...RUNNING, 'run --rm --network none --volumes-from mn:ro': 'exit 1' });
  expect([status, asked.filter((line) => line.endsWith('--note'))]).toEqual([1, []]);
});

test('every five minutes only the objects that are new are copied, one copy at a time', () => {
  const objects = join(home, 'objects');
  const { status, stdout, asked } = backUp(RUNNING, ['--objects', objects]);
  expect([status, stdout]).toEqual([0, '']);
  expect(asked.filter((line) => !line.startsWith('compose ps') && !line.startsWith('inspect')).join('\n')).toBe(
    `run --rm --network none --volumes-from mn:ro --volume ${objects}:/to --entrypoint sh sha256:1 -c ${copying()}`,
  );
  expect(backUp({ ...RUNNING, 'run --rm': 'exit 1' }, ['--objects', objects]).status).toBe(1);
  const busy = spawnSync(
    'flock',
    [objects, 'sh', '-c', `: > '${home}/asked'; sh '${root}/infra/docker/backup-shop.sh' --objects '${objects}'`],
    {
      env: { ...process.env, PATH: `${home}:${process.env.PATH}` },
      encoding: 'utf8',
    },
  );
  expect([busy.status, readFileSync(join(home, 'asked'), 'utf8')]).toEqual([0, expect.not.stringContaining('run --rm')]);
});

test('a storage without the folder of MinIO’s own is copied like any other', () => {
  const [source, copy] = [join(home, 'source'), join(home, 'copy')];
  mkdirSync(join(source, 'shop/a.webp'), { recursive: true });
  writeFileSync(join(source, 'shop/a.webp/xl.meta'), 'a');
  mkdirSync(copy);
  const command = copying().replaceAll('/data', source).replaceAll('/to', copy);
  expect(spawnSync('sh', ['-c', command], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  expect(readdirSync(copy)).toEqual(['shop']);
});

test('without a folder, or beside no shop, nothing is done', () => {
  expect(backUp(RUNNING, [])).toMatchObject({ status: 2, asked: [] });
  const { status, stderr } = backUp({});
  expect([status, stderr]).toEqual([1, expect.stringContaining('There is no container of postgres here')]);
});

test('objects and secrets are where the composition has them', () => {
  const { services } = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true, maxAliasCount: -1 }) as {
    services: Record<string, { volumes: unknown[] }>;
  };
  expect(services.minio!.volumes).toContain('minio:/data');
  expect(services.secrets!.volumes).toContain('secrets:/run/shop');
});
