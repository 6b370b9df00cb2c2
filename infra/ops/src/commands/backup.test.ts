import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reach } from './command';
import { runCommand } from './commands';

const root = join(__dirname, '../../../..');
/** A shop whose parts run as containers: their data are not on this machine. */
const reach: Reach = {
  withDatabases: () => Promise.reject(new Error('not asked for')),
  doors: () => Promise.reject(new Error('not asked for')),
};
const ask = (...args: string[]) => runCommand(args, { reach, say: () => undefined });

test('where Postgres runs in a container, the command says what backs it up, by names that are there', async () => {
  await expect(ask('backup', '--to', '/mnt')).rejects.toThrow(
    'infra/docker/backup-shop.sh <folder for the objects>. In a cluster: kubectl -n shop create job --from=cronjob/postgres-backup backup-$(date +%s).',
  );
  expect(readFileSync(join(root, 'infra/docker/backup-shop.sh'), 'utf8')).toContain('postgres shop-backup --without-note\n');
  expect(readFileSync(join(root, 'docker-compose.yml'), 'utf8')).toContain('shop-backup.sh:/usr/local/bin/shop-backup:ro');
  expect(readFileSync(join(root, 'infra/k8s/rendered/small.yaml'), 'utf8')).toContain('  name: postgres-backup\n');
  await expect(ask('restore', '--from', '/mnt/one', '--sure')).rejects.toThrow('docs/runbooks/restore.md');
});

test('a restore is told whether the queues of a RabbitMQ are empty', async () => {
  const choices: boolean[] = [];
  const here = { ...reach, restore: (_from: string, queuesEmpty: boolean) => Promise.resolve(choices.push(queuesEmpty)) };
  const ask = (...args: string[]) =>
    runCommand(['restore', '--from', '/mnt/one', '--sure', ...args], { reach: here, say: () => undefined });
  await ask();
  await ask('--queues-empty');
  expect(choices).toEqual([false, true]);
});

test('beside npm start seven backups are kept, or as many as asked for', async () => {
  const counts: number[] = [];
  const here = { ...reach, backup: (_to: string, keep: number) => Promise.resolve(counts.push(keep)) };
  const ask = (...args: string[]) => runCommand(['backup', '--to', '/mnt', ...args], { reach: here, say: () => undefined });
  await ask();
  await ask('--keep', '30');
  expect(counts).toEqual([7, 30]);
  await expect(ask('--keep', '0')).rejects.toThrow('--keep: must be 1 at least');
});
