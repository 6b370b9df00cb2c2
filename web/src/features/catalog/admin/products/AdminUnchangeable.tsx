import { formatWholeDollars } from '@shop/contracts/pricing';
import type { AdminProductView } from '@shop/contracts/views';
import { useMay } from '#features/session/admin-role.ts';
import { paths } from '#lib/paths.ts';
import { Beside } from '#ui/display/Beside.tsx';
import { ButtonLink } from '#ui/action/Button.tsx';
import { Fact, Facts } from '#ui/display/Facts.tsx';
import { useSiteName } from '#lib/calls/config-api.ts';
import styles from '../parts/AdminForms.module.css';
import { AdminMediaPreview } from '../parts/AdminMediaPreview';
import { AdminDelivery } from './AdminDelivery';
import { valuesOfProduct, type NamedStore, type ProductValues } from './admin-product-values';

export function AdminProductWords({ values, stores }: { values: ProductValues; stores: readonly NamedStore[] }) {
  const siteName = useSiteName();
  const store = stores.find(({ seller_id }) => String(seller_id) === values.seller_id)?.name ?? siteName;
  const numbers = [
    values.bpm && `${values.bpm} BPM`,
    [values.music_key, values.key_mode].filter(Boolean).join(' '),
    values.price && formatWholeDollars(Number(values.price)),
  ].filter(Boolean);
  return (
    <div className={styles.words}>
      <strong dir="auto">{values.name || 'Unnamed track'}</strong>
      <span className="muted">{[store, values.category].filter(Boolean).join(' · ')}</span>
      <span className="mono">
        {numbers.join(' · ')}{' '}
        {Number(values.old_price) > 0 && <s className="muted">{formatWholeDollars(Number(values.old_price))}</s>}
      </span>
    </div>
  );
}

const REASONS = {
  active: '',
  held: 'A buyer is paying for this track right now. Please try again later.',
  sold: 'This track is sold and can no longer be changed.',
  removed: 'This track was removed from the shop and can no longer be changed.',
};

/**
 * Says why a track cannot be changed, because the server would refuse the form. The links of a sold track can still be changed.
 */
export function AdminUnchangeable({ product, onDone }: { product: AdminProductView; onDone: () => void }) {
  const mends = useMay()('changeCatalogue') && product.status === 'sold';
  const { seller_id, store_name } = product;
  const stores = seller_id === null ? [] : [{ seller_id, name: store_name, status: '' }];
  const facts: [string, string | null][] = [
    ['Package', product.package_id === null || product.package_id === undefined ? null : String(product.package_id)],
    ['Download link', product.download_link || null],
    ['Project', product.project_name],
    ['Project link', product.project_link ?? null],
  ];
  return (
    <Beside
      preview={
        <AdminMediaPreview img={null} audio={null} sound={{ state: 'none' }} stored={product}>
          <AdminProductWords values={valuesOfProduct(product)} stores={stores} />
        </AdminMediaPreview>
      }
    >
      <div className={styles.form}>
        <p className={styles.notice} role="status">
          {REASONS[product.status]}
        </p>
        {mends ? (
          <AdminDelivery product={product} onDone={onDone} />
        ) : (
          <>
            <Facts>
              {facts.map(
                ([name, value]) =>
                  value && (
                    <Fact key={name} name={name}>
                      {value}
                    </Fact>
                  ),
              )}
            </Facts>
            <div className={styles.buttons}>
              <ButtonLink to={paths.admin.page('products')}>Back to the list</ButtonLink>
            </div>
          </>
        )}
      </div>
    </Beside>
  );
}
