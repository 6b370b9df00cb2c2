import { useAppSelector } from '#lib/hooks.ts';
import { toast } from '#lib/toast.ts';
import { SectionBoundary } from '#ui/feedback/SectionBoundary.tsx';
import { PlayerBar } from '#features/player/public/PlayerBar.tsx';
import { useTrackActions } from '#features/lists/use-track-actions.ts';

/** Keeps the player mounted while pages change. */
export function PlayerMount() {
  const track = useAppSelector((state) => state.player.current?.key);
  const actions = useTrackActions();
  return (
    // If the bar cannot be loaded, the sound continues, and the next track tries to load the bar again.
    <SectionBoundary
      place={track ?? ''}
      instead={null}
      onCatch={() => toast.error('The player could not be loaded. Please check your connection and try again.')}
    >
      <PlayerBar actions={actions} />
    </SectionBoundary>
  );
}
