import { useNavigate, useParams } from 'react-router-dom';
import { AdminTitle } from '#lib/admin/AdminTitle.tsx';
import { AdminAnnouncementForm } from '#features/announcements/admin/AdminAnnouncementForm.tsx';
import { useAnnouncementQuery } from '#features/announcements/api/admin-announcements-api.ts';
import { errorText } from '#lib/calls/api.ts';
import { freshOnly } from '#lib/loading/fresh-only.ts';
import { paths } from '#lib/paths.ts';
import { ListHead } from '#ui/table/ListHead.tsx';
import { Query } from '#ui/feedback/Query.tsx';

/** Creates an announcement, or edits the one whose id is in the address. */
export function AnnouncementFormPage() {
  const { id } = useParams();
  const navigate = useNavigate();
  const toList = () => void navigate(paths.admin.page('announcements'));
  const heading = id ? 'Edit Announcement' : 'Add New Announcement';
  return (
    <>
      <AdminTitle page={heading} />
      <ListHead title={heading} />
      {id ? <Edit key={id} id={Number(id)} onDone={toList} /> : <AdminAnnouncementForm onDone={toList} />}
    </>
  );
}

function Edit({ id, onDone }: { id: number; onDone: () => void }) {
  const announcement = useAnnouncementQuery(id, { refetchOnMountOrArgChange: true });
  return (
    <Query
      of={freshOnly(announcement)}
      skeleton={<p role="status">Loading announcement data...</p>}
      errorText={(error) => errorText(error, 'Failed to load announcement')}
    >
      {(loadedAnnouncement) => <AdminAnnouncementForm announcement={loadedAnnouncement} onDone={onDone} />}
    </Query>
  );
}
