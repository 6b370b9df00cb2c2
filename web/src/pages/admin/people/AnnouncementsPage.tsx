import { AdminAnnouncements } from '#features/announcements/admin/AdminAnnouncements.tsx';
import { useAnnouncementsQuery } from '#features/announcements/api/admin-announcements-api.ts';
import { useMay } from '#features/session/admin-role.ts';
import { paths } from '#lib/paths.ts';
import { useListParams } from '#lib/use-list-params.ts';
import { ButtonLink } from '#ui/action/Button.tsx';
import { ListHead } from '#ui/table/ListHead.tsx';
import { SearchBox } from '#ui/form/SearchBox.tsx';

export function AnnouncementsPage() {
  const list = useListParams();
  const may = useMay();
  const announcements = useAnnouncementsQuery(list.query);
  return (
    <>
      <ListHead
        title="Announcements"
        of={announcements}
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
