import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { AdminTitle } from '#lib/admin/AdminTitle.tsx';
import { AdminProductEdit } from '#features/catalog/admin/products/AdminProductEdit.tsx';
import { AdminProductForm } from '#features/catalog/admin/products/AdminProductForm.tsx';
import { AdminProductOfSubmission } from '#features/catalog/admin/products/AdminProductOfSubmission.tsx';
import { useStoreChoicesQuery } from '#features/catalog/api/admin-catalog-api.ts';
import { May } from '#features/session/May.tsx';
import { errorText } from '#lib/calls/api.ts';
import { paths } from '#lib/paths.ts';
import { ButtonLink } from '#ui/action/Button.tsx';
import { ListHead } from '#ui/table/ListHead.tsx';
import { Query } from '#ui/feedback/Query.tsx';
import { FormSkeleton } from '#ui/feedback/FormSkeleton.tsx';

/** Creates a track, perhaps from a submission, or edits the one whose id is in the address. */
export function ProductFormPage() {
  const { id } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  // A store may have opened since the list was loaded.
  const stores = useStoreChoicesQuery(undefined, { refetchOnMountOrArgChange: true });
  const submission = Number(search.get('submission')) || null;
  const heading = id ? 'Edit Product' : 'Add New Product';
  const onDone = () => void navigate(paths.admin.page(submission ? 'review-queue' : 'products'));
  return (
    <>
      <AdminTitle page={heading} />
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
          if (id) return <AdminProductEdit key={id} id={Number(id)} stores={data} onDone={onDone} />;
          if (submission) return <AdminProductOfSubmission key={submission} id={submission} stores={data} onDone={onDone} />;
          return <AdminProductForm stores={data} onDone={onDone} />;
        }}
      </Query>
    </>
  );
}
