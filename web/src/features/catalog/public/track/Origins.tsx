import type { ProductView } from '@shop/contracts/views';
import { Badge } from '#ui/display/Badge.tsx';
import styles from './Origins.module.css';

type Origins = NonNullable<ProductView['origins']>;

const SAMPLES: Record<Origins['samples'], string> = {
  none: 'No samples',
  'royalty-free': 'Royalty-free samples',
  licensed: 'Licensed samples',
};
const VOCALS: Record<Origins['vocals'], string> = {
  none: '',
  exclusive: 'Exclusive vocals',
  'royalty-free': 'Royalty-free vocals',
  machine: 'Machine-made vocals',
};

/** Where the sounds of a track come from, as its seller declared; nothing when nothing is declared. */
export function Origins({ track: { origins } }: { track: ProductView }) {
  if (!origins) return null;
  const badges = [SAMPLES[origins.samples], VOCALS[origins.vocals], 'Never released'].filter(Boolean);
  return (
    <ul className={styles.badges} aria-label="Declared by the seller">
      {badges.map((text) => (
        <li key={text}>
          <Badge>{text}</Badge>
        </li>
      ))}
    </ul>
  );
}
