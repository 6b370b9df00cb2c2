import type { ProductStatus, Right } from '@shop/contracts/constants';
import { keyText } from '@shop/contracts/finding';
import type { AdminProductView } from '@shop/contracts/views';
import { adminPageOf } from '#lib/admin/admin-page-of.ts';
import { Badge } from '#ui/display/Badge.tsx';
import type { Column } from '#ui/table/DataTable.tsx';
import { RowActions } from '#ui/table/RowActions.tsx';
import { Money } from '#ui/display/Money.tsx';
import { TwoLines } from '#ui/display/TwoLines.tsx';
import { AdminCover } from '../parts/AdminCover';
import styles from '../parts/AdminLists.module.css';
import type { Listen } from '../parts/use-listen';

export const STATUS_TEXTS: Record<ProductStatus, string> = {
  active: 'Active',
  held: 'Held',
  sold: 'Sold',
  removed: 'Removed',
};
const TONES = { active: 'signal', held: 'warm', sold: 'plain', removed: 'plain' } as const;

type Acts = {
  may: (right: Right) => boolean;
  listen: Listen;
  remove: (product: AdminProductView) => void;
  isRemoving: (id: number) => boolean;
  release: (product: AdminProductView) => void;
  isReleasing: (id: number) => boolean;
};

export const productColumns = ({ may, listen, remove, isRemoving, release, isReleasing }: Acts): Column<AdminProductView>[] => [
  { header: 'ID', sort: 'id', number: true, cell: ({ id }) => id },
  { header: 'Track', cell: (product) => <AdminCover of={product} listen={listen} /> },
  {
    header: 'Name',
    sort: 'name',
    wide: true,
    cell: ({ name, store_name }) => <TwoLines below={store_name}>{name}</TwoLines>,
  },
  { header: 'Genre', sort: 'category', cell: ({ category }) => category },
  { header: 'BPM', sort: 'bpm', number: true, cell: ({ bpm }) => bpm ?? '–' },
  { header: 'Key', oneLine: true, cell: (product) => <span className="mono">{keyText(product)}</span> },
  { header: 'Price', sort: 'price', number: true, cell: ({ price }) => <Money dollars={price} whole /> },
  { header: 'Plays', sort: 'play_count', number: true, cell: ({ play_count }) => play_count },
  {
    header: 'Status',
    sort: 'status',
    cell: ({ status, store_active, is_hot, files }) => (
      <div className={styles.badges}>
        {(store_active || status !== 'active') && <Badge tone={TONES[status]}>{STATUS_TEXTS[status]}</Badge>}{' '}
        {!store_active && (status === 'active' || status === 'held') && <Badge tone="warm">Store inactive</Badge>}{' '}
        {is_hot && <Badge tone="warm">Hot</Badge>}
        {!files && status !== 'removed' && <span className={styles.delivery}>Delivered by a link</span>}
      </div>
    ),
  },
  {
    header: 'Actions',
    cell: (product) => {
      const { id, name, status } = product;
      const isOpen = status === 'active';
      const mayChange = may('changeCatalogue');
      return (
        <RowActions
          what={name}
          actions={[
            (!isOpen || mayChange) && { text: isOpen ? 'Edit' : 'View', to: adminPageOf.track(id) },
            status === 'held' &&
              may('changeOrders') && {
                text: 'Release hold',
                name: `Release hold on ${name}`,
                busy: isReleasing(id),
                onClick: () => release(product),
              },
            isOpen && mayChange && { text: 'Delete', danger: true, busy: isRemoving(id), onClick: () => remove(product) },
          ]}
        />
      );
    },
  },
];
