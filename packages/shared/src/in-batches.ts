import { inTx, type Tx } from '@shop/messaging';
import type { DataSource } from 'typeorm';

const MOST = 500;

/**
 * Goes through a table by its ids, some hundred rows in one transaction, so that nobody waits long for them. `take` works on up to `most`
 * rows behind the id `after`, and answers the ids it took. → how many in all
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
