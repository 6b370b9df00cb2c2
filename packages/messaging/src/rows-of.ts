import type { EntityManager, EntityMetadata, EntityTarget, FindOptionsWhere, ObjectLiteral } from 'typeorm';

/**
 * Loads entities like `find`, by plain SQL: for the busiest paths, where building a query costs more than running it. `clauses`
 * follows the FROM, and columns have their database names.
 * @example await rowsOf(db, Note, 'WHERE user_id = $1 ORDER BY id FOR UPDATE', [7])
 */
export async function rowsOf<Row extends ObjectLiteral>(
  db: EntityManager,
  entity: EntityTarget<Row>,
  clauses: string,
  values: unknown[],
): Promise<Row[]> {
  const metadata = db.dataSource.getMetadata(entity);
  const rows = await db.query<Record<string, unknown>[]>(`${selectOf(metadata)} ${clauses}`, values);
  return rows.map((row) => {
    const instance = metadata.create() as Row;
    for (const column of metadata.columns)
      column.setEntityValue(instance, db.dataSource.driver.prepareHydratedValue(row[column.databaseName], column) as unknown);
    return instance;
  });
}

/**
 * Loads a row in order to change it. A second transaction waits and then sees the first one's work.
 * @returns null without such a row
 */
export async function locked<Row extends ObjectLiteral>(
  db: EntityManager,
  entity: EntityTarget<Row>,
  where: FindOptionsWhere<Row>,
): Promise<Row | null> {
  const metadata = db.dataSource.getMetadata(entity);
  const conditions = Object.entries(where).map(([name, value]) => ({
    column: metadata.findColumnWithPropertyName(name),
    value: value as unknown,
  }));
  const isPlain = conditions.every(({ column, value }) => column && (typeof value === 'number' || typeof value === 'string'));
  if (!isPlain) return db.findOne(entity, { where, lock: { mode: 'pessimistic_write' } });
  const condition = conditions.map(({ column }, at) => `"${column?.databaseName}" = $${at + 1}`).join(' AND ');
  const [row] = await rowsOf(
    db,
    entity,
    `WHERE ${condition} LIMIT 1 FOR UPDATE`,
    conditions.map(({ value }) => value),
  );
  return row ?? null;
}

const selects = new WeakMap<EntityMetadata, string>();

function selectOf(metadata: EntityMetadata): string {
  const cachedSelect = selects.get(metadata);
  if (cachedSelect) return cachedSelect;
  const columns = metadata.columns.map(({ databaseName }) => `"${databaseName}"`).join(', ');
  const select = `SELECT ${columns} FROM "${metadata.tableName}"`;
  selects.set(metadata, select);
  return select;
}
