import { createHash } from 'node:crypto';
import { invalid, Refusal } from '@shop/http';
import type { ObjectStorage } from '@shop/storage';
import sharp from 'sharp';

const LONGEST_SIDE = 1280;
const MOST_PIXELS = 40_000_000;

/** The storage key of an image, made from its file's name. */
export const objectKey = (name: string) => `notifications/${name}`;

/**
 * Encodes an image without its metadata, and stores it by its hash.
 * @returns its address
 * @throws Refusal 400 or 415 with field `image`
 */
export async function saveImage(storage: ObjectStorage, image: Buffer): Promise<string> {
  if (!isImage(image))
    throw new Refusal('unsupported', 'unsupported', 'Only JPG, PNG, WebP or GIF images are allowed', { field: 'image' });
  const body = await sharp(image, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer()
    .catch(() => {
      throw invalid('image', `The image is damaged, or has more than ${MOST_PIXELS / 1e6} megapixels.`);
    });
  const name = `${createHash('sha256').update(body).digest('hex')}.webp`;
  await storage.put(objectKey(name), body, { size: body.length, contentType: 'image/webp' });
  return `/media/notifications/${name}`;
}

/** Whether these are the first bytes of an image of an allowed kind; the name of the file does not count. */
function isImage(bytes: Buffer): boolean {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to);
  return (
    text(0, 3) === '\xff\xd8\xff' ||
    text(0, 8) === '\x89PNG\r\n\x1a\n' ||
    /^GIF8[79]a$/.test(text(0, 6)) ||
    (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP')
  );
}
