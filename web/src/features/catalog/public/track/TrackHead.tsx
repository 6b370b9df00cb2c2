import type { ProductView, SoldTrackView } from '@shop/contracts/views';
import { useHead } from '../../../../lib/site/HeadOf';

/** The head of the page of a track that is for sale. */
export function TrackHead({ track }: { track: ProductView }) {
  useHead(`track ${track.id}`, ({ trackText }) => trackText(track));
  return null;
}

// the track may have been sold since the page came
const never = () => false;

/** The head of the page of a sold track. */
export function SoldTrackHead({ track }: { track: SoldTrackView }) {
  useHead(`sold ${track.id}`, ({ soldTrackText }) => soldTrackText(track), never);
  return null;
}
