import { useSearchParams } from 'react-router-dom';
import { documentsQuery, submissionsQuery } from '../../features/sellers/admin-queue-query';
import { AdminDocuments } from '../../features/sellers/AdminDocuments';
import { AdminSubmissions } from '../../features/sellers/AdminSubmissions';
import { useSubmissionQueueQuery, useWaitingDocumentsQuery } from '../../features/sellers/adminQueueApi';
import { ListHead } from '../../ui/ListHead';
import { Tabs } from '../../ui/Tabs';

const COUNT_ALONE = 'page=1&limit=1';
const QUEUES = ['submissions', 'documents'];

/** What waits for a person: tracks that sellers sent in, and their identity documents. The open queue is in the address. */
export function ReviewQueuePage() {
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('queue') ?? '';
  const submissions = useSubmissionQueueQuery(submissionsQuery(COUNT_ALONE)).data?.counts.open;
  const documents = useWaitingDocumentsQuery(documentsQuery(COUNT_ALONE)).data?.pagination.total;
  const count = (waiting: number | undefined) => (waiting === undefined ? {} : { count: waiting });

  return (
    <>
      <title>Review queue</title>
      <ListHead title="Review queue" />
      <Tabs
        label="Queues"
        value={QUEUES.includes(wanted) ? wanted : QUEUES[0]!}
        onChange={(queue) => setSearch({ queue }, { replace: true, preventScrollReset: true })}
        tabs={[
          { value: 'submissions', label: 'Track submissions', ...count(submissions), content: <AdminSubmissions /> },
          { value: 'documents', label: 'Identity documents', ...count(documents), content: <AdminDocuments /> },
        ]}
      />
    </>
  );
}
