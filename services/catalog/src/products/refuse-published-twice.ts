import { conflict } from '@shop/http';
import type { EntityManager } from 'typeorm';

const SUBMISSIONS = 4_711_003;

/**
 * Lets a submission become only one track, because each track is sold once (docs/product/review.md#publication). Two forms that are
 * sent at the same time wait for each other here.
 * @throws Refusal 409 `submission-published` with field `submission_id` while its track is in the shop, held or sold
 */
export async function refusePublishedTwice(db: EntityManager, submissionId: number | null): Promise<void> {
  if (submissionId === null) return;
  await db.query('SELECT pg_advisory_xact_lock($1, $2)', [SUBMISSIONS, submissionId]);
  const [track] = await db.query<{ id: number; name: string }[]>(
    `SELECT id, name FROM products WHERE submission_id = $1 AND NOT (removed AND claim = 'free')`,
    [submissionId],
  );
  if (track)
    throw conflict('submission-published', `This submission is already published as "${track.name}".`, {
      field: 'submission_id',
      details: { productId: track.id },
    });
}
