import { useEffect } from 'react';
import { api, isSessionGone } from '#lib/calls/api.ts';
import { useDetails } from '#features/session/details-api.ts';
import { useAppDispatch } from '#lib/hooks.ts';
import { followOtherTabs } from '#features/lists/list-edits.ts';
import { trimCachedWishlist } from '#features/lists/wishlist-cache.ts';
import { endSession, followBrowser, useUserId } from '#features/session/session.ts';
import { toast } from '#lib/toast.ts';

/** Loads the user, and ends a session that the server does not know (docs/product/accounts.md#who-sees-an-account). */
export function SessionEffect() {
  const dispatch = useAppDispatch();
  const userId = useUserId();
  const { data, error } = useDetails();
  const wishlist = data?.wishlist;

  useEffect(() => {
    // After a login or logout in another window, this answer concerns the previous account and must not end the present session.
    if (!error || userId === null || dispatch(followBrowser())) return;
    if (isSessionGone(error)) dispatch(endSession());
    else toast.error('Error loading user data.');
  }, [error, userId, dispatch]);

  // The header keeps a place for the name (web/src/start/main.ts).
  useEffect(() => void document.documentElement.toggleAttribute('data-known', userId !== null), [userId]);

  useEffect(() => dispatch(followOtherTabs()), [dispatch]);

  useEffect(() => void (wishlist && trimCachedWishlist(userId, wishlist)), [userId, wishlist]);

  // Another window may have logged in or out, and another device may have changed the lists.
  useEffect(() => {
    const compare = () => {
      if (document.visibilityState === 'hidden' || dispatch(followBrowser()) || userId === null) return;
      dispatch(api.util.invalidateTags(['Cart', 'Wishlist']));
    };
    document.addEventListener('visibilitychange', compare);
    return () => document.removeEventListener('visibilitychange', compare);
  }, [userId, dispatch]);

  return null;
}
