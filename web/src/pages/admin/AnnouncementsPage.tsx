import { AdminAnnouncements } from '../../features/announcements/AdminAnnouncements';
import { useAnnouncementsQuery } from '../../features/announcements/adminAnnouncementsApi';
import { useMay } from '../../lib/admin-role';
import { paths } from '../../lib/paths';
import { useListParams } from '../../lib/use-list-params';
import { ButtonLink } from '../../ui/Button';
import { ListHead } from '../../ui/ListHead';
import { SearchBox } from '../../ui/SearchBox';

/** What the shop tells its visitors, as a list (spec 3 §2). */
export function AnnouncementsPage() {
  const list = useListParams();
  const may = useMay();
  const { data } = useAnnouncementsQuery(list.query);
  return (
    <>
      <title>Announcements</title>
      <ListHead
        title="Announcements"
        total={data?.pagination.total}
        action={
          may('changePeople') && (
            <ButtonLink variant="primary" size="s" to={paths.admin.page('announcements/new')}>
              Add New Announcement
            </ButtonLink>
          )
        }
      >
        <SearchBox label="Search by title" value={list.params.q} onChange={(q) => list.change({ q })} />
      </ListHead>
      <AdminAnnouncements list={list} />
    </>
  );
}
