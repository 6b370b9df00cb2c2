import { coverSvg } from '@shop/documents/covers';
import sharp from 'sharp';
import type { LoopFacts } from '../sound/loop-facts';

/** The cover of a demo track as a PNG of 1200 × 1200 pixels; the same file for the same track. */
export const renderCover = ({
  style,
  ...facts
}: Pick<LoopFacts, 'name' | 'style' | 'bpm' | 'music_key' | 'key_mode'>): Promise<Buffer> =>
  sharp(Buffer.from(coverSvg({ ...facts, category: style })))
    .png({ compressionLevel: 7 })
    .toBuffer();
