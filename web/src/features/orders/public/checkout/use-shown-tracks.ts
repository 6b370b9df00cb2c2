import type { ProductView } from '@shop/contracts/views';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { usePayment } from './use-payment';

/**
 * The tracks of a form at their present prices. A track that leaves the shop stays as it was shown until the buyer takes it off
 * the list, so that nothing changes during a payment.
 * @returns the tracks, and those that are no longer for sale
 */
export function useShownTracks(ids: readonly number[], products: readonly ProductView[], gone: readonly number[]) {
  const [kept, setKept] = useState(products);
  const shown = ids.flatMap((id) => products.find((one) => one.id === id) ?? kept.find((one) => one.id === id) ?? []);
  if (shown.length !== kept.length || shown.some((one, at) => one !== kept[at])) setKept(shown);
  return { shown, lost: shown.filter(({ id }) => gone.includes(id)) };
}

/** Tells the buyer once about each track of the form that is no longer for sale. */
export function useToldOfLost(
  lost: readonly ProductView[],
  { stage, notice, setNotice }: Pick<ReturnType<typeof usePayment>, 'stage' | 'notice' | 'setNotice'>,
) {
  const told = useRef(new Set<number>());
  const tell = useEffectEvent(() => {
    const news = lost.filter(({ id }) => !told.current.has(id));
    // During a payment, the buyer is most likely the one who buys these tracks.
    if (news.length === 0 || stage.at !== 'form' || notice) return;
    for (const { id } of news) told.current.add(id);
    setNotice({ conflict: { items: news.map(({ id, name }) => ({ id, name, code: 'removed' })), totals: null } });
  });
  useEffect(() => tell(), [lost.length, stage.at]);
}
