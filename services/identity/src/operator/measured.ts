import type { MeasuredRows } from '@shop/runtime';
import type { DataSource } from 'typeorm';

/**
 * Whether the archive of Postgres' changes has failed since it last took a file, or has not yet taken a file that is complete. A
 * file has `wal_segment_size` bytes; its name is the timeline, then the upper and lower half of the position where the file begins.
 */
const ARCHIVE = `
  SELECT *, coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) AS fails,
         CASE WHEN last_archived_wal ~ '^[0-9A-F]{24}$' THEN
           pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') >= ('x' || substr(last_archived_wal, 9, 8))::bit(32)::bigint * 4294967296
             + (('x' || substr(last_archived_wal, 17, 8))::bit(32)::bigint + 2) * pg_size_bytes(current_setting('wal_segment_size'))
         ELSE false END AS waits
  FROM pg_stat_archiver`;

export const measuredRows: MeasuredRows[] = [
  {
    name: 'sessions',
    help: 'Sessions that have not ended',
    query: 'SELECT count(*) AS value FROM sessions WHERE expires_at > now()',
  },
  {
    name: 'invariant_violations',
    help: 'Rows that broke an invariant when it was last checked (npm run ops -- check)',
    labels: ['invariant'],
    query: 'SELECT invariant, violations AS value FROM invariant_checks',
  },
  {
    name: 'invariants_checked_timestamp_seconds',
    help: 'When the invariant whose check is the oldest was last checked; 0: never',
    query: 'SELECT coalesce(extract(epoch FROM min(checked_at)), 0) AS value FROM invariant_checks',
  },
  {
    name: 'backup_last_timestamp_seconds',
    help: 'When the databases were last backed up, which says nothing of objects in a bucket; 0: never',
    query: 'SELECT coalesce(extract(epoch FROM max(finished_at)), 0) AS value FROM backups',
  },
  {
    name: 'archive_behind_seconds',
    help: 'Since when Postgres has archived nothing although a change waits for it; 0: all is archived, or nothing is to be',
    query: `SELECT CASE WHEN current_setting('archive_mode') <> 'off' AND (fails OR waits)
                   THEN extract(epoch FROM now() - coalesce(last_archived_time, stats_reset)) ELSE 0 END AS value
            FROM (${ARCHIVE}) AS archive`,
  },
];

/** The time of the last backup of the databases, for the status page; null when none is known. */
export async function lastBackup(source: DataSource): Promise<{ lastBackup: string | null }> {
  const [last] = await source.query<[{ at: Date | null }]>('SELECT max(finished_at) AS at FROM backups');
  return { lastBackup: last.at?.toISOString() ?? null };
}
