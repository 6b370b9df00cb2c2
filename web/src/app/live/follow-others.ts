import type { AppStore } from '../../lib/hooks';
import { followTracks } from './follow-tracks';
import { followWindows } from './follow-windows';

/** Follows what happens elsewhere: what others buy, and logins and logouts in other windows. → stop */
export function followOthers(store: AppStore): () => void {
  const stops = [followTracks(store), followWindows(store)];
  return () => stops.forEach((stop) => stop());
}
