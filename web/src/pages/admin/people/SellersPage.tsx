import { NO_SELLER_STATUS, SELLER_STATUSES } from '@shop/contracts/constants';
import type { SellerAdminView } from '@shop/contracts/views';
import { useState } from 'react';
import { adminSellerColumns } from '../../../features/sellers/admin/stores/admin-seller-columns';
import { AdminSellerEdit } from '../../../features/sellers/admin/stores/AdminSellerEdit';
import { useDeleteSellerMutation, useSellersQuery } from '../../../features/sellers/api/admin-sellers-api';
import { STATUS_NAMES } from '../../../features/sellers/admin/stores/AdminSellerStatus';
import { useMay } from '../../../features/session/admin-role';
import { errorText } from '../../../lib/calls/api';
import { paths } from '../../../lib/paths';
import { toast } from '../../../lib/toast';
import { useListParams } from '../../../lib/use-list-params';
import { ButtonLink } from '../../../ui/action/Button';
import { FilterSelect } from '../../../ui/table/FilterSelect';
import { ListHead } from '../../../ui/table/ListHead';
import { ListTable } from '../../../ui/table/ListTable';
import { SearchBox } from '../../../ui/form/SearchBox';

const STATUSES = [
  { value: '', text: 'All' },
  ...[NO_SELLER_STATUS, ...SELLER_STATUSES].map((value) => ({ value, text: STATUS_NAMES[value] ?? String(value) })),
];
const DOCUMENTS = [
  { value: '', text: 'All' },
  { value: '1', text: 'Sent' },
  { value: '0', text: 'Not provided' },
];

/** All stores with their owners, to search, edit, activate and close (docs/product/administration.md#sellers). */
export function SellersPage() {
  const list = useListParams(['status', 'document']);
  const { params, change } = list;
  const sellers = useSellersQuery(list.query, { refetchOnMountOrArgChange: true });
  const may = useMay();
  const [edit, setEdit] = useState<{ id: number; seller?: SellerAdminView } | null>(null);
  const edited = edit?.seller;
  const [remove, removing] = useDeleteSellerMutation();
  const isRemoving = (id: number) => removing.isLoading && removing.originalArgs === id;

  /** Opens the edit, or fills the open one, from the row as it is now: an older list would take back what the seller has changed since. */
  async function editNow({ id, shop_name }: SellerAdminView) {
    setEdit((open) => (open?.id === id ? open : { id }));
    const { data: now, error } = await sellers.refetch();
    if (error) return toast.error(errorText(error, 'Failed to load sellers'));
    const seller = now?.data.find((one) => one.id === id);
    // another store may have been asked for meanwhile, or the edit closed
    if (seller) setEdit((open) => (open?.id === id ? { id, seller } : open));
    else toast.error(`The store ${shop_name} is no longer on this page of the list. Please look for it again.`);
  }

  async function ask({ id, shop_name }: SellerAdminView) {
    const question = `Are you sure you want to delete the seller ${shop_name}? The tracks go off sale, the personal data are erased, and the identity document goes after 90 days. This cannot be undone.`;
    if (!window.confirm(question)) return;
    const { error } = await remove(id);
    if (error) toast.error(errorText(error, 'Failed to delete seller'));
    else toast.success('Seller deleted successfully');
  }

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
      <ListTable
        caption="Sellers"
        of={sellers}
        list={list}
        columns={adminSellerColumns({
          may,
          edit: (seller) => void editNow(seller),
          remove: (seller) => void ask(seller),
          isRemoving,
        })}
        empty={list.isNarrowed ? 'No matching sellers found' : 'No sellers yet'}
        failed={() => 'Failed to load sellers'}
      />
      {edited && (
        <AdminSellerEdit key={edited.id} seller={edited} readAgain={() => editNow(edited)} onClose={() => setEdit(null)} />
      )}
    </>
  );
}
