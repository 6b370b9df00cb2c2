import { useEffect } from 'react';
import { api } from '#lib/calls/api.ts';
import { useConfigQuery } from '#lib/calls/config-api.ts';
import { useAppDispatch } from '#lib/hooks.ts';

const LOOK_AGAIN_MS = 3000;

/** Says that the shop is still being filled, and shows new tracks until it is open. */
export function ShopOpening() {
  const dispatch = useAppDispatch();
  useConfigQuery(undefined, { pollingInterval: LOOK_AGAIN_MS });
  useEffect(() => {
    const lookAgain = () => void dispatch(api.util.invalidateTags(['Products', 'Searches']));
    const timer = window.setInterval(lookAgain, LOOK_AGAIN_MS);
    return () => {
      window.clearInterval(timer);
      lookAgain();
    };
  }, [dispatch]);
  return (
    <p className="muted" role="status">
      The shop is being filled. More tracks appear here in a moment.
    </p>
  );
}
