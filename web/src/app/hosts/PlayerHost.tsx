import { useAppSelector } from '../../lib/hooks';
import { Part } from '../../ui/feedback/Part';
import { PlayerBar } from '../../features/player/public/PlayerBar';
import { useProductActions } from '../../pages/parts/use-product-actions';

/** The player stays while pages change; what it can do with a track comes from the pages. */
export function PlayerHost() {
  const track = useAppSelector((state) => state.player.current?.key);
  const actions = useProductActions();
  return (
    // the sound continues without the bar; the next track tries to load it again
    <Part place={track ?? ''} instead={null}>
      <PlayerBar actions={actions} />
    </Part>
  );
}
