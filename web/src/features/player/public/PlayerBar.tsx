import { useAppSelector } from '#lib/hooks.ts';
import { lazyWithRetry } from '#lib/loading/lazy-with-retry.tsx';
import type { PlayerActions } from './PlayerControls';

const PlayerControls = lazyWithRetry(async () => (await import('./PlayerControls')).PlayerControls, { quiet: true });

/** The bar at the bottom of every page while a track is loaded. Its code loads with the first track. */
export function PlayerBar({ actions }: { actions: PlayerActions }) {
  const track = useAppSelector((state) => state.player.current);
  if (!track) return null;
  return <PlayerControls track={track} actions={actions} />;
}
