import type { ProductView } from '@shop/contracts/views';
import { useState } from 'react';

/**
 * The tracks of a form at their present prices. A track that leaves the shop stays as it was shown until the buyer takes it off the list,
 * so that nothing changes while somebody pays.
 * → the tracks, and which of them are no longer for sale.
 */
export function useShownTracks(ids: readonly number[], products: readonly ProductView[], gone: readonly number[]) {
  const [kept, setKept] = useState(products);
  const shown = ids.flatMap((id) => products.find((one) => one.id === id) ?? kept.find((one) => one.id === id) ?? []);
  if (shown.length !== kept.length || shown.some((one, at) => one !== kept[at])) setKept(shown);
  return { shown, lost: shown.filter(({ id }) => gone.includes(id)) };
}
