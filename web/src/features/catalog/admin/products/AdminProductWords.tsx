import { useSiteName } from '#lib/calls/config-api.ts';
import type { NamedStore, ProductValues } from './admin-product-values';
import styles from '../parts/AdminForms.module.css';

export function AdminProductWords({ values, stores }: { values: ProductValues; stores: readonly NamedStore[] }) {
  const siteName = useSiteName();
  const store = stores.find(({ seller_id }) => String(seller_id) === values.seller_id)?.name ?? siteName;
  const numbers = [
    values.bpm && `${values.bpm} BPM`,
    [values.music_key, values.key_mode].filter(Boolean).join(' '),
    values.price && `$${Math.floor(Number(values.price))}`,
  ].filter(Boolean);
  return (
    <div className={styles.words}>
      <strong dir="auto">{values.name || 'Unnamed track'}</strong>
      <span className="muted">{[store, values.category].filter(Boolean).join(' · ')}</span>
      <span className="mono">
        {numbers.join(' · ')} {Number(values.old_price) > 0 && <s className="muted">${Math.floor(Number(values.old_price))}</s>}
      </span>
    </div>
  );
}
