import { MUSIC_KEYS, type Genre, type MusicKey } from '@shop/contracts/constants';
import { FIGURES, HEADLINE, lettering } from './lettering';
import { paletteOf } from './palettes';
import { HEIGHT, PATTERNS, WIDTH } from './patterns';

/** A stream of numbers in [0, 1) that is the same for the same words (mulberry32 over FNV-1a). */
export function randomOf(words: string): () => number {
  let state = 0x811c9dc5;
  for (let at = 0; at < words.length; at += 1) state = Math.imul(state ^ words.charCodeAt(at), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296;
  };
}

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
