import type { DataSource } from 'typeorm';

/** When the databases were last backed up, for the status page; null when nobody has said so. */
export async function lastBackup(source: DataSource): Promise<{ lastBackup: string | null }> {
  const [last] = await source.query<[{ at: Date | null }]>('SELECT max(finished_at) AS at FROM backups');
  return { lastBackup: last.at?.toISOString() ?? null };
}
