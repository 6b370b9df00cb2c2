import { useMemo } from 'react';
import { addToCart, removeFromCart } from './cart-actions';
import { addToWishlist, removeFromWishlist } from './wishlist-actions';
import { cachedWishlist } from './wishlist-cache';
import { useDetails } from '../session/details-api';
import { useAppDispatch, type AppDispatch } from '#lib/hooks.ts';
import { useUserId, type Interruption } from '../session/session';

type TrackName = { id: number; name: string };

type TrackActions = {
  inCart: (id: number | string) => boolean;
  inWishlist: (id: number | string) => boolean;
  addToCart: (product: TrackName) => void;
  toggleWishlist: (product: TrackName) => void;
  removeFromCart: (id: number) => void;
};

/** A visitor's actions on any track, with their toasts. The object stays the same until a list changes. */
export function useTrackActions(): TrackActions {
  const dispatch = useAppDispatch();
  const userId = useUserId();
  const { data } = useDetails();
  const cart = data?.cart;
  const wishlist = data?.wishlist;

  return useMemo(() => {
    const idsOf = (list: readonly { id: number | string }[]) => new Set(list.map((entry) => String(entry.id)));
    const inCart = idsOf(cart ?? []);
    const inWishlist = idsOf(wishlist ?? (userId === null ? [] : cachedWishlist(userId)));
    return {
      inCart: (id) => inCart.has(String(id)),
      inWishlist: (id) => inWishlist.has(String(id)),
      addToCart: (product) => void dispatch(addToCart(product)),
      removeFromCart: (id) => void dispatch(removeFromCart(id)),
      toggleWishlist: (product) =>
        void dispatch(inWishlist.has(String(product.id)) ? removeFromWishlist(product.id) : addToWishlist(product)),
    };
  }, [dispatch, userId, cart, wishlist]);
}

/**
 * Finishes a click that waited for the login. It only ever adds to a list; the app handles interrupted navigation
 * (docs/product/accounts.md#interrupted-clicks).
 */
export async function resumeInterrupted(interruption: Interruption, dispatch: AppDispatch): Promise<void> {
  if (interruption.kind === 'go') return;
  const product = { id: interruption.productId, name: interruption.name };
  await dispatch(interruption.kind === 'cart' ? addToCart(product) : addToWishlist(product));
}
