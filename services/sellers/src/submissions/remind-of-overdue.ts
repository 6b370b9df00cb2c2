import { inTx } from '@shop/messaging';
import type { DataSource } from 'typeorm';
import { Seller } from '../stores/seller.entity';
import { withOwner } from '../user-copies/user-copies';
import { Submission } from './submission.entity';

const AT_ONCE = 50;

/**
 * Tells the operator of submissions whose promised time has passed, once for each promise, with several replicas too
 * (docs/product/review.md#promised-times).
 * @returns how many
 */
export const remindOfOverdue = (source: DataSource, now = new Date()): Promise<number> =>
  inTx(source, async ({ db, emit }) => {
    const overdue = await db
      .createQueryBuilder(Submission, 'submission')
      .where('submission.dueAt < :now AND submission.remindedDueAt IS DISTINCT FROM submission.dueAt', { now })
      .orderBy('submission.dueAt')
      .take(AT_ONCE)
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .getMany();
    for (const submission of overdue) {
      const store = await db.findOneByOrFail(Seller, { id: submission.sellerId });
      if (store.deletedAt === null) await emit(submission.overdue(await withOwner(db, store)));
      else submission.remindedDueAt = submission.dueAt;
    }
    await db.save(overdue);
    return overdue.length;
  });
