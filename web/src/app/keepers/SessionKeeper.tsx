import { useEffect } from 'react';
import { api, isSessionGone } from '../../lib/calls/api';
import { useDetails } from '../../features/session/details-api';
import { useAppDispatch } from '../../lib/hooks';
import { followOtherTabs } from '../../features/lists/list-edits';
import { trimCachedWishlist } from '../../features/lists/wishlist-cache';
import { endSession, followBrowser, useUserId } from '../../features/session/session';
import { toast } from '../../lib/toast';

/** Loads the logged-in user, and ends the session when the server does not know it (docs/product/accounts.md#who-sees-an-account). */
export function SessionKeeper() {
  const dispatch = useAppDispatch();
  const userId = useUserId();
  const { data, error } = useDetails();
  const wishlist = data?.wishlist;

  useEffect(() => {
    // an answer about an account that another window has left says nothing of the session that there is now
    if (!error || userId === null || dispatch(followBrowser())) return;
    if (isSessionGone(error)) dispatch(endSession());
    else toast.error('Error loading user data.');
  }, [error, userId, dispatch]);

  // the header keeps a place for the name (web/src/start/main.ts)
  useEffect(() => void document.documentElement.toggleAttribute('data-known', userId !== null), [userId]);

  useEffect(() => dispatch(followOtherTabs()), [dispatch]);

  useEffect(() => void (wishlist && trimCachedWishlist(userId, wishlist)), [userId, wishlist]);

  // another window may have logged in or out, and another device may have changed the lists
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
