import { openTestDatabase, type TestDatabase } from '@shop/runtime/testing';
import { EntityManager, type MigrationInterface, type QueryRunner } from 'typeorm';
import { sealAll, sealHead, sealOnce, verifySeals, type Journal } from './seals';

class Diary1763900000000 implements MigrationInterface {
  name = 'Diary1763900000000';
  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE diary (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, said text, at timestamptz NOT NULL DEFAULT now());
      CREATE TABLE unsealed (journal text NOT NULL, row_id bigint NOT NULL, PRIMARY KEY (journal, row_id));
      CREATE TABLE seals (
        journal text NOT NULL, number int NOT NULL, row_ids bigint[] NOT NULL, hash text NOT NULL, sealed_at timestamptz NOT NULL,
        PRIMARY KEY (journal, number)
      );
      CREATE FUNCTION wait_for_seal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
      BEGIN
        INSERT INTO unsealed VALUES (TG_ARGV[0], NEW.id);
        RETURN NULL;
      END $$;
      CREATE TRIGGER is_sealed AFTER INSERT ON diary FOR EACH ROW EXECUTE FUNCTION wait_for_seal('diary');
    `);
  }
  async down() {}
}

const diary: Journal = { name: 'diary', table: 'diary', canonical: 'jsonb_build_array("row".id, "row".said, "row".at)' };

let db: TestDatabase;
beforeEach(async () => {
  db = await openTestDatabase({
    entities: [],
    migrations: [Diary1763900000000],
    rights: { diary: 'append', seals: 'append' },
  });
});
afterEach(() => db.drop());

const say = (...words: string[]) => db.source.query('INSERT INTO diary (said) SELECT unnest($1::text[])', [words]);
const verify = () => verifySeals(db.source, diary);

async function threeSeals() {
  for (const words of [['one', 'two'], ['three'], ['four', 'five']]) {
    await say(...words);
    await sealAll(db.source, diary);
  }
}

test('rows are chained as they come; whoever reads the chain again finds nothing', async () => {
  expect(await verify()).toEqual({ journal: 'diary', head: null, rows: 0, waiting: 0, findings: [] });
  await threeSeals();
  await say('six');
  const report = await verify();
  expect(report).toMatchObject({ rows: 5, waiting: 1, findings: [], head: { number: 3 } });
  expect(report.head).toEqual(await sealHead(db.source.manager, diary));
  expect(report.head!.hash).toMatch(/^[0-9a-f]{64}$/);
});

test('nothing about it hangs on the time zone of the session', async () => {
  await threeSeals();
  await db.asOwner(`ALTER DATABASE ${new URL(db.url).pathname.slice(1)} SET TimeZone = 'Asia/Kathmandu'`);
  await db.source.destroy();
  await db.source.initialize();
  expect((await verify()).findings).toEqual([]);
});

test('a row that commits after a later one is sealed later, and nobody who adds rows waits for the sealer', async () => {
  const slow = db.source.createQueryRunner();
  await slow.startTransaction();
  await slow.query(`INSERT INTO diary (said) VALUES ('began first')`);
  await say('began second');
  await sealAll(db.source, diary);
  expect(await verify()).toMatchObject({ rows: 1, findings: [] });
  await slow.commitTransaction();
  await slow.release();
  await sealAll(db.source, diary);
  expect(await verify()).toMatchObject({ rows: 2, waiting: 0, findings: [] });
  expect(await db.source.query('SELECT row_ids FROM seals ORDER BY number')).toEqual([{ row_ids: ['2'] }, { row_ids: ['1'] }]);
});

test('many replicas and writers at once make one chain with every row in it once', async () => {
  const work = Array.from({ length: 30 }, async (_, n) => {
    await say(`${n} a`, `${n} b`);
    await sealOnce(db.source, diary);
  });
  await Promise.all(work);
  await sealAll(db.source, diary);
  expect(await verify()).toMatchObject({ rows: 60, waiting: 0, findings: [] });
});

test.each([
  ['a changed row', `UPDATE diary SET said = 'never' WHERE id = 3`, ['Rows 3 to 3 are not what seal 2 was put on.']],
  ['a removed row', 'DELETE FROM diary WHERE id = 4', ['Row 4 of seal 3 was removed.']],
  [
    'a row put in past the sealer',
    `INSERT INTO diary (said) VALUES ('false'); DELETE FROM unsealed`,
    ['Row 6 was put in past the sealer.'],
  ],
  [
    'a removed seal',
    'DELETE FROM seals WHERE number = 2',
    ['Seal 2 is missing.', 'Rows 4 to 5 are not what seal 3 was put on.', 'Row 3 was put in past the sealer.'],
  ],
  [
    'a moved time of sealing',
    `UPDATE seals SET sealed_at = sealed_at - interval '1 day' WHERE number = 3`,
    ['Rows 4 to 5 are not what seal 3 was put on.'],
  ],
  [
    'a row and its seal made to fit',
    `UPDATE diary SET said = 'never' WHERE id = 1; UPDATE seals SET hash = repeat('0', 64) WHERE number = 1`,
    ['Rows 1 to 2 are not what seal 1 was put on.', 'Rows 3 to 3 are not what seal 2 was put on.'],
  ],
])('%s is found', async (_what, sql, findings) => {
  await threeSeals();
  await db.asOwner(sql);
  expect((await verify()).findings).toEqual(findings);
});

test('the end of a chain that is cut off shows against the head that was kept elsewhere', async () => {
  await threeSeals();
  const head = (await verify()).head;
  await db.asOwner('DELETE FROM seals WHERE number = 3; DELETE FROM diary WHERE id > 3');
  const report = await verify();
  expect(report.findings).toEqual([]);
  expect(report.head).not.toEqual(head);
});

test('a long chain is read in few statements, also where one seal is over many rows', async () => {
  await say(...Array.from({ length: 1500 }, (_, n) => `old ${n}`));
  await sealAll(db.source, diary);
  for (let n = 0; n < 60; n += 1) {
    await say(`${n} a`, `${n} b`);
    await sealAll(db.source, diary);
  }
  const query = jest.spyOn(EntityManager.prototype, 'query');
  expect(await verify()).toMatchObject({ rows: 1620, head: { number: 62 }, findings: [] });
  expect(query.mock.calls.length).toBeLessThan(10);
  query.mockRestore();
});

test('a destroyed history reports the first thousand findings', async () => {
  await say(...Array.from({ length: 1500 }, (_, n) => `old ${n}`));
  await sealAll(db.source, diary);
  await db.asOwner('DELETE FROM diary');
  const { findings, rows } = await verify();
  expect([findings.length, findings[0], rows]).toEqual([1000, 'Row 1 of seal 1 was removed.', 1500]);
});

test('the service itself can take back no seal', async () => {
  await threeSeals();
  for (const sql of ['DELETE FROM seals', `UPDATE seals SET hash = ''`])
    await expect(db.source.query(sql)).rejects.toThrow('permission denied for table seals');
});
