import type { ProductView, SoldTrackView } from '@shop/contracts/views';
import { useHead } from '#lib/site/HeadOf.tsx';

export function TrackHead({ track }: { track: ProductView }) {
  useHead(`track ${track.id}`, ({ trackText }) => trackText(track));
  return null;
}

// The head from the gateway may be older: the track may have been sold since.
const never = () => false;

export function SoldTrackHead({ track }: { track: SoldTrackView }) {
  useHead(`sold ${track.id}`, ({ soldTrackText }) => soldTrackText(track), never);
  return null;
}
