import { useAppSelector } from '../lib/hooks';
import { Part } from '../ui/Part';
import { PlayerBar } from '../features/player/PlayerBar';
import { useProductActions } from '../pages/storefront/use-product-actions';

/** The player stays while pages change; what it can do with a track comes from the pages. */
export function PlayerHost() {
  const track = useAppSelector((state) => state.player.current?.key);
  const actions = useProductActions();
  return (
    // the sound goes on without its bar, and another track is another try
    <Part place={track ?? ''} instead={null}>
      <PlayerBar actions={actions} />
    </Part>
  );
}
