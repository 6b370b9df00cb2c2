import type { DifferenceView } from '@shop/contracts/views';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { differenceColumns } from '../../../features/orders/admin/admin-difference-columns';
import { lastComparison } from '../../../features/orders/admin/admin-reconciliation-words';
import { AdminLookAtDifference } from '../../../features/orders/admin/AdminLookAtDifference';
import { useDifferencesQuery, useReconcileMutation } from '../../../features/orders/api/admin-reconciliation-api';
import { useMay } from '../../../features/session/admin-role';
import { errorText } from '../../../lib/calls/api';
import { toast } from '../../../lib/toast';
import { useListParams } from '../../../lib/use-list-params';
import { Button } from '../../../ui/action/Button';
import { FilterSelect } from '../../../ui/table/FilterSelect';
import { ListHead } from '../../../ui/table/ListHead';
import { ListTable } from '../../../ui/table/ListTable';
import { SearchBox } from '../../../ui/form/SearchBox';

const WHICH = [
  { value: '', text: 'All' },
  { value: 'true', text: 'Open' },
];

/** The differences between PayPal's books and the shop's. They are compared every night, and on request. */
export function ReconciliationPage() {
  const list = useListParams(['open']);
  const { params, query, change } = list;
  const differences = useDifferencesQuery(query, { refetchOnMountOrArgChange: true });
  const [reconcile, { isLoading }] = useReconcileMutation();
  const mayChange = useMay()('changeMoney');
  const [looking, setLooking] = useState<DifferenceView | null>(null);

  async function compare() {
    const { data, error } = await reconcile();
    if (error) return toast.error(errorText(error, 'PayPal cannot be reached right now'));
    toast.success(data.data.found === 0 ? 'PayPal and the shop agree' : `${data.data.found} found`);
  }

  return (
    <>
      <ListHead
        title="Reconciliation"
        of={differences}
        action={
          mayChange && (
            <Button size="s" busy={isLoading} onClick={() => void compare()}>
              <RefreshCw size={16} aria-hidden /> Reconcile now
            </Button>
          )
        }
        note={differences.data && <p>{lastComparison(differences.data.last)}</p>}
      >
        <SearchBox label="Search by order, id or note" value={params.q} onChange={(q) => change({ q })} />
        <FilterSelect label="Show" value={params.open} options={WHICH} onChange={(open) => change({ open })} />
      </ListHead>
      <ListTable
        caption="Differences"
        of={differences}
        list={list}
        columns={differenceColumns(mayChange ? setLooking : null)}
        empty={list.isNarrowed ? 'No matching differences found' : 'PayPal and the shop have never differed'}
        failed="Failed to fetch differences"
        order="-id"
      />
      {looking && (
        <AdminLookAtDifference
          difference={differences.data?.data.find(({ id }) => id === looking.id) ?? looking}
          onClose={() => setLooking(null)}
        />
      )}
    </>
  );
}
