import { coverSvg } from '@shop/documents/covers';
import sharp from 'sharp';
import type { LoopFacts } from '../sound/loop-facts';

/** Renders the cover of a demo track as a PNG of 1200 × 1200 pixels. The same track always gives the same file. */
export const renderCover = ({
  style,
  ...facts
}: Pick<LoopFacts, 'name' | 'style' | 'bpm' | 'music_key' | 'key_mode'>): Promise<Buffer> =>
  sharp(Buffer.from(coverSvg({ ...facts, category: style })))
    .png({ compressionLevel: 7 })
    .toBuffer();
