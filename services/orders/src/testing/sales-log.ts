import { forEachTest, openTestDatabase, type TestDatabase } from '@shop/runtime/testing';
import { schema } from '../database';
import { appendLeaves, type Signing } from '../sales-log/log';

export type TestLog = TestDatabase & {
  signing: Signing;
  append: (...leaves: string[]) => Promise<number>;
  close: () => Promise<void>;
};

export async function openTestLog(): Promise<TestLog> {
  const db = await openTestDatabase(schema);
  const signing: Signing = { publicUrl: 'https://shop.example', keys: [Buffer.alloc(32, 2)] };
  const append = (...leaves: string[]) => db.source.transaction((manager) => appendLeaves(manager, signing, leaves));
  return { ...db, signing, append, close: db.drop };
}

/** A sales log without a leaf for each test of the file. */
export const useLog = () => forEachTest(openTestLog);
