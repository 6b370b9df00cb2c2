import { MUSIC_KEYS } from '@shop/contracts/constants';
import sharp from 'sharp';
import { randomOf } from '../random';
import type { LoopFacts } from '../sound/loop-facts';
import { FIGURES, HEADLINE, lettering } from './lettering';
import { paletteOf } from './palettes';
import { HEIGHT, PATTERNS, WIDTH } from './patterns';

const SIZE = 1200;
const BASELINE = 1150;
const MARGIN = 48;

/** The cover of a track as SVG: a picture made of its tempo and key, over a strip with its name and numbers. */
export function coverSvg(track: Pick<LoopFacts, 'name' | 'style' | 'bpm' | 'music_key' | 'key_mode'>): string {
  const { name, style, bpm, music_key, key_mode } = track;
  const colours = paletteOf(music_key, key_mode);
  const picture = PATTERNS[style]({ bpm, key: MUSIC_KEYS.indexOf(music_key), colours, random: randomOf(`${name}/cover`) });
  const numbers = `${bpm} ${music_key}${key_mode === 'minor' ? 'm' : ''}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}">
    <rect width="${SIZE}" height="${SIZE}" fill="${colours.ground}"/>
    <svg width="${WIDTH}" height="${HEIGHT}">${picture}</svg>
    <rect y="${HEIGHT}" width="${SIZE}" height="${SIZE - HEIGHT}" fill="${colours.ground}"/>
    ${lettering(name, HEADLINE, 58, MARGIN, BASELINE, colours.ink, 820)}
    ${lettering(numbers, FIGURES, 46, SIZE - MARGIN, BASELINE, colours.ink, 260, 'end')}
  </svg>`;
}

/** The cover as a PNG of 1200 × 1200 pixels; the same file for the same track. */
export const renderCover = (track: Parameters<typeof coverSvg>[0]): Promise<Buffer> =>
  sharp(Buffer.from(coverSvg(track)))
    .png({ compressionLevel: 7 })
    .toBuffer();
