import { useNavigate, useParams } from 'react-router-dom';
import { AdminAnnouncementForm } from '../../../features/announcements/admin/AdminAnnouncementForm';
import { useAnnouncementQuery } from '../../../features/announcements/api/admin-announcements-api';
import { errorText } from '../../../lib/calls/api';
import { paths } from '../../../lib/paths';
import { ListHead } from '../../../ui/table/ListHead';
import { Query } from '../../../ui/feedback/Query';

/** Creates an announcement, or edits the one whose id is in the address. */
export function AnnouncementFormPage() {
  const { id } = useParams();
  const navigate = useNavigate();
  const toList = () => void navigate(paths.admin.page('announcements'));
  const heading = id ? 'Edit Announcement' : 'Add New Announcement';
  return (
    <>
      <title>{heading}</title>
      <ListHead title={heading} />
      {id ? <Edit key={id} id={Number(id)} onDone={toList} /> : <AdminAnnouncementForm onDone={toList} />}
    </>
  );
}

function Edit({ id, onDone }: { id: number; onDone: () => void }) {
  // an edit starts with fresh data, never with cached ones, and they do not change while somebody edits
  const announcement = useAnnouncementQuery(id, { refetchOnMountOrArgChange: true });
  const fresh = announcement.isFetching ? { ...announcement, data: undefined } : announcement;
  return (
    <Query
      of={fresh}
      skeleton={<p role="status">Loading announcement data...</p>}
      errorText={(error) => errorText(error, 'Failed to load announcement')}
    >
      {(kept) => <AdminAnnouncementForm kept={kept} onDone={onDone} />}
    </Query>
  );
}
