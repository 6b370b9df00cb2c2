import type { SubmissionFilter } from '@shop/contracts/constants';
import type { SubmissionCounts, SubmissionView } from '@shop/contracts/views';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { AdminPackage } from '#features/packages/admin/AdminPackage.tsx';
import { useMay } from '#features/session/admin-role.ts';
import { errorText } from '#lib/calls/api.ts';
import { paths } from '#lib/paths.ts';
import { toast } from '#lib/toast.ts';
import { useIsMounted } from '#lib/admin/use-is-mounted.ts';
import { useListParams } from '#lib/use-list-params.ts';
import { usePollingInterval } from '#lib/admin/use-polling-interval.ts';
import { Button } from '#ui/action/Button.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { FilterSelect } from '#ui/table/FilterSelect.tsx';
import { ListTable } from '#ui/table/ListTable.tsx';
import { SearchBox } from '#ui/form/SearchBox.tsx';
import { submissionsQuery } from './admin-queue-query';
import styles from './AdminQueue.module.css';
import { adminSubmissionColumns } from './admin-submission-columns';
import { AdminChangesDialog } from './AdminChangesDialog';
import { AdminReasonDialog } from './AdminReasonDialog';
import { AdminRejectDialog } from './AdminRejectDialog';
import { QUEUE_POLL_MS, useDecideSubmissionMutation, useSubmissionQueueQuery } from '../../api/admin-queue-api';
import { SUBMISSION_STATES } from '../../public/parts/states';

const productForm = (id: number) => paths.admin.page(`products/new?submission=${id}`);

/** Tracks that sellers sent in, the earliest due first. Approving a track opens the product form with its values. */
export function AdminSubmissions() {
  const list = useListParams(['status']);
  const { params, change } = list;
  const submissions = useSubmissionQueueQuery(submissionsQuery(list.query), {
    pollingInterval: usePollingInterval(QUEUE_POLL_MS),
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
  });
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const may = useMay();
  const [decide, deciding] = useDecideSubmissionMutation();
  const [rejecting, setRejecting] = useState<SubmissionView | null>(null);
  const [changing, setChanging] = useState<SubmissionView | null>(null);

  async function take(decision: Parameters<typeof decide>[0], successText: string): Promise<boolean> {
    const { error } = await decide(decision);
    if (error) toast.error(errorText(error, 'Failed to update the submission'));
    else toast.success(successText);
    return !error;
  }
  const [shownPackage, setShownPackage] = useState<{ packageId: number; trackName: string } | null>(null);
  const columns = adminSubmissionColumns({
    showPackage({ packageId, trackName }) {
      if (packageId !== null) setShownPackage({ packageId, trackName });
    },
    mayDecide: may('changeCatalogue'),
    busyWith: (id) => deciding.isLoading && deciding.originalArgs?.id === id,
    productForm,
    review: ({ id, status: from }) => void take({ id, from, status: 'in_review' }, 'The submission is in review'),
    async approve({ id, status: from }) {
      const isTaken = await take({ id, from, status: 'approved' }, 'The submission is approved');
      if (isTaken && isMounted()) await navigate(productForm(id));
    },
    askForChanges: setChanging,
    reject: setRejecting,
    publish({ id, status: from, trackName }) {
      if (window.confirm(`Mark "${trackName}" as published, although no product was made from this submission?`))
        void take({ id, from, status: 'published' }, 'The submission is published');
    },
  });

  return (
    <div className={styles.queue}>
      <div className={styles.tools}>
        <SearchBox label="Search by track, store, e-mail, genre or ID" value={params.q} onChange={(q) => change({ q })} />
        <FilterSelect
          label="State"
          value={params.status}
          onChange={(status) => change({ status })}
          options={filterOptions(submissions.data?.counts)}
        />
        {may('readPackages') && (
          <form
            className={styles.packageNumber}
            onSubmit={(event) => {
              event.preventDefault();
              const packageId = Number(new FormData(event.currentTarget).get('package'));
              if (Number.isInteger(packageId) && packageId > 0) setShownPackage({ packageId, trackName: `package ${packageId}` });
            }}
          >
            <label>
              <span className="muted">Package no.</span> <input name="package" inputMode="numeric" required />
            </label>
            <Button size="s" type="submit">
              Open
            </Button>
          </form>
        )}
      </div>
      <ListTable
        caption="Track submissions"
        of={submissions}
        list={list}
        columns={columns}
        empty={<NothingHere filtered={list.isNarrowed} />}
        failed="Failed to load submissions"
        order="due"
      />
      {shownPackage && (
        <AdminPackage
          id={shownPackage.packageId}
          trackName={shownPackage.trackName}
          ReasonDialog={AdminReasonDialog}
          onClose={() => setShownPackage(null)}
        />
      )}
      {changing && (
        <AdminChangesDialog
          submission={changing}
          onClose={() => setChanging(null)}
          onAsk={async (reason, findings) => {
            const { id, status: from } = changing;
            const isTaken = await take(
              { id, from, status: 'changes_asked', reason, findings },
              'The seller is asked for changes',
            );
            if (isTaken) setChanging(null);
            return isTaken;
          }}
        />
      )}
      {rejecting && (
        <AdminRejectDialog
          submission={rejecting}
          onClose={() => setRejecting(null)}
          onReject={async (reason) => {
            const { id, status: from } = rejecting;
            const isTaken = await take({ id, from, status: 'rejected', reason }, 'The submission is rejected');
            if (isTaken) setRejecting(null);
            return isTaken;
          }}
        />
      )}
    </div>
  );
}

const NothingHere = ({ filtered }: { filtered: boolean }) =>
  filtered ? (
    <EmptyState title="No submissions match">Another state or search may find them.</EmptyState>
  ) : (
    <EmptyState title="Nothing waits">Every submission has its answer. New ones come here, and by mail.</EmptyState>
  );

function filterOptions(counts: SubmissionCounts | undefined) {
  const withCount = (text: string, filter: SubmissionFilter) => (counts ? `${text} (${counts[filter]})` : text);
  const states = (['submitted', 'in_review', 'changes_asked', 'approved', 'rejected', 'published'] as const).map((state) => ({
    value: state,
    text: withCount(SUBMISSION_STATES[state].label, state),
  }));
  return [
    { value: '', text: withCount('Open', 'open') },
    { value: 'overdue', text: withCount('Overdue', 'overdue') },
    ...states,
    { value: 'all', text: 'All' },
  ];
}
