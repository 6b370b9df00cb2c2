import { MIX_PERCENT, MUSIC_KEYS } from '../constants';
import type { ProductView } from '../views';

type KeyFields = { music_key: string | null; key_mode?: string | null };
type Mixable = KeyFields & Pick<ProductView, 'id' | 'bpm'>;

const HALF_AND_DOUBLE = [1, 2, 0.5];
const FIFTH = 7;
const OCTAVE = 12;
const C = 3; // The pitch class of C in MUSIC_KEYS, where the wheel's major side begins: 8B is C, 8A is A.

const pitchOf = (key: string | null) => (MUSIC_KEYS as readonly (string | null)[]).indexOf(key);
const up = (pitch: number, semitones: number) => (pitch + semitones + OCTAVE) % OCTAVE;

/** The place on the Camelot wheel, such as `8A`; null when key or mode is not stated. */
export function camelot({ music_key, key_mode }: KeyFields): string | null {
  const pitch = pitchOf(music_key);
  if (pitch < 0 || (key_mode !== 'major' && key_mode !== 'minor')) return null;
  const fifthsFromEight = (up(pitch, key_mode === 'major' ? -C : 0) * FIFTH) % OCTAVE;
  return `${((7 + fifthsFromEight) % OCTAVE) + 1}${key_mode === 'major' ? 'B' : 'A'}`;
}

/** The key as DJs read it, with its place on the Camelot wheel: `G#m · 1A`; without a mode the key alone, and '' without a key. */
export function keyText({ music_key, key_mode }: KeyFields): string {
  if (!music_key) return '';
  const place = camelot({ music_key, key_mode });
  return place === null ? music_key : `${music_key}${key_mode === 'minor' ? 'm' : ''} · ${place}`;
}

/** The key in spoken words: `G sharp minor`, or `key unknown`. */
export const keyInWords = ({ music_key, key_mode }: KeyFields): string =>
  music_key ? [music_key.replace('#', ' sharp'), key_mode].filter(Boolean).join(' ') : 'key unknown';

/**
 * Whether two keys sound well together. On the Camelot wheel these are the same place, its two neighbours and the other mode; when one
 * mode is unknown, the same key and a fifth up or down (docs/product/catalogue.md#mixing).
 */
export function keysMix(first: KeyFields, second: KeyFields): boolean {
  const [a, b] = [camelot(first), camelot(second)];
  if (a === null || b === null) {
    const [from, to] = [pitchOf(first.music_key), pitchOf(second.music_key)];
    return from >= 0 && to >= 0 && [from, up(from, FIFTH), up(from, -FIFTH)].includes(to);
  }
  const distance = Math.abs(parseInt(a) - parseInt(b));
  const sameMode = a.at(-1) === b.at(-1);
  return distance === 0 || (sameMode && (distance === 1 || distance === 11));
}

/** Whether one tempo can be brought to the other, or to its half or double, by at most this many percent. */
export function temposMix(a: number | null, b: number | null, percent: number = MIX_PERCENT.usual): boolean {
  if (!a || !b) return false;
  return HALF_AND_DOUBLE.some((times) => {
    const ratio = (a * times) / b;
    return Math.max(ratio, 1 / ratio) <= 1 + percent / 100;
  });
}

/** Whether a DJ can mix one track into the other. A track does not mix with itself. */
export const mixesWith = (a: Mixable, b: Mixable, percent?: number) =>
  a.id !== b.id && temposMix(a.bpm, b.bpm, percent) && keysMix(a, b);
