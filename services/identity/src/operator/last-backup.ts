import type { DataSource } from 'typeorm';

/** The time of the last backup of the databases, for the status page; null when none is known. */
export async function lastBackup(source: DataSource): Promise<{ lastBackup: string | null }> {
  const [last] = await source.query<[{ at: Date | null }]>('SELECT max(finished_at) AS at FROM backups');
  return { lastBackup: last.at?.toISOString() ?? null };
}
