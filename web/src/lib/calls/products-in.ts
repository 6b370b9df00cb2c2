import type { ProductView } from '@shop/contracts/views';
import { reportOnce } from '../report-once';

/** The values for fields that are missing or have another type. */
const PLAIN: Omit<ProductView, 'id' | 'name' | 'price'> = {
  category: '',
  old_price: null,
  img: '',
  audio: '',
  peaks: '',
  wave: '',
  duration: 0,
  bpm: null,
  music_key: '',
  key_mode: null,
  type: '',
  project_name: null,
  exclusive_vocal: false,
  is_hot: false,
  store_name: '',
  play_count: 0,
  created_at: '',
};
const NUMBERS: object = { old_price: 0, bpm: 0 };
const FIELDS = Object.entries(PLAIN).map(
  ([field, plain]) => [field, plain, plain === null ? (field in NUMBERS ? 'number' : 'string') : typeof plain] as const,
);

/** A track that can be shown and bought, with plain values in place of wrong ones; undefined without an id, name or price. */
function productIn(one: unknown): ProductView | undefined {
  const found = one as ProductView | null;
  if (!Number.isSafeInteger(found?.id) || typeof found?.name !== 'string' || !Number.isFinite(found.price)) {
    reportOnce('A track came without its number, name or price and is left out', one);
    return undefined;
  }
  const wrong = FIELDS.filter(([field, plain, kind]) => {
    const value = (found as Record<string, unknown>)[field];
    return value !== plain && typeof value !== kind;
  });
  if (wrong.length === 0) return found;
  reportOnce(`A track came with wrong values (${wrong.map(([field]) => field).join(', ')})`, one);
  return { ...found, ...Object.fromEntries(wrong.map(([field, plain]) => [field, plain])) };
}

/** For calls whose answer goes through `productsIn`, which must see malformed entries: a list of only null is no empty shop. */
export const readAsProducts = { asItCame: true };

/** The usable tracks of an answer; null when it is no list, or has only unusable entries. */
export function productsIn(answer: unknown): ProductView[] | null {
  if (!Array.isArray(answer)) return null;
  const found = answer.flatMap((one) => productIn(one) ?? []);
  return answer.length > 0 && found.length === 0 ? null : found;
}

export function productsOrThrow(answer: unknown): ProductView[] {
  const found = productsIn(answer);
  if (!found) throw new Error('Invalid response format');
  return found;
}
