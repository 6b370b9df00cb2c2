import { adminActed } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';
import { conflict } from '@shop/http';
import type { EntityManager } from 'typeorm';
import { addedBy } from '../media/added-by';
import { ownerNamed } from '../stores/store.entity';
import { bumpList } from './list-version';
import { factsOf, formFactsOf } from './product-facts';
import { packagesOf, takePackage } from './product-package';
import { judgeRecording, type Overruling } from './judge-recording';
import { Product } from './product.entity';

/**
 * Puts a track on sale and announces it (docs/product/catalogue.md#the-product-form); the admin's act goes to the audit log.
 * Amounts are cents. A form that is sent again adds nothing.
 * @returns the track's id
 * @throws Refusal 400 with field `seller_id`, `package_id` or `project_link`, 409 `submission-published`, `added-already`,
 * `known-recording`, `preview-differs`
 */
export async function createProduct(
  tx: Tx,
  siteName: string,
  adminId: number,
  fresh: Product,
  overruling: Overruling = { reason: null, byOwner: false },
): Promise<number> {
  const { db, emit } = tx;
  const earlierProduct = await addedBy(db, Product, fresh, formFactsOf);
  if (earlierProduct) return earlierProduct.id;
  await refusePublishedTwice(db, fresh.submissionId);
  const owner = await ownerNamed(db, fresh.sellerId, siteName);
  await takePackage(db, fresh);
  const product = await db.save(fresh);
  await judgeRecording(tx, adminId, product, { former: null, overruling });
  const packageOf = await packagesOf(db, [product]);
  const { id, name } = product;
  await emit(
    product.published(owner, packageOf(product)),
    ...adminActed(adminId, 'product.created', { type: 'product', id, name }, { before: null, after: factsOf(product) }),
  );
  await bumpList(db, [id]);
  return id;
}

const SUBMISSIONS = 4_711_003;

/**
 * Lets a submission become only one track, because each track is sold once (docs/product/review.md#publication). Two forms that are
 * sent at the same time wait for each other here.
 * @throws Refusal 409 `submission-published` with field `submission_id` while its track is in the shop, held or sold
 */
async function refusePublishedTwice(db: EntityManager, submissionId: number | null): Promise<void> {
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
