import { MUSIC_KEYS } from '@shop/contracts/constants';
import type { ProductView } from '@shop/contracts/views';

type Mixable = Pick<ProductView, 'id' | 'bpm' | 'music_key' | 'key_mode'>;

/** The largest difference of two tempos, as a share. A DJ can bridge it with the pitch fader without anybody hearing it. */
const TEMPO_TOLERANCE = 0.05;
const HALF_AND_DOUBLE = [1, 2, 0.5];
const FIFTH = 7;
const OCTAVE = 12;
const C = 3; // pitch class of C in MUSIC_KEYS, the start of the wheel's major side: 8B is C, 8A is A

const pitchOf = (key: string) => (MUSIC_KEYS as readonly string[]).indexOf(key);
const up = (pitch: number, semitones: number) => (pitch + semitones + OCTAVE) % OCTAVE;

/** The place on the Camelot wheel, such as `8A`; null when key or mode is not stated. */
export function camelot({ music_key, key_mode }: Pick<Mixable, 'music_key' | 'key_mode'>): string | null {
  const pitch = pitchOf(music_key);
  if (pitch < 0 || (key_mode !== 'major' && key_mode !== 'minor')) return null;
  const fifthsFromEight = (up(pitch, key_mode === 'major' ? -C : 0) * FIFTH) % OCTAVE;
  return `${((7 + fifthsFromEight) % OCTAVE) + 1}${key_mode === 'major' ? 'B' : 'A'}`;
}

/**
 * Whether two keys sound well together. On the Camelot wheel these are the same place, its two neighbours and the other mode; when one
 * mode is unknown, the same key and a fifth up or down (docs/product/catalogue.md#mixing).
 */
export function keysMix(one: Mixable, other: Mixable): boolean {
  const [a, b] = [camelot(one), camelot(other)];
  if (a === null || b === null) {
    const [from, to] = [pitchOf(one.music_key), pitchOf(other.music_key)];
    return from >= 0 && to >= 0 && [from, up(from, FIFTH), up(from, -FIFTH)].includes(to);
  }
  const apart = Math.abs(parseInt(a) - parseInt(b));
  const sameMode = a.at(-1) === b.at(-1);
  return apart === 0 || (sameMode && (apart === 1 || apart === 11));
}

/** Whether one tempo can be brought to the other, or to its half or double. */
export function temposMix(one: number | null, other: number | null): boolean {
  if (!one || !other) return false;
  return HALF_AND_DOUBLE.some((times) => {
    const ratio = (one * times) / other;
    return Math.max(ratio, 1 / ratio) <= 1 + TEMPO_TOLERANCE;
  });
}

/** Whether a DJ can mix one track into the other. A track does not mix with itself. */
export const mixesWith = (one: Mixable, other: Mixable) =>
  one.id !== other.id && temposMix(one.bpm, other.bpm) && keysMix(one, other);

type Likable = Mixable & Pick<ProductView, 'category' | 'store_name'>;
/** The facts of a track for finding similar ones. Only a few are known of a sold track. */
export type Model = Pick<ProductView, 'id' | 'store_name'> & Partial<ProductView>;

/** How similar two tracks are. The genre weighs more than everything else together. */
const likeness = (model: Model, other: Likable) =>
  (model.category === other.category ? 6 : 0) +
  (temposMix(model.bpm ?? null, other.bpm) ? 2 : 0) +
  (model.music_key !== undefined && keysMix({ key_mode: null, bpm: null, music_key: '', ...model }, other) ? 2 : 0) +
  (model.store_name === other.store_name ? 1 : 0);

/** The tracks most similar to one: genre first, then tempo and key, then the store. Newer tracks come before equal older ones. */
export const similarTo = (model: Model, products: readonly ProductView[], most: number): ProductView[] =>
  products
    .filter(({ id }) => id !== model.id)
    .map((product) => ({ product, score: likeness(model, product) }))
    .sort((a, b) => b.score - a.score || b.product.id - a.product.id)
    .slice(0, most)
    .map(({ product }) => product);
