import { useEffect, useRef } from 'react';
import { useUserId } from '../../features/session/session';
import { api, OF_THE_ACCOUNT } from '../../lib/calls/api';
import { useAppDispatch } from '../../lib/hooks';

/**
 * Drops what is the last account's, in the shop and in the administration. It stands after the pages, which then no longer ask for what
 * was the last account's.
 */
export function AccountKeeper() {
  const dispatch = useAppDispatch();
  const userId = useUserId();
  const last = useRef(userId);

  useEffect(() => {
    const before = last.current;
    last.current = userId;
    // what the page still asks for is loaded again
    if (before !== null && before !== userId) dispatch(api.util.invalidateTags([...OF_THE_ACCOUNT]));
  }, [userId, dispatch]);

  return null;
}
