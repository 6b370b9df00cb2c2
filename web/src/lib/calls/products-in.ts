import type { ProductView } from '@shop/contracts/views';
import { reportOnce } from '../report-once';

/** A track that can be named and bought; undefined otherwise. Where another field is wrong, the boundary of its row stands in. */
function productIn(entry: unknown): ProductView | undefined {
  const product = entry as ProductView | null;
  if (Number.isSafeInteger(product?.id) && typeof product?.name === 'string' && Number.isFinite(product.price)) return product;
  reportOnce('A track came without its number, name or price and is left out', entry);
  return undefined;
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
