import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { MigrationInterface } from 'typeorm';

type Migration = new () => MigrationInterface;

const NAMED = /^\d{13}-.+(?<!\.d)\.[jt]s$/;

/**
 * The migrations of a folder, one class per file `<13 digits>-<what>`. A compiled file without its source is left out, because it
 * belongs to another branch. @throws Error that names the file that does not export exactly one migration.
 */
export function migrationsIn(folder: string): Migration[] {
  const sources = sourcesOf(folder);
  return readdirSync(folder)
    .filter((file) => NAMED.test(file) && (sources.length === 0 || sources.includes(file.replace(/js$/, 'ts'))))
    .sort()
    .map((file) => onlyMigration(join(folder, file)));
}

/** The names of the files that a folder was compiled from; an image has no sources. */
function sourcesOf(folder: string): string[] {
  const sources = folder.replace(/(.*[\\/])dist(?=[\\/])/, '$1src');
  return existsSync(sources) ? readdirSync(sources) : [];
}

function onlyMigration(path: string): Migration {
  // oxlint-disable-next-line typescript/no-require-imports -- the files of a folder have no names that an import could say
  const values = Object.values(require(path) as Record<string, unknown>);
  const [migration] = values;
  if (values.length !== 1 || !isMigration(migration)) throw new Error(`${path} must export one migration and nothing else`);
  return migration;
}

const isMigration = (value: unknown): value is Migration =>
  typeof value === 'function' && typeof (value.prototype as MigrationInterface | undefined)?.up === 'function';
