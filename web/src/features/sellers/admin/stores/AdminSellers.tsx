import type { SellerAdminView } from '@shop/contracts/views';
import { useState } from 'react';
import { useMay } from '#features/session/admin-role.ts';
import { errorText } from '#lib/calls/api.ts';
import { toast } from '#lib/toast.ts';
import type { List } from '#lib/use-list-params.ts';
import { ListTable } from '#ui/table/ListTable.tsx';
import { useDeleteSellerMutation, useSellersQuery } from '../../api/admin-sellers-api';
import { adminSellerColumns } from './admin-seller-columns';
import { AdminSellerEdit } from './AdminSellerEdit';

export function AdminSellers({ list }: { list: List }) {
  const sellers = useSellersQuery(list.query, { refetchOnMountOrArgChange: true });
  const may = useMay();
  const [edit, setEdit] = useState<{ id: number; seller?: SellerAdminView } | null>(null);
  const editedSeller = edit?.seller;
  const [remove, removing] = useDeleteSellerMutation();
  const isRemoving = (id: number) => removing.isLoading && removing.originalArgs === id;

  /** Loads the row again for the edit, whose form would otherwise take back the seller's latest changes. */
  async function editNow({ id, shop_name }: SellerAdminView) {
    setEdit((open) => (open?.id === id ? open : { id }));
    const { data: now, error } = await sellers.refetch();
    if (error) return toast.error(errorText(error, 'Failed to load sellers'));
    const seller = now?.data.find((entry) => entry.id === id);
    // The admin may have closed the edit, or asked for another store, in the meantime.
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
      {editedSeller && (
        <AdminSellerEdit
          key={editedSeller.id}
          seller={editedSeller}
          readAgain={() => editNow(editedSeller)}
          onClose={() => setEdit(null)}
        />
      )}
    </>
  );
}
