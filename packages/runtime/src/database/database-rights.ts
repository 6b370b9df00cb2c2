import type { DataSource } from 'typeorm';

/** `append`: the service may read and add rows, but not change or remove them. `read`: only the owner's triggers write. */
export type Rights = Record<string, 'append' | 'read'>;

/**
 * Grants a service's role exactly what it needs: rows of all tables, no DDL, and no changes where `rights` forbids them. The owner
 * runs it after each migration, in one transaction, so that no right is ever too wide. Safe to repeat.
 */
export async function grantRights(owner: DataSource, role: string, rights: Rights): Promise<void> {
  const narrow = { migrations: 'read', ...rights } as Rights;
  await owner.transaction(async (db) => {
    const [names] = await db.query<[{ role: string; owns: boolean; database: string }]>(
      `SELECT quote_ident($1) AS role, current_user = $1 AS owns, quote_ident(current_database()) AS database`,
      [role],
    );
    if (names.owns) return;
    const tables = await db.query<{ name: string; quoted: string }[]>(
      `SELECT c.relname AS name, quote_ident(c.relname) AS quoted FROM pg_class c
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v') ORDER BY 1`,
    );
    const may = (name: string) => {
      const right = narrow[name];
      return right ? { append: 'SELECT, INSERT', read: 'SELECT' }[right] : 'SELECT, INSERT, UPDATE, DELETE';
    };
    const missing = Object.keys(narrow).filter((name) => !tables.some((table) => table.name === name));
    if (missing.length > 0) throw new Error(`There is no table ${missing.join(', ')} to guard`);
    const to = names.role;
    await db.query(
      [
        `REVOKE CREATE ON SCHEMA public FROM PUBLIC, ${to}`,
        `GRANT USAGE ON SCHEMA public TO ${to}`,
        `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${to}`,
        ...tables.map(({ name, quoted }) => `REVOKE ALL ON ${quoted} FROM ${to}; GRANT ${may(name)} ON ${quoted} TO ${to}`),
        // The last release's replicas go on working while the next one migrates.
        `ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT ON TABLES TO ${to}`,
        `ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO ${to}`,
      ].join(';\n'),
    );
  });
}
