import assert from 'node:assert/strict';
import { COVER_WIDTHS } from '@shop/contracts/covers';
import { invalid, Refusal } from '@shop/http';
import sharp from 'sharp';

const MEGAPIXELS = 40;
/** This effort takes half the time of the default one, and the files are hardly larger. */
const WEBP = { quality: 75, effort: 2 };

export type RenderedImage = { base: Buffer; sizes: { size: number; body: Buffer }[] };

/**
 * Draws a picture as a square WebP without metadata in each of `COVER_WIDTHS`; the largest size is also the base
 * (docs/product/catalogue.md#media). It enlarges nothing and keeps only the first frame of a moving picture. `picture` is a path or
 * the bytes. @throws Refusal 400 with the field, when the picture is too large or cannot be decoded
 */
export async function renderImage(field: string, picture: string | Buffer): Promise<RenderedImage> {
  try {
    const source = sharp(picture, { limitInputPixels: MEGAPIXELS * 1_000_000, failOn: 'error' });
    const { width, height } = await source.metadata();
    if (width * height > MEGAPIXELS * 1_000_000) throw tooManyPixels(field);
    const side = Math.min(width, height, 1280);
    const { data, info } = await source
      .autoOrient()
      .resize(side, side, { fit: 'cover' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    const inSize = (size: number) => sharp(data, { raw }).resize(Math.min(size, side)).webp(WEBP).toBuffer();
    const sizes = await Promise.all(COVER_WIDTHS.map(async (size) => ({ size, body: await inSize(size) })));
    const largest = sizes.at(-1);
    assert(largest, 'a cover has widths');
    return { base: largest.body, sizes };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (error instanceof Error && error.message.includes('pixel limit')) throw tooManyPixels(field);
    throw invalid(field, 'The image is damaged or cannot be read.');
  }
}

/** Draws a cover as JPEG, in its own size, for previews on other sites. The same cover gives the same bytes. */
export const renderPreview = (cover: Buffer): Promise<Buffer> => sharp(cover).jpeg({ quality: 82 }).toBuffer();

const tooManyPixels = (field: string) => invalid(field, `The image must have at most ${MEGAPIXELS} megapixels.`);
