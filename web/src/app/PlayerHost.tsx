import { PlayerBar } from '../features/player/PlayerBar';
import { useProductActions } from '../pages/storefront/use-product-actions';

/** The player stays while pages change; what it can do with a track comes from the pages. */
export function PlayerHost() {
  return <PlayerBar actions={useProductActions()} />;
}
