import { adminActed } from '@shop/contracts/events';
import { deliver, openTestDatabase, type TestDatabase } from '@shop/kit/testing';
import { schema } from '../database';
import { subscriptions } from '../subscriptions';

let db: TestDatabase;
beforeEach(async () => {
  db = await openTestDatabase(schema);
});
afterEach(() => db.drop());

const entries = () => db.source.query<Record<string, unknown>[]>('SELECT * FROM audit_entries ORDER BY id');
const [priceCut] = adminActed(
  7,
  'product.changed',
  { type: 'product', id: 3, name: 'Night Drive' },
  { before: { price: 399, bpm: 124 }, after: { price: 349, bpm: 124 } },
);

test('what an administrator did is recorded once, however often it is told', async () => {
  await deliver(db.source, subscriptions, priceCut!, 2);
  expect(await entries()).toEqual([
    {
      id: 1,
      admin_id: 7,
      action: 'product.changed',
      subject_type: 'product',
      subject_id: 3,
      subject_name: 'Night Drive',
      before: { price: 399 },
      after: { price: 349 },
      at: new Date(priceCut!.data.at),
    },
  ]);
});

test.each(["UPDATE audit_entries SET action = 'x'", 'DELETE FROM audit_entries', 'TRUNCATE audit_entries'])(
  'an entry stays as it is: %s is refused',
  async (statement) => {
    await deliver(db.source, subscriptions, priceCut!);
    await expect(db.source.query(statement)).rejects.toThrow('only added to');
    expect(await entries()).toHaveLength(1);
  },
);
