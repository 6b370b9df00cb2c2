import type { ProductView } from '@shop/contracts/views';
import { useCallback } from 'react';
import { LiveWaveform } from '#features/player/public/LiveWaveform.tsx';
import { isListed } from '#features/player/public/playable.ts';
import { usePlayer } from '#features/player/public/use-player.ts';
import { useTrackActions } from '#features/lists/use-track-actions.ts';

/** All props that a row or a card gets from its page. `listName` names a list that may grow (`PlayOptions`). */
export function useTrackProps(list: readonly ProductView[], listName?: string) {
  const { isCurrent, isPlaying, play, pause, current, playing } = usePlayer();
  const actions = useTrackActions();
  const playingId = current && isListed(current) && playing ? current.id : null;
  const onPlay = useCallback(
    (product: ProductView) => (product.id === playingId ? pause(product) : play(product, list, { listName })),
    [playingId, pause, play, list, listName],
  );
  const onSeek = useCallback(
    (product: ProductView, from: number) => play(product, list, { from, listName }),
    [play, list, listName],
  );
  return (product: ProductView) => ({
    product,
    playing: isPlaying(product),
    current: isCurrent(product),
    waveform: isCurrent(product) ? <LiveWaveform wave={product.wave} duration={product.duration} /> : undefined,
    onPlay,
    onSeek,
    inCart: actions.inCart(product.id),
    onCart: actions.addToCart,
    inWishlist: actions.inWishlist(product.id),
    onWishlist: actions.toggleWishlist,
  });
}
