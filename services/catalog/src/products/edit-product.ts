import { adminActed } from '@shop/contracts/events';
import { ProductFields } from '@shop/contracts/forms';
import { coverSvg } from '@shop/documents/covers';
import { invalid, notFound, unavailable } from '@shop/http';
import { inTx, locked, type Tx } from '@shop/messaging';
import type { DataSource, EntityManager } from 'typeorm';
import type { MediaParts } from '../media/save-media';
import { ownerNamed } from '../stores/store.entity';
import { bumpList } from './list-version';
import { auditedChange } from './product-facts';
import { redrawn } from './product-media';
import { judgeRecording } from './judge-recording';
import { packagesOf, takePackage } from './product-package';
import { Product, type ProductMedia } from './product.entity';

/**
 * Completes the form of an edit: fields that were not sent have their stored values. It is called before the files are judged, so
 * that a track that may not be changed is refused early. @throws Refusal 404, 409 `sold`, `held`, `removed`, or 400 with the field
 */
export async function editedFields(db: EntityManager, id: number, changes: unknown): Promise<ProductFields> {
  const product = await db.findOneBy(Product, { id });
  if (!product) throw notFound('product');
  product.refuseUnlessFree();
  if (typeof changes !== 'object' || changes === null || Array.isArray(changes))
    throw invalid('fields', 'fields must be an object');
  return formWith(product, changes);
}

/** The form of a track with the sent fields in it. @throws ZodError */
export const formWith = (product: Product, changes: unknown) =>
  ProductFields.parse({ ...formOf(product), ...(changes as object) });

/** The sent fields, the media to change, the fields that a drawn cover among them shows, and whether an owner of the shop edits. */
type ProductEdit = { sent: unknown; media: Partial<ProductMedia>; drawnFor: ProductFields; byOwner?: boolean };

/** If the track has changed since its cover was drawn, nothing is edited: the caller draws it for `drawFor` and tries again. */
type EditOutcome = { edited: true } | { edited: false; drawFor: ProductFields };

/**
 * Changes a track that nobody holds and nobody has bought (docs/product/catalogue.md#the-product-form). Fields and media that are
 * not given stay as they are now: while the files were judged, another admin may have changed them.
 * @throws Refusal 404, 409 `sold`, `held`, `removed`, `known-recording`, `preview-differs`, or 400 with field `seller_id`, `package_id` or
 * `project_link`
 */
export async function editProduct(
  tx: Tx,
  siteName: string,
  adminId: number,
  id: number,
  { sent, media, drawnFor, byOwner = false }: ProductEdit,
): Promise<EditOutcome> {
  const { db, emit } = tx;
  const { seller_id: sellerId } = await editedFields(db, id, sent);
  let owner = await ownerNamed(db, sellerId, siteName);
  const product = await locked(db, Product, { id });
  if (!product) throw notFound('product');
  const fields = formWith(product, sent);
  if (fields.seller_id !== sellerId) owner = await ownerNamed(db, fields.seller_id, siteName);
  const current = withoutLateCover(media, product);
  if (current.coverDrawn && coverSvg(fields) !== coverSvg(drawnFor)) return { edited: false, drawFor: fields };
  const before = db.create(Product, product);
  product.edit(fields, current);
  await takePackage(db, product, before.packageId);
  const packageOf = await packagesOf(db, [product]);
  const event = product.changed(owner, packageOf(product));
  await db.save(product);
  const overruling = { reason: fields.recording_reason, byOwner };
  await judgeRecording(tx, adminId, product, { former: before.packageId, overruling });
  const { name } = before;
  await emit(event, ...adminActed(adminId, 'product.changed', { type: 'product', id, name }, auditedChange(before, product)));
  await bumpList(db, [id]);
  return { edited: true };
}

/** How often an edit is tried when other edits make the cover that was drawn for it out of date. */
const MOST_TRIES = 5;

/**
 * Edits a track as `editProduct` does, and draws its cover again as long as other edits make the drawn one out of date.
 * @throws Refusal like `editProduct`, 503 when the cover of every try is out of date
 */
export async function editWithFreshCover(
  parts: MediaParts & { source: DataSource; siteName: string },
  adminId: number,
  id: number,
  requestedEdit: ProductEdit,
): Promise<void> {
  let edit = requestedEdit;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const outcome = await inTx(parts.source, (tx) => editProduct(tx, parts.siteName, adminId, id, edit));
    if (outcome.edited) return;
    const { drawFor } = outcome;
    edit = { ...edit, media: await redrawn(parts, edit.media, drawFor), drawnFor: drawFor };
  }
  throw unavailable('This track is being changed by others right now. Please try again in a moment.');
}

/** Drops a drawn cover if the track has got a picture meanwhile. */
const withoutLateCover = ({ img, coverDrawn, ...sound }: Partial<ProductMedia>, product: Product): Partial<ProductMedia> =>
  coverDrawn && !product.coverDrawn ? sound : { ...sound, ...(img !== undefined && { img, coverDrawn }) };

/** A track in the fields of its form; prices in dollars. */
const formOf = (product: Product) => ({
  name: product.name,
  category: product.category,
  price: (product.priceCents / 100).toFixed(2),
  old_price: product.oldPriceCents === null ? null : (product.oldPriceCents / 100).toFixed(2),
  music_key: product.musicKey,
  key_mode: product.keyMode,
  type: product.type,
  bpm: product.bpm,
  package_id: product.packageId,
  download_link: product.downloadLink,
  project_name: product.projectName,
  project_link: product.projectLink,
  is_hot: product.isHot,
  exclusive_vocal: product.exclusiveVocal,
  origins: product.soundOrigins,
  seller_id: product.sellerId,
});
