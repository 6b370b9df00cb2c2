import { useEffect, useRef } from 'react';
import { adminApi } from '#lib/calls/admin-api.ts';
import { useAdminId, useAdminToken } from '#lib/calls/admin-session.ts';
import { useAppDispatch } from '#lib/hooks.ts';

/**
 * Removes what an admin has loaded once their session is over, because the next admin may have fewer rights. It is mounted after
 * the pages, so that they have stopped asking for these data by then.
 */
export function AdminEffect() {
  const dispatch = useAppDispatch();
  const id = useAdminId();
  const isLoggedIn = useAdminToken() !== null;
  const last = useRef({ id, isLoggedIn });

  useEffect(() => {
    const before = last.current;
    last.current = { id, isLoggedIn };
    if (before.isLoggedIn && !(isLoggedIn && before.id === id)) dispatch(adminApi.util.invalidateTags(['Admin']));
  }, [id, isLoggedIn, dispatch]);

  return null;
}
