import type { ProductFields } from '@shop/contracts/forms';
import { invalid } from '@shop/http';
import type { EntityManager } from 'typeorm';
import { saveDrawnCover, saveMedia, type MediaFiles, type MediaParts } from '../media/save-media';
import type { Progress } from '../media/upload-progress';
import { Product, type ProductMedia } from './product.entity';

/** The media of a new track; without an image its cover is drawn. @throws Refusal 400 or 415 with the field */
export async function newMedia(
  parts: MediaParts,
  fields: ProductFields,
  files: MediaFiles,
  progress: Progress,
): Promise<ProductMedia> {
  if (!files.audio) throw invalid('audio', 'Please choose an audio file.');
  const saved = await saveMedia(parts, files, progress);
  const cover = files.img ? { coverDrawn: false } : await drawnCover(parts, fields);
  return { ...saved, ...cover } as ProductMedia;
}

/** What an edit changes of a track's media; a cover that was drawn is drawn again, as the facts may be others. */
export async function changedMedia(
  db: EntityManager,
  parts: MediaParts,
  id: number,
  fields: ProductFields,
  files: MediaFiles,
  progress: Progress,
): Promise<Partial<ProductMedia>> {
  const saved = await saveMedia(parts, files, progress);
  if (files.img) return { ...saved, coverDrawn: false };
  const isDrawn = await db.existsBy(Product, { id, coverDrawn: true });
  return isDrawn ? { ...saved, ...(await drawnCover(parts, fields)) } : saved;
}

const drawnCover = async (parts: MediaParts, fields: ProductFields) => ({
  ...(await saveDrawnCover(parts, fields)),
  coverDrawn: true,
});
