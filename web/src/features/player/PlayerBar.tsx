import { lazy, Suspense } from 'react';
import { useAppSelector } from '../../lib/hooks';
import type { PlayerActions } from './PlayerControls';

const PlayerControls = lazy(async () => ({ default: (await import('./PlayerControls')).PlayerControls }));

/** The bar at the bottom of every page while there is something to play; its code comes with the first track. */
export function PlayerBar({ actions }: { actions: PlayerActions }) {
  const track = useAppSelector((state) => state.player.current);
  if (!track) return null;
  return (
    <Suspense>
      <PlayerControls track={track} actions={actions} />
    </Suspense>
  );
}
