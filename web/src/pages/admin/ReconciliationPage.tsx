import type { DifferenceView, ReconciliationView } from '@shop/contracts/views';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { differenceColumns } from '../../features/orders/admin-difference-columns';
import { AdminLookAtDifference } from '../../features/orders/AdminLookAtDifference';
import { useDifferencesQuery, useReconcileMutation } from '../../features/orders/adminReconciliationApi';
import { useMay } from '../../lib/admin-role';
import { errorText } from '../../lib/api';
import { timeText } from '../../lib/dates';
import { toast } from '../../lib/toast';
import { useListParams } from '../../lib/use-list-params';
import { Button } from '../../ui/Button';
import { FilterSelect } from '../../ui/FilterSelect';
import { ListHead } from '../../ui/ListHead';
import { ListTable } from '../../ui/ListTable';
import { SearchBox } from '../../ui/SearchBox';

const WHICH = [
  { value: '', text: 'All' },
  { value: 'true', text: 'Open' },
];

/** Where PayPal's books and ours differ; compared every night, and whenever somebody asks. */
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
      <title>Reconciliation</title>
      <ListHead
        title="Reconciliation"
        total={differences.data?.pagination.total}
        action={
          mayChange && (
            <Button size="s" busy={isLoading} onClick={() => void compare()}>
              <RefreshCw size={16} aria-hidden /> Reconcile now
            </Button>
          )
        }
      >
        <SearchBox label="Search by order, id or note" value={params.q} onChange={(q) => change({ q })} />
        <FilterSelect label="Show" value={params.open} options={WHICH} onChange={(open) => change({ open })} />
      </ListHead>
      {differences.data && <p className="muted">{saidOf(differences.data.last)}</p>}
      <ListTable
        caption="Differences"
        of={differences}
        list={list}
        columns={differenceColumns(mayChange ? setLooking : null)}
        empty={list.isNarrowed ? 'No matching differences found' : 'PayPal and the shop have never differed'}
        failed="Failed to fetch differences"
        order="-id"
      />
      {looking && <AdminLookAtDifference difference={looking} onClose={() => setLooking(null)} />}
    </>
  );
}

function saidOf(last: ReconciliationView | null): string {
  if (!last) return "PayPal's books have not been compared with ours yet.";
  if (!last.outcome) return `A comparison is at work since ${timeText(last.started_at)}.`;
  if (last.outcome === 'failed')
    return `PayPal could not be reached on ${timeText(last.finished_at)}. Payouts ask for a confirmation.`;
  return `Last compared on ${timeText(last.finished_at)}: ${last.captures} payments, ${last.refunds} refunds and ${last.disputes} disputes of 35 days.`;
}
