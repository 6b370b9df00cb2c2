import { useNavigate, useParams } from 'react-router-dom';
import { AdminTitle } from '#lib/admin/AdminTitle.tsx';
import { useAdminDemoQuery } from '#features/catalog/api/admin-catalog-api.ts';
import { AdminDemoForm } from '#features/catalog/admin/demos/AdminDemoForm.tsx';
import { errorText } from '#lib/calls/api.ts';
import { freshOnly } from '#lib/loading/fresh-only.ts';
import { paths } from '#lib/paths.ts';
import { ListHead } from '#ui/table/ListHead.tsx';
import { Query } from '#ui/feedback/Query.tsx';
import { FormSkeleton } from '#ui/feedback/FormSkeleton.tsx';

/** Creates a demo track, or edits the one whose id is in the address. */
export function DemoFormPage() {
  const { id } = useParams();
  const navigate = useNavigate();
  const toList = () => void navigate(paths.admin.page('demos'));
  const heading = id ? 'Edit Demo Track' : 'Add New Demo Track';
  return (
    <>
      <AdminTitle page={heading} />
      <ListHead title={heading} />
      {id ? <Edit key={id} id={Number(id)} onDone={toList} /> : <AdminDemoForm onDone={toList} />}
    </>
  );
}

function Edit({ id, onDone }: { id: number; onDone: () => void }) {
  const demo = useAdminDemoQuery(id, { refetchOnMountOrArgChange: true });
  return (
    <Query of={freshOnly(demo)} skeleton={<FormSkeleton />} errorText={(error) => errorText(error, 'Failed to load demo track')}>
      {(loadedDemo) => <AdminDemoForm demo={loadedDemo} onDone={onDone} />}
    </Query>
  );
}
