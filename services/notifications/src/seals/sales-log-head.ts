import type { DataOf, OrderCaptured, PaymentsReconciled } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { note, text, type Block } from '../mails/blocks';
import { queueMail } from '../mails/queue-mail';

type Head = { size: number; root: string };
type ReadHead = Head & { readAt: Date };

/** A head is read within so long after its event has begun, and the clocks of replicas differ by less. */
const READ_WITHIN_MS = 10 * 60_000;

/**
 * Compares each head of the sales log that sales and nightly reports state with the largest one stated before, and mails the operator
 * when the log went back, as after the restore of an older backup (docs/product/sales-log.md#when-the-log-went-back).
 */
export const salesLogReactions = (operator: string) => ({
  checkHeadWhenOrderCaptured: (tx: Tx, { log }: DataOf<typeof OrderCaptured>) => checkHead(tx, log, operator),
  checkHeadWhenPaymentsReconciled: (tx: Tx, { log }: DataOf<typeof PaymentsReconciled>) => checkHead(tx, log, operator),
});

async function checkHead(tx: Tx, head: Head | null, operator: string): Promise<void> {
  if (!head || !tx.cause) return;
  const read = { ...head, readAt: new Date(tx.cause.occurredAt) };
  await tx.db.query(
    `INSERT INTO sales_log_head (sole, size, root, read_at) VALUES (true, $1, $2, $3)
     ON CONFLICT (sole) DO UPDATE SET size = excluded.size, root = excluded.root, read_at = excluded.read_at
     WHERE sales_log_head.size < excluded.size`,
    [read.size, read.root, read.readAt],
  );
  const largest = await largestHead(tx.db);
  if (!largest || continues(read, largest)) return;
  await queueMail(tx, {
    kind: 'sales-log-went-back',
    about: `${largest.size} ${largest.root}`,
    recipient: operator,
    subject: 'The sales log went back',
    blocks: [
      text('The sales log has lost entries that were public, as after the restore of an older backup.'),
      {
        kind: 'rows',
        rows: [
          { label: 'Stated before', value: formatHead(largest) },
          { label: 'Now', value: formatHead(read) },
        ],
      },
      text(
        'Please stop selling, and restore newer data: without --until, or from the archive of changes. Each further sale signs other entries for the same places, which nobody can take back.',
      ),
      note(
        'What to do, step by step: docs/product/sales-log.md, "When the log went back". `npm run ops -- verify` reads the log again.',
      ),
    ],
  });
}

/** What the nightly report says of the log. `head` is null in the reports of an older release. */
export async function salesLogBlocks(db: EntityManager, head: Head | null): Promise<Block[]> {
  if (!head) return [];
  const largest = await largestHead(db);
  const headNote = note(`The sales log: ${formatHead(head)}`);
  if (!largest || isSameOrLarger(head, largest)) return [headNote];
  return [
    headNote,
    text(`The sales log went back: ${formatHead(largest)} was stated before. Please stop selling and look at it.`),
  ];
}

const largestHead = async (db: EntityManager): Promise<ReadHead | undefined> =>
  (await db.query<ReadHead[]>('SELECT size, root, read_at AS "readAt" FROM sales_log_head'))[0];

const isSameOrLarger = (head: Head, largest: Head) =>
  head.size > largest.size || (head.size === largest.size && head.root === largest.root);

/** An event that arrives late may state a smaller head, which was read earlier. */
const continues = (head: ReadHead, largest: ReadHead) =>
  isSameOrLarger(head, largest) ||
  (head.size < largest.size && head.readAt.getTime() < largest.readAt.getTime() + READ_WITHIN_MS);

const formatHead = ({ size, root }: Head) => `size ${size}, root ${root}`;
