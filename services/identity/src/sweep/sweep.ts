import type { DataSource } from 'typeorm';
import { forgetOldEmailChanges } from '../credentials/pending-change';
import { forgetOldDataExports } from '../own-data/data-export';
import { forgetOldDevices } from '../sessions/devices';
import { forgetLapsedNames } from '../store-names/store-names';

/** Deletes ended rows: sessions and challenges, links, registrations with their store names, devices, files, failed logins. */
export async function sweep(source: DataSource, { adminIdleMinutes }: { adminIdleMinutes: number }): Promise<void> {
  await source.query('DELETE FROM sessions WHERE expires_at < now()');
  await source.query(
    `DELETE FROM sessions USING users WHERE users.id = sessions.user_id AND users.is_admin
       AND last_used_at < now() - make_interval(mins => $1)`,
    [adminIdleMinutes],
  );
  await source.query('DELETE FROM login_challenges WHERE expires_at < now()');
  await source.query('DELETE FROM password_resets WHERE expires_at < now()');
  await source.query('DELETE FROM pending_registrations WHERE lapses_at < now()');
  await forgetLapsedNames(source.manager);
  await forgetOldDevices(source.manager);
  await forgetOldEmailChanges(source.manager);
  await forgetOldDataExports(source.manager);
  await source.query(`DELETE FROM login_failures WHERE last_at < now() - interval '1 day'`);
}
