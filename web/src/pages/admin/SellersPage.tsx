import { NO_SELLER_STATUS, SELLER_STATUSES } from '@shop/contracts/constants';
import type { SellerAdminView } from '@shop/contracts/views';
import { useState } from 'react';
import { adminSellerColumns } from '../../features/sellers/admin-seller-columns';
import { AdminSellerEdit } from '../../features/sellers/AdminSellerEdit';
import { useDeleteSellerMutation, useSellersQuery } from '../../features/sellers/adminSellersApi';
import { STATUS_NAMES } from '../../features/sellers/AdminSellerStatus';
import { paths } from '../../lib/paths';
import { toast } from '../../lib/toast';
import { useListParams } from '../../lib/use-list-params';
import { ButtonLink } from '../../ui/Button';
import { DataTable } from '../../ui/DataTable';
import { FilterSelect } from '../../ui/FilterSelect';
import { ListHead } from '../../ui/ListHead';
import { Pagination } from '../../ui/Pagination';
import { Query } from '../../ui/Query';
import { SearchBox } from '../../ui/SearchBox';

const STATUSES = [
  { value: '', text: 'All' },
  ...[NO_SELLER_STATUS, ...SELLER_STATUSES].map((value) => ({ value, text: STATUS_NAMES[value]! })),
];
const DOCUMENTS = [
  { value: '', text: 'All' },
  { value: '1', text: 'Sent' },
  { value: '0', text: 'Not provided' },
];

/** All stores with their owners: searched, edited, activated and closed (spec 3 §2). */
export function SellersPage() {
  const { params, query, change } = useListParams(['status', 'document']);
  const list = useSellersQuery(query, { refetchOnMountOrArgChange: true });
  // the page before is no answer to a question that failed
  const shown = { ...list, data: list.currentData ?? (list.isFetching ? list.data : undefined) };
  const [edited, setEdited] = useState<SellerAdminView | null>(null);
  const [remove, removing] = useDeleteSellerMutation();
  const isRemoving = (id: number) => removing.isLoading && removing.originalArgs === id;
  const narrowed = params.q || params.status || params.document;

  async function ask({ id, shop_name }: SellerAdminView) {
    const question = `Are you sure you want to delete the seller ${shop_name}? The tracks go off sale and the personal data are erased. This cannot be undone.`;
    if (!window.confirm(question)) return;
    const { error } = await remove(id);
    if (error) return toast.error('Failed to delete seller');
    toast.success('Seller deleted successfully');
    if (list.data?.data.length === 1 && params.page > 1) change({ page: params.page - 1 });
  }

  const columns = adminSellerColumns(setEdited, (seller) => void ask(seller), isRemoving);
  const table = (rows: SellerAdminView[] | undefined) => (
    <DataTable
      caption="Sellers"
      columns={columns}
      rows={rows}
      empty={narrowed ? 'No matching sellers found' : 'No sellers yet'}
      sort={params.sort || '-id'}
      onSort={(sort) => change({ sort })}
      stale={list.isFetching && !list.currentData}
    />
  );

  return (
    <>
      <title>Sellers</title>
      <ListHead
        title="Sellers"
        total={list.data?.pagination.total}
        action={<ButtonLink to={paths.admin.page('unsold-tracks')}>Unsold tracks</ButtonLink>}
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
      <Query of={shown} skeleton={table(undefined)} errorText="Failed to load sellers">
        {({ data, pagination }) => (
          <>
            {table(data)}
            <Pagination {...pagination} onChange={(page) => change({ page })} />
          </>
        )}
      </Query>
      {edited && <AdminSellerEdit seller={edited} onClose={() => setEdited(null)} />}
    </>
  );
}
