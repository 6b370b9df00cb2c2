import type { ProductView } from '@shop/contracts/views';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { usePayment } from './use-payment';

/**
 * The tracks of a form at their present prices. A track that leaves the shop stays as it was shown until the buyer takes it off
 * the list, so that nothing changes during a payment.
 * @returns the tracks, and those that are no longer for sale
 */
export function useShownTracks(ids: readonly number[], products: readonly ProductView[], goneIds: readonly number[]) {
  const [lastTracks, setLastTracks] = useState(products);
  const shownTracks = ids.flatMap(
    (id) => products.find((track) => track.id === id) ?? lastTracks.find((track) => track.id === id) ?? [],
  );
  if (shownTracks.length !== lastTracks.length || shownTracks.some((track, at) => track !== lastTracks[at]))
    setLastTracks(shownTracks);
  return { shown: shownTracks, lost: shownTracks.filter(({ id }) => goneIds.includes(id)) };
}

/** Tells the buyer once about each track of the form that is no longer for sale. */
export function useToldOfLost(
  lostTracks: readonly ProductView[],
  { stage, notice, setNotice }: Pick<ReturnType<typeof usePayment>, 'stage' | 'notice' | 'setNotice'>,
) {
  const reportedIds = useRef(new Set<number>());
  const showLost = useEffectEvent(() => {
    const news = lostTracks.filter(({ id }) => !reportedIds.current.has(id));
    // During a payment, the buyer is most likely the one who buys these tracks.
    if (news.length === 0 || stage.at !== 'form' || notice) return;
    for (const { id } of news) reportedIds.current.add(id);
    setNotice({ conflict: { items: news.map(({ id, name }) => ({ id, name, code: 'removed' })), totals: null } });
  });
  useEffect(() => showLost(), [lostTracks.length, stage.at]);
}
