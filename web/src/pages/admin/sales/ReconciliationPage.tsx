import { lastComparison } from '#features/orders/admin/admin-reconciliation-words.ts';
import { AdminDifferences } from '#features/orders/admin/AdminDifferences.tsx';
import { AdminReconcile } from '#features/orders/admin/AdminReconcile.tsx';
import { useDifferencesQuery } from '#features/orders/api/admin-reconciliation-api.ts';
import { useMay } from '#features/session/admin-role.ts';
import { useListParams } from '#lib/use-list-params.ts';
import { ALL, FilterSelect } from '#ui/table/FilterSelect.tsx';
import { ListHead } from '#ui/table/ListHead.tsx';
import { SearchBox } from '#ui/form/SearchBox.tsx';

const WHICH = [ALL, { value: 'true', text: 'Open' }];

/** The differences between PayPal's books and the shop's, which are compared every night, and on request. */
export function ReconciliationPage() {
  const list = useListParams(['open']);
  const { params, query, change } = list;
  const differences = useDifferencesQuery(query);
  const mayChange = useMay()('changeMoney');
  return (
    <>
      <ListHead
        title="Reconciliation"
        of={differences}
        action={mayChange && <AdminReconcile />}
        note={differences.data && <p>{lastComparison(differences.data.last)}</p>}
      >
        <SearchBox label="Search by order, id or note" value={params.q} onChange={(q) => change({ q })} />
        <FilterSelect label="Show" value={params.open} options={WHICH} onChange={(open) => change({ open })} />
      </ListHead>
      <AdminDifferences list={list} />
    </>
  );
}
