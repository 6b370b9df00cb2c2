import { useEffect, useRef } from 'react';
import { queueForgotten } from '#features/player/public/player-slice.ts';
import { useTurn, useUserId } from '#features/session/session.ts';
import { api, OF_THE_ACCOUNT } from '#lib/calls/api.ts';
import { useAppDispatch } from '#lib/hooks.ts';

/**
 * Removes the data of the previous account when the user changes. It is mounted after the pages, so that they have stopped asking
 * for these data by then.
 */
export function AccountEffect() {
  const dispatch = useAppDispatch();
  const userId = useUserId();
  const turn = useTurn();
  const last = useRef({ userId, turn });

  useEffect(() => {
    const before = last.current;
    last.current = { userId, turn };
    // Pages that still use these data load them again.
    if (before.userId !== null && before.userId !== userId) dispatch(api.util.invalidateTags([...OF_THE_ACCOUNT]));
    if (before.turn !== turn) dispatch(queueForgotten());
  }, [userId, turn, dispatch]);

  return null;
}
