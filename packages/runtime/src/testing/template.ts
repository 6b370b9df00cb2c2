import { createHash } from 'node:crypto';
import { Client } from 'pg';
import type { MigrationInterface } from 'typeorm';
import { baseMigrations, type Schema } from '../database/database';

/** One lock for all templates. A test that finds it taken waits until the template exists. */
const TEMPLATE_LOCK = 762_342;

/**
 * The name of a migrated database that tests copy, because copying is much faster than migrating; `make(name)` creates a missing
 * one. The name contains a hash of the migrations, so that a server that keeps its data never uses an outdated template.
 * @param server the address of the server, with an account that may create databases
 */
export async function templateOf(server: string, schema: Schema, make: (name: string) => Promise<void>): Promise<string> {
  const statements = [...baseMigrations, ...schema.migrations].map(
    (Migration) => `${Migration.name} ${String((Migration.prototype as MigrationInterface).up)}`,
  );
  const hash = createHash('sha256').update(JSON.stringify([statements, schema.rights ?? {}]));
  const name = `template_${hash.digest('hex').slice(0, 24)}`;
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rows } = await client.query('SELECT datistemplate AS whole FROM pg_database WHERE datname = $1', [name]);
    const [found] = rows as { whole: boolean }[];
    if (found?.whole) return name;
    if (found) await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await make(name);
    await client.query(`ALTER DATABASE ${name} IS_TEMPLATE true`);
    return name;
  } finally {
    await client.end();
  }
}
