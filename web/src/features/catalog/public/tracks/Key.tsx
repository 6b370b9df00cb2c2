import { keysMix } from '@shop/contracts/finding';
import type { ProductView } from '@shop/contracts/views';
import { useAppSelector } from '#lib/hooks.ts';
import { KeyText } from '#ui/display/KeyText.tsx';

/** The key of a track in a list, marked while it mixes with the track that plays. */
export const Key = ({ track }: { track: ProductView }) => (
  <KeyText
    of={track}
    mixes={useAppSelector(
      ({ player: { current, playing } }) => playing && current !== null && current.id !== track.id && keysMix(current, track),
    )}
  />
);
