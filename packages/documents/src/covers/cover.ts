import { MUSIC_KEYS, type Genre, type MusicKey } from '@shop/contracts/constants';
import { FIGURES, HEADLINE, lettering } from './lettering';
import { paletteOf } from './palettes';
import { HEIGHT, PATTERNS, WIDTH } from './patterns';
import { randomOf } from './random';

export type CoverFacts = { name: string; category: Genre; bpm: number | null; music_key: MusicKey; key_mode: string | null };

const SIZE = 1200;
const BASELINE = 1150;
const MARGIN = 48;
/** The tempos that pictures are made for, in beats per minute; a track without a tempo gets the common one. */
const TEMPO = { least: 60, most: 220, common: 124 };

/**
 * Draws the cover of a track as SVG: a picture made from its genre, tempo and key, above a strip with its name and numbers. The same
 * facts give the same cover.
 */
export function coverSvg({ name, category, bpm, music_key, key_mode }: CoverFacts): string {
  const colours = paletteOf(music_key, key_mode === 'major' ? 'major' : 'minor');
  const tempo = Math.min(Math.max(bpm || TEMPO.common, TEMPO.least), TEMPO.most);
  const key = MUSIC_KEYS.indexOf(music_key);
  const picture = PATTERNS[category]({ bpm: tempo, key, colours, random: randomOf(`${name}/cover`) });
  const numbers = `${bpm ? `${bpm} ` : ''}${music_key}${key_mode === 'minor' ? 'm' : ''}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}">
    <rect width="${SIZE}" height="${SIZE}" fill="${colours.ground}"/>
    <svg width="${WIDTH}" height="${HEIGHT}">${picture}</svg>
    <rect y="${HEIGHT}" width="${SIZE}" height="${SIZE - HEIGHT}" fill="${colours.ground}"/>
    ${lettering(name, HEADLINE, 58, MARGIN, BASELINE, colours.ink, 820)}
    ${lettering(numbers, FIGURES, 46, SIZE - MARGIN, BASELINE, colours.ink, 260, 'end')}
  </svg>`;
}
