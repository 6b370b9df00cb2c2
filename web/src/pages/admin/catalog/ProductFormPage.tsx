import type { StoreChoice } from '@shop/contracts/views';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import {
  useAdminProductQuery,
  useStoreChoicesQuery,
  useSubmittedTrackQuery,
} from '../../../features/catalog/api/admin-catalog-api';
import { AdminProductForm } from '../../../features/catalog/admin/products/AdminProductForm';
import { AdminSubmissionAnswered, isAnswered } from '../../../features/catalog/admin/products/AdminSubmissionAnswered';
import { AdminSubmissionFacts } from '../../../features/catalog/admin/products/AdminSubmissionFacts';
import { AdminUnchangeable } from '../../../features/catalog/admin/products/AdminUnchangeable';
import { useMay } from '../../../features/session/admin-role';
import { May } from '../../../features/session/May';
import { errorText } from '../../../lib/calls/api';
import { paths } from '../../../lib/paths';
import { ButtonLink } from '../../../ui/action/Button';
import { EmptyState } from '../../../ui/feedback/EmptyState';
import { ListHead } from '../../../ui/table/ListHead';
import { Query } from '../../../ui/feedback/Query';
import { FormSkeleton } from '../../../ui/feedback/FormSkeleton';

type Part = { stores: readonly StoreChoice[]; onDone: () => void };

/** Creates a track, perhaps from a submission, or edits the one whose id is in the address. */
export function ProductFormPage() {
  const { id } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  // a store may have opened since the list was read
  const stores = useStoreChoicesQuery(undefined, { refetchOnMountOrArgChange: true });
  const submission = Number(search.get('submission')) || null;
  const heading = id ? 'Edit Product' : 'Add New Product';
  const onDone = () => void navigate(paths.admin.page(submission ? 'review-queue' : 'products'));
  return (
    <>
      <title>{heading}</title>
      <ListHead
        title={heading}
        action={
          id && (
            <May right="readTimeline">
              <ButtonLink size="s" to={paths.admin.timelineOf('track', Number(id))}>
                Timeline
              </ButtonLink>
            </May>
          )
        }
      />
      <Query of={stores} skeleton={<FormSkeleton />} errorText={(error) => errorText(error, 'Failed to load the stores')}>
        {({ data }) => {
          if (id) return <Edit key={id} id={Number(id)} stores={data} onDone={onDone} />;
          if (submission) return <FromSubmission key={submission} id={submission} stores={data} onDone={onDone} />;
          return <AdminProductForm stores={data} onDone={onDone} />;
        }}
      </Query>
    </>
  );
}

function Edit({ id, stores, onDone }: Part & { id: number }) {
  const mayChange = useMay()('changeCatalogue');
  // an edit starts with fresh data, never with cached ones, and they do not change while somebody edits
  const product = useAdminProductQuery(id, { refetchOnMountOrArgChange: true });
  const fresh = product.isFetching ? { ...product, data: undefined } : product;
  return (
    <Query of={fresh} skeleton={<FormSkeleton />} errorText={(error) => errorText(error, 'Failed to load product')}>
      {(kept) => {
        if (kept.status !== 'active') return <AdminUnchangeable product={kept} onDone={onDone} />;
        if (mayChange) return <AdminProductForm kept={kept} stores={stores} onDone={onDone} />;
        return <EmptyState title="Your role does not allow this">Please ask an owner of the shop if you need it.</EmptyState>;
      }}
    </Query>
  );
}

function FromSubmission({ id, stores, onDone }: Part & { id: number }) {
  const submission = useSubmittedTrackQuery(id, { refetchOnMountOrArgChange: true });
  const fresh = submission.isFetching ? { ...submission, data: undefined } : submission;
  return (
    <Query of={fresh} skeleton={<FormSkeleton />} errorText={(error) => errorText(error, 'Failed to load the submission')}>
      {(sent) =>
        isAnswered(sent) ? (
          <AdminSubmissionAnswered submission={sent} />
        ) : (
          <AdminProductForm
            submission={sent}
            stores={stores}
            facts={<AdminSubmissionFacts submission={sent} />}
            onDone={onDone}
          />
        )
      }
    </Query>
  );
}
