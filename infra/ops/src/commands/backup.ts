import { z } from 'zod';
import type { Invocation } from './command';
import { readArgs } from './read-args';

const ELSEWHERE = {
  backup:
    'This command works beside npm start. With compose, on the machine: infra/docker/backup-shop.sh <folder for the objects>. In a cluster: kubectl -n shop create job --from=cronjob/postgres-backup backup-$(date +%s). More: docs/runbooks/restore.md.',
  restore: 'This command works beside npm start. With compose and in a cluster the steps of docs/runbooks/restore.md do it.',
};
const Backup = z.strictObject({
  to: z.string('is missing: the folder that holds backups').min(1, 'is empty'),
  keep: z.coerce.number('must be a number of backups').int('must be a whole number').min(1, 'must be 1 at least').default(7),
});
const Restore = z.strictObject({
  from: z.string('is missing: the folder of one backup').min(1, 'is empty'),
  sure: z
    .boolean()
    .default(false)
    .refine((sure) => sure, 'is missing: what the shop has now is put aside'),
  'queues-empty': z.boolean().default(false),
});

/**
 * Copies databases and objects of a shop on this machine, running or stopped, and removes all backups but the newest `keep`
 * (docs/runbooks/restore.md#with-npm-start).
 */
export async function backup({ reach, args, say }: Invocation): Promise<number> {
  const { to, keep } = readArgs(Backup, args);
  if (!reach.backup) throw new Error(ELSEWHERE.backup);
  await reach.backup(to, keep, say);
  return 0;
}

/** Puts a backup in place of the data of a stopped shop. */
export async function restore({ reach, args, say }: Invocation): Promise<number> {
  const { from, 'queues-empty': queuesEmpty } = readArgs(Restore, args);
  if (!reach.restore) throw new Error(ELSEWHERE.restore);
  await reach.restore(from, queuesEmpty, say);
  return 0;
}
