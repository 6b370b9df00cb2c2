import { isOnSale, salePercent } from '@shop/contracts/pricing';
import type { ProductView } from '@shop/contracts/views';
import { MicVocal } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '#ui/display/Badge.tsx';
import styles from './Track.module.css';

/** The badges for a sale, a hot track and an exclusive vocal. With `short`, the vocal badge is an icon. */
export function TrackBadges({ product, short = false }: { product: ProductView; short?: boolean }) {
  return (
    <>
      {isOnSale(product) && <Badge tone="warm">-{salePercent(product)}%</Badge>}
      {product.is_hot && <Badge tone="warm">HOT</Badge>}
      {product.exclusive_vocal &&
        (short ? (
          <span className={styles.vocal} title="Exclusive vocal">
            <MicVocal size={14} />
            <span className="visually-hidden">Exclusive vocal</span>
          </span>
        ) : (
          <Badge tone="signal">Exclusive vocal</Badge>
        ))}
    </>
  );
}

const fileOf = (projectName: string) => `/projects/${projectName.toLowerCase().replaceAll(' ', '-')}.svg`;

/** The program that the project files are for; nothing when its picture is missing. */
export function ProjectIcon({ name }: { name: string | null }) {
  const [missing, setMissing] = useState(false);
  if (!name || missing) return null;
  return (
    <img
      className={styles.project}
      src={fileOf(name)}
      alt={`${name} project`}
      title={`${name} project available`}
      width={16}
      height={16}
      onError={() => setMissing(true)}
    />
  );
}
