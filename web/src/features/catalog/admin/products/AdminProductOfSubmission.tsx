import type { StoreChoice } from '@shop/contracts/views';
import { errorText } from '#lib/calls/api.ts';
import { freshOnly } from '#lib/loading/fresh-only.ts';
import { FormSkeleton } from '#ui/feedback/FormSkeleton.tsx';
import { Query } from '#ui/feedback/Query.tsx';
import { useSubmittedTrackQuery } from '../../api/admin-catalog-api';
import { AdminProductForm } from './AdminProductForm';
import { AdminSubmissionAnswered, isAnswered } from './AdminSubmissionAnswered';
import { AdminSubmissionFacts } from './AdminSubmissionFacts';

/** Creates a track from a submission, unless somebody has already answered the submission. */
export function AdminProductOfSubmission({
  id,
  stores,
  onDone,
}: {
  id: number;
  stores: readonly StoreChoice[];
  onDone: () => void;
}) {
  const submission = useSubmittedTrackQuery(id, { refetchOnMountOrArgChange: true });
  return (
    <Query
      of={freshOnly(submission)}
      skeleton={<FormSkeleton />}
      errorText={(error) => errorText(error, 'Failed to load the submission')}
    >
      {(loadedSubmission) =>
        isAnswered(loadedSubmission) ? (
          <AdminSubmissionAnswered submission={loadedSubmission} />
        ) : (
          <AdminProductForm
            submission={loadedSubmission}
            stores={stores}
            facts={<AdminSubmissionFacts submission={loadedSubmission} />}
            onDone={onDone}
          />
        )
      }
    </Query>
  );
}
