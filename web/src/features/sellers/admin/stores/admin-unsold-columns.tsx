import { dayText } from '@shop/contracts/times';
import type { UnsoldTrackView } from '@shop/contracts/views';
import { Link } from 'react-router-dom';
import { adminPageOf } from '#lib/admin/admin-page-of.ts';
import { May } from '#features/session/May.tsx';
import { paths } from '#lib/paths.ts';
import type { Column } from '#ui/table/DataTable.tsx';
import { Money } from '#ui/display/Money.tsx';
import { RowActions } from '#ui/table/RowActions.tsx';

export const ADMIN_UNSOLD_COLUMNS: Column<UnsoldTrackView>[] = [
  { header: 'ID', sort: 'id', number: true, cell: ({ id }) => id },
  {
    header: 'Track',
    sort: 'name',
    wide: true,
    cell: ({ id, name }) => (
      <Link to={paths.track(id)} dir="auto">
        {name}
      </Link>
    ),
  },
  { header: 'Genre', cell: ({ category }) => category },
  { header: 'Price', sort: 'price', number: true, cell: ({ price }) => <Money dollars={price} whole /> },
  { header: 'Store', sort: 'shop_name', cell: ({ shop_name }) => shop_name },
  { header: 'On sale since', sort: 'created_at', oneLine: true, cell: ({ created_at }) => dayText(created_at) },
  {
    header: 'Seller told',
    oneLine: true,
    cell: ({ told_at }) => (told_at ? dayText(told_at) : <span className="muted">not yet</span>),
  },
  {
    header: 'Actions',
    cell: ({ id, name }) => (
      <May right="changeCatalogue">
        <RowActions what={name} actions={[{ text: 'Edit', to: adminPageOf.track(id) }]} />
      </May>
    ),
  },
];
