import type { AnnouncementView } from '@shop/contracts/views';
import { useState } from 'react';
import { useMay } from '../../session/admin-role';
import { errorText } from '#lib/calls/api.ts';
import type { List } from '#lib/use-list-params.ts';
import { Fault } from '#ui/feedback/Fault.tsx';
import { ListTable } from '#ui/table/ListTable.tsx';
import { announcementColumns } from './admin-announcement-columns';
import {
  useAnnouncementsQuery,
  useDeleteAnnouncementMutation,
  useToggleAnnouncementMutation,
} from '../api/admin-announcements-api';

export function AdminAnnouncements({ list }: { list: List }) {
  const { query } = list;
  const announcements = useAnnouncementsQuery(query, { refetchOnMountOrArgChange: true });
  const mayChange = useMay()('changePeople');
  const [toggle, toggling] = useToggleAnnouncementMutation();
  const [remove, removing] = useDeleteAnnouncementMutation();
  const [refusal, setRefusal] = useState<string>();

  async function turn({ id, is_active }: AnnouncementView) {
    setRefusal(undefined);
    const { error } = await toggle({ id, is_active: !is_active, query });
    if (error) setRefusal(errorText(error, 'Failed to update announcement'));
  }
  async function ask({ id }: AnnouncementView) {
    if (!window.confirm('Are you sure you want to delete this announcement?')) return;
    setRefusal(undefined);
    const { error } = await remove(id);
    if (error) setRefusal(errorText(error, 'Failed to delete announcement'));
  }

  return (
    <>
      <Fault>{refusal && `Error: ${refusal}`}</Fault>
      <ListTable
        caption="Announcements"
        of={announcements}
        list={list}
        columns={announcementColumns({
          mayChange,
          toggle: (announcement) => void turn(announcement),
          isToggling: (id) => toggling.isLoading && toggling.originalArgs?.id === id,
          remove: (announcement) => void ask(announcement),
          isRemoving: (id) => removing.isLoading && removing.originalArgs === id,
        })}
        empty={list.isNarrowed ? 'No matching announcements found' : 'No announcements yet'}
        failed={(error) => `Error: ${errorText(error, 'Failed to load announcements')}`}
      />
    </>
  );
}
