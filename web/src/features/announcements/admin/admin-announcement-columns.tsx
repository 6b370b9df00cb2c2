import { dayText } from '@shop/contracts/times';
import type { AnnouncementView } from '@shop/contracts/views';
import { paths } from '#lib/paths.ts';
import { Badge } from '#ui/display/Badge.tsx';
import { Button } from '#ui/action/Button.tsx';
import type { Column } from '#ui/table/DataTable.tsx';
import { RowActions } from '#ui/table/RowActions.tsx';
import styles from './AdminAnnouncements.module.css';

type Acts = {
  mayChange: boolean;
  toggle: (announcement: AnnouncementView) => void;
  isToggling: (id: number) => boolean;
  remove: (announcement: AnnouncementView) => void;
  isRemoving: (id: number) => boolean;
};

export const announcementColumns = ({ mayChange, toggle, isToggling, remove, isRemoving }: Acts): Column<AnnouncementView>[] => [
  { header: 'ID', sort: 'id', number: true, cell: ({ id }) => id },
  {
    header: 'Image',
    cell: ({ image_path }) =>
      image_path ? (
        <img className={styles.thumbnail} src={image_path} alt="" width={64} height={40} loading="lazy" />
      ) : (
        <span className="muted">None</span>
      ),
  },
  {
    header: 'Title',
    sort: 'title',
    wide: true,
    cell: ({ title }) => (
      <span className={styles.title} dir="auto">
        {title}
      </span>
    ),
  },
  {
    header: 'Status',
    sort: 'is_active',
    cell: (announcement) =>
      mayChange ? (
        <Button
          size="s"
          variant={announcement.is_active ? 'primary' : 'secondary'}
          busy={isToggling(announcement.id)}
          title={announcement.is_active ? 'Hide it from users' : 'Show it to users'}
          onClick={() => toggle(announcement)}
        >
          {announcement.is_active ? 'Active' : 'Inactive'}
        </Button>
      ) : (
        <Badge tone={announcement.is_active ? 'signal' : 'plain'}>{announcement.is_active ? 'Active' : 'Inactive'}</Badge>
      ),
  },
  {
    header: 'Created At',
    sort: 'created_at',
    oneLine: true,
    cell: ({ created_at }) => dayText(created_at),
  },
  ...(mayChange
    ? [
        {
          header: 'Actions',
          cell: (announcement: AnnouncementView) => (
            <RowActions
              what={announcement.title}
              actions={[
                { text: 'Edit', to: paths.admin.page(`announcements/edit/${announcement.id}`) },
                { text: 'Delete', danger: true, busy: isRemoving(announcement.id), onClick: () => remove(announcement) },
              ]}
            />
          ),
        },
      ]
    : []),
];
