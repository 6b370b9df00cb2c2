import { keysMix, keyText } from '@shop/contracts/finding';
import type { ProductView } from '@shop/contracts/views';
import { useAppSelector } from '#lib/hooks.ts';
import styles from './Track.module.css';

/** The key of a track in a list, tinted while it mixes with the track that plays. Beside it the row says tempo and key in words. */
export function Key({ track }: { track: ProductView }) {
  const mixes = useAppSelector(
    ({ player: { current, playing } }) => playing && current !== null && current.id !== track.id && keysMix(current, track),
  );
  return <span className={mixes ? styles.keyMixes : undefined}>{keyText(track) || '–'}</span>;
}
