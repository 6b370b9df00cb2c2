import type { ProductView } from '@shop/contracts/views';

/** The products, newest first. */
export const newest = (products: readonly ProductView[]) => [...products].sort((a, b) => b.id - a.id);

/** The hot tracks. When fewer than four are marked, the most played ones fill up. */
export function hottest(products: readonly ProductView[]): ProductView[] {
  const marked = newest(products).filter((product) => product.is_hot);
  const played = newest(products)
    .filter((product) => !product.is_hot)
    .sort((a, b) => b.play_count - a.play_count);
  return [...marked, ...played.slice(0, Math.max(0, 4 - marked.length))];
}
