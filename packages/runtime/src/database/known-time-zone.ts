import type { DataSource } from 'typeorm';
import { UnusableConfig } from '../config';

type Ask = (query: string, values: unknown[]) => Promise<unknown>;

/** Postgres' code for a value that it does not take, such as a time zone that is not on its list. */
const NOT_TAKEN = '22023';

/**
 * Asks a database whether it knows a time zone: it has a list of its own, often without old names such as US/Eastern.
 * @returns the problem, in a sentence, or nothing
 */
export async function faultsOfTimeZone(ask: Ask, name: string): Promise<string[]> {
  try {
    await ask('SELECT now() AT TIME ZONE $1', [name]);
    return [];
  } catch (error) {
    if ((error as { code?: string }).code !== NOT_TAKEN) throw error;
    return [
      `SITE_TIME_ZONE: the database does not know the time zone ${name}. Write its name of today (America/New_York for US/Eastern, Asia/Kolkata for Asia/Calcutta), or give the database the old names (on Debian the package tzdata-legacy).`,
    ];
  }
}

/** Closes the database again and refuses to start when it does not know the configured time zone. @throws UnusableConfig */
export async function refuseUnknownTimeZone(source: DataSource, name: string): Promise<void> {
  const faults = await faultsOfTimeZone((query, values) => source.query(query, values), name);
  if (faults.length === 0) return;
  await source.destroy();
  throw new UnusableConfig(faults);
}
