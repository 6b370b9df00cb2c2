import { useEffect, useRef } from 'react';
import { queueForgotten } from '../../features/player/public/player-slice';
import { useTurn, useUserId } from '../../features/session/session';
import { api, OF_THE_ACCOUNT } from '../../lib/calls/api';
import { useAppDispatch } from '../../lib/hooks';

/**
 * Drops what is the last account's, in the shop and in the administration. It stands behind the pages, so that they have stopped asking for
 * it by then.
 */
export function AccountKeeper() {
  const dispatch = useAppDispatch();
  const userId = useUserId();
  const turn = useTurn();
  const last = useRef({ userId, turn });

  useEffect(() => {
    const before = last.current;
    last.current = { userId, turn };
    // what the page still asks for is loaded again
    if (before.userId !== null && before.userId !== userId) dispatch(api.util.invalidateTags([...OF_THE_ACCOUNT]));
    if (before.turn !== turn) dispatch(queueForgotten());
  }, [userId, turn, dispatch]);

  return null;
}
