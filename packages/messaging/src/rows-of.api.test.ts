import { openTestDatabase, type TestDatabase } from '@shop/runtime/testing';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { locked, rowsOf } from './rows-of';

@Entity('concerts')
class Concert {
  @PrimaryColumn('int') id!: number;
  @Column('text', { name: 'held_in', nullable: true }) heldIn!: string | null;
  @Column('date') day!: string;
  @Column('timestamptz', { name: 'begins_at' }) beginsAt!: Date;
  @Column('jsonb') songs!: string[];
  @Column('bigint') seats!: string;
  @Column('boolean') open!: boolean;
  get isSmall() {
    return Number(this.seats) < 100;
  }
}

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase({ entities: [Concert], migrations: [] });
  await database.asOwner(
    `CREATE TABLE concerts (id int PRIMARY KEY, held_in text, day date, begins_at timestamptz, songs jsonb, seats bigint, open boolean);
     INSERT INTO concerts VALUES (1, 'Oslo', '2026-11-23', '2026-11-23T20:00:00Z', '["a", "b"]', 80, true),
       (2, NULL, '2026-11-24', '2026-11-24T20:00:00.5Z', '[]', 9000000000, false);
     GRANT SELECT, UPDATE ON concerts TO test_service`,
  );
});
afterAll(() => database.drop());

test('plain SQL loads what find loads', async () => {
  const { manager } = database.source;
  const loaded = await rowsOf(manager, Concert, 'WHERE id = ANY($1) ORDER BY id', [[1, 2, 3]]);
  expect(loaded).toEqual(await manager.find(Concert, { order: { id: 'ASC' } }));
  expect(loaded.map((row) => row.isSmall)).toEqual([true, false]);
});

test('a row that was locked can be changed and saved; there is none for what nobody knows', async () => {
  await database.source.transaction(async (db) => {
    const concert = await locked(db, Concert, { id: 1, heldIn: 'Oslo' });
    const [lock] = await db.query<{ mode: string }[]>(
      `SELECT mode FROM pg_locks WHERE relation = 'concerts'::regclass AND mode = 'RowShareLock' AND pid = pg_backend_pid()`,
    );
    expect(lock).toBeDefined();
    concert!.heldIn = 'Bergen';
    await db.save(concert!);
    expect(await locked(db, Concert, { id: 1, heldIn: 'Oslo' })).toBeNull();
  });
  expect(await database.source.manager.findOneBy(Concert, { id: 1 })).toMatchObject({ heldIn: 'Bergen', songs: ['a', 'b'] });
});
