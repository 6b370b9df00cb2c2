import { useAppSelector } from '../../lib/hooks';
import { Part } from '../../ui/feedback/Part';
import { PlayerBar } from '../../features/player/public/PlayerBar';
import { useTrackActions } from '../../features/lists/use-track-actions';

/** Keeps the player mounted while pages change. */
export function PlayerHost() {
  const track = useAppSelector((state) => state.player.current?.key);
  const actions = useTrackActions();
  return (
    // If the bar cannot be loaded, the sound continues, and the next track tries to load the bar again.
    <Part place={track ?? ''} instead={null}>
      <PlayerBar actions={actions} />
    </Part>
  );
}
