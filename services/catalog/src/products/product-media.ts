import type { ProductFields } from '@shop/contracts/forms';
import { invalid } from '@shop/http';
import type { EntityManager } from 'typeorm';
import { saveDrawnCover, saveMedia, type MediaFiles, type MediaParts, type Sender } from '../media/save-media';
import { Product, type ProductMedia } from './product.entity';

/** Stores the media of a new track; without an image, a cover is drawn. @throws Refusal 400 or 415 with the field */
export async function newMedia(
  parts: MediaParts,
  fields: ProductFields,
  files: MediaFiles,
  sender: Sender,
): Promise<ProductMedia> {
  if (!files.audio) throw invalid('audio', 'Please choose an audio file.');
  const media = await saveMedia(parts, files, sender);
  const cover = files.img ? { coverDrawn: false } : await drawnCover(parts, fields);
  return { ...media, ...cover } as ProductMedia;
}

/**
 * Stores the media that an edit changes. A cover that the shop drew is drawn again, because the track's facts may have changed.
 * @throws Refusal 400 or 415 with the field
 */
export async function changedMedia(
  db: EntityManager,
  parts: MediaParts,
  id: number,
  fields: ProductFields,
  files: MediaFiles,
  sender: Sender,
): Promise<Partial<ProductMedia>> {
  const media = await saveMedia(parts, files, sender);
  if (files.img) return { ...media, coverDrawn: false };
  const isDrawn = await db.existsBy(Product, { id, coverDrawn: true });
  return isDrawn ? { ...media, ...(await drawnCover(parts, fields)) } : media;
}

export const redrawn = async (parts: MediaParts, media: Partial<ProductMedia>, fields: ProductFields) => ({
  ...media,
  ...(await drawnCover(parts, fields)),
});

const drawnCover = async (parts: MediaParts, fields: ProductFields) => ({
  ...(await saveDrawnCover(parts, fields)),
  coverDrawn: true,
});
