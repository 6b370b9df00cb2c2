import { useSearchParams } from 'react-router-dom';
import { documentsQuery, submissionsQuery } from '#features/sellers/admin/queue/admin-queue-query.ts';
import { AdminDocuments } from '#features/sellers/admin/queue/AdminDocuments.tsx';
import { AdminSubmissions } from '#features/sellers/admin/queue/AdminSubmissions.tsx';
import { QUEUE_POLL_MS, useSubmissionQueueQuery, useWaitingDocumentsQuery } from '#features/sellers/api/admin-queue-api.ts';
import { useMay } from '#features/session/admin-role.ts';
import { usePollingInterval } from '#lib/admin/use-polling-interval.ts';
import { ListHead } from '#ui/table/ListHead.tsx';
import { Tabs } from '#ui/display/Tabs.tsx';

const COUNT_ALONE = 'page=1&limit=1';

/** Submissions and identity documents, as far as the role may judge them. The open queue is in the address. */
export function ReviewQueuePage() {
  const [search, setSearch] = useSearchParams();
  const may = useMay();
  const [tracks, papers] = [may('readCatalogue'), may('readStores')];
  const polling = { refetchOnMountOrArgChange: true, refetchOnFocus: true, pollingInterval: usePollingInterval(QUEUE_POLL_MS) };
  const submissions = useSubmissionQueueQuery(submissionsQuery(COUNT_ALONE), { ...polling, skip: !tracks }).data?.counts.open;
  const documents = useWaitingDocumentsQuery(documentsQuery(COUNT_ALONE), { ...polling, skip: !papers }).data?.pagination.total;
  const queues = [
    ...(tracks
      ? [{ value: 'submissions', label: 'Track submissions', count: submissions ?? null, content: <AdminSubmissions /> }]
      : []),
    ...(papers
      ? [{ value: 'documents', label: 'Identity documents', count: documents ?? null, content: <AdminDocuments /> }]
      : []),
  ];
  const selectedQueue = queues.find(({ value }) => value === search.get('queue')) ?? queues[0];

  return (
    <>
      <ListHead title="Review queue" />
      <Tabs
        label="Queues"
        value={selectedQueue?.value ?? ''}
        onChange={(queue) => setSearch({ queue }, { replace: true, preventScrollReset: true })}
        tabs={queues}
      />
    </>
  );
}
