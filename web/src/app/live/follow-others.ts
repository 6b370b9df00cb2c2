import type { AppStore } from '#lib/hooks.ts';
import { followSound } from './follow-sound';
import { followTracks } from './follow-tracks';
import { followWindows } from './follow-windows';

/**
 * Follows sales to other buyers, and logins, logouts and playing in other windows.
 * @returns stop
 */
export function followOthers(store: AppStore): () => void {
  const stops = [followTracks(store), followWindows(store), followSound(store)];
  return () => stops.forEach((stop) => stop());
}
