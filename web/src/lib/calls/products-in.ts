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
function productIn(entry: unknown): ProductView | undefined {
  const product = entry as ProductView | null;
  if (!Number.isSafeInteger(product?.id) || typeof product?.name !== 'string' || !Number.isFinite(product.price)) {
    reportOnce('A track came without its number, name or price and is left out', entry);
    return undefined;
  }
  const wrong = FIELDS.filter(([field, plain, kind]) => {
    const value = (product as Record<string, unknown>)[field];
    return value !== plain && typeof value !== kind;
  });
  if (wrong.length === 0) return product;
  reportOnce(`A track came with wrong values (${wrong.map(([field]) => field).join(', ')})`, entry);
  return { ...product, ...Object.fromEntries(wrong.map(([field, plain]) => [field, plain])) };
}

/** For calls whose answer goes through `productsIn`, which must see malformed entries: a list of only null is no empty shop. */
export const readAsProducts = { asItCame: true };

/** The usable tracks of an answer; null when it is no list, or has only unusable entries. */
export function productsIn(answer: unknown): ProductView[] | null {
  if (!Array.isArray(answer)) return null;
  const products = answer.flatMap((entry) => productIn(entry) ?? []);
  return answer.length > 0 && products.length === 0 ? null : products;
}

export function productsOrThrow(answer: unknown): ProductView[] {
  const products = productsIn(answer);
  if (!products) throw new Error('Invalid response format');
  return products;
}
