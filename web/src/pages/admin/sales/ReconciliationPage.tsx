import type { DifferenceView, ReconciliationView } from '@shop/contracts/views';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { differenceColumns } from '../../../features/orders/admin/admin-difference-columns';
import { AdminLookAtDifference } from '../../../features/orders/admin/AdminLookAtDifference';
import { useDifferencesQuery, useReconcileMutation } from '../../../features/orders/api/admin-reconciliation-api';
import { useMay } from '../../../features/session/admin-role';
import { errorText } from '../../../lib/calls/api';
import { timeText } from '../../../lib/dates';
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
        note={differences.data && <p>{saidOf(differences.data.last)}</p>}
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
      {looking && <AdminLookAtDifference difference={looking} onClose={() => setLooking(null)} />}
    </>
  );
}

function saidOf(last: ReconciliationView | null): string {
  if (!last) return "PayPal's books have not been compared with ours yet.";
  if (!last.outcome) return `A comparison is at work since ${timeText(last.started_at)}.`;
  if (last.outcome === 'failed')
    return `PayPal could not be reached on ${timeText(last.finished_at)}. Payouts ask for a confirmation.`;
  const [captures, refunds, disputes] = [
    counted(last.captures, 'payment'),
    counted(last.refunds, 'refund'),
    counted(last.disputes, 'dispute'),
  ];
  return `Last compared on ${timeText(last.finished_at)}: ${captures}, ${refunds} and ${disputes} of 35 days.`;
}

const counted = (number: number | null, what: string) =>
  `${(number ?? 0).toLocaleString('en-US')} ${what}${number === 1 ? '' : 's'}`;
