import { useEffect, useRef } from 'react';
import { api, isSessionGone, OF_THE_ACCOUNT } from '../../lib/calls/api';
import { useDetails } from '../../features/session/details-api';
import { useAppDispatch } from '../../lib/hooks';
import { followOtherTabs } from '../../features/lists/list-edits';
import { endSession, readUserId, sessionStarted, useUserId } from '../../features/session/session';
import { toast } from '../../lib/toast';

/** Loads the logged-in user, and ends the session when the server does not know it (docs/product/accounts.md#who-sees-an-account). */
export function SessionKeeper() {
  const dispatch = useAppDispatch();
  const userId = useUserId();
  const { error } = useDetails();
  const last = useRef(userId);

  useEffect(() => {
    if (!error || userId === null) return;
    if (isSessionGone(error)) dispatch(endSession());
    else toast.error('Error loading user data.');
  }, [error, userId, dispatch]);

  // the header keeps a place for the name (web/src/start.js)
  useEffect(() => {
    document.documentElement.toggleAttribute('data-known', userId !== null);
  }, [userId]);

  // what is the last account's is dropped; what the page still asks for is loaded again
  useEffect(() => {
    if (last.current !== null && last.current !== userId) dispatch(api.util.invalidateTags([...OF_THE_ACCOUNT]));
    last.current = userId;
  }, [userId, dispatch]);

  useEffect(() => dispatch(followOtherTabs()), [dispatch]);

  // another tab may have logged in or out
  useEffect(() => {
    const compare = () => {
      const now = readUserId();
      if (document.visibilityState === 'hidden') return;
      // another device may have changed the lists
      if (now === userId) return void (userId !== null && dispatch(api.util.invalidateTags(['Cart', 'Wishlist'])));
      dispatch(now === null ? endSession() : sessionStarted(now));
    };
    document.addEventListener('visibilitychange', compare);
    return () => document.removeEventListener('visibilitychange', compare);
  }, [userId, dispatch]);

  return null;
}
