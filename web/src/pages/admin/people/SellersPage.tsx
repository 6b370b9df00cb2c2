import { NO_SELLER_STATUS, SELLER_STATUSES } from '@shop/contracts/constants';
import { AdminSellers } from '#features/sellers/admin/stores/AdminSellers.tsx';
import { useSellersQuery } from '#features/sellers/api/admin-sellers-api.ts';
import { STATUS_NAMES } from '#features/sellers/admin/stores/AdminSellerStatus.tsx';
import { useMay } from '#features/session/admin-role.ts';
import { paths } from '#lib/paths.ts';
import { useListParams } from '#lib/use-list-params.ts';
import { ButtonLink } from '#ui/action/Button.tsx';
import { ALL, FilterSelect } from '#ui/table/FilterSelect.tsx';
import { ListHead } from '#ui/table/ListHead.tsx';
import { SearchBox } from '#ui/form/SearchBox.tsx';

const STATUSES = [
  ALL,
  ...[NO_SELLER_STATUS, ...SELLER_STATUSES].map((value) => ({ value, text: STATUS_NAMES[value] ?? String(value) })),
];
const DOCUMENTS = [ALL, { value: '1', text: 'Sent' }, { value: '0', text: 'Not provided' }];

/** All stores with their owners, to search, edit, activate and close (docs/product/administration.md#sellers). */
export function SellersPage() {
  const list = useListParams(['status', 'document']);
  const { params, change } = list;
  const sellers = useSellersQuery(list.query);
  const may = useMay();
  return (
    <>
      <ListHead
        title="Sellers"
        of={sellers}
        action={
          may('readTracksOfStores') && (
            <ButtonLink size="s" to={paths.admin.page('unsold-tracks')}>
              Unsold tracks
            </ButtonLink>
          )
        }
      >
        <SearchBox label="Search by ID, shop, name, email, country or status" value={params.q} onChange={(q) => change({ q })} />
        <FilterSelect label="Status" value={params.status} onChange={(status) => change({ status })} options={STATUSES} />
        <FilterSelect
          label="Document"
          value={params.document}
          onChange={(document) => change({ document })}
          options={DOCUMENTS}
        />
      </ListHead>
      <AdminSellers list={list} />
    </>
  );
}
