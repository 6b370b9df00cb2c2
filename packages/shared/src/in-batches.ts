import { inTx, type Tx } from '@shop/messaging';
import type { DataSource } from 'typeorm';

const MOST = 500;

/**
 * Processes a table in the order of its ids, 500 rows in one transaction, so that no other transaction waits long for them.
 * `take` handles up to `most` rows after the id `after`, and answers their ids.
 * @returns how many rows in all
 */
export async function inBatches(
  source: DataSource,
  take: (tx: Tx, after: number, most: number) => Promise<number[]>,
): Promise<number> {
  let [all, after] = [0, 0];
  for (;;) {
    const ids = await inTx(source, (tx) => take(tx, after, MOST));
    all += ids.length;
    if (ids.length < MOST) return all;
    after = Math.max(...ids);
  }
}
