import type { ProductView } from '@shop/contracts/views';
import { useState } from 'react';

/**
 * Tracks of a form, at their present prices, that stay as they were shown when they leave the shop, until they are taken off the
 * list: nothing changes under the hands of somebody who pays. → them, and which of them are no longer for sale.
 */
export function useShownTracks(ids: readonly number[], products: readonly ProductView[], gone: readonly number[]) {
  const [kept, setKept] = useState(products);
  const shown = ids.flatMap((id) => products.find((one) => one.id === id) ?? kept.find((one) => one.id === id) ?? []);
  if (shown.length !== kept.length || shown.some((one, at) => one !== kept[at])) setKept(shown);
  return { shown, lost: shown.filter(({ id }) => gone.includes(id)) };
}
