import { dayText } from '@shop/contracts/times';
import type { SellerAdminView } from '@shop/contracts/views';
import type { Column } from '#ui/table/DataTable.tsx';
import { RowActions } from '#ui/table/RowActions.tsx';
import { TwoLines } from '#ui/display/TwoLines.tsx';
import { AdminDocument } from './AdminDocument';
import { DueClock } from '#ui/display/DueClock.tsx';
import { SocialLink } from '../../public/parts/SocialLink';

type Act = (store: SellerAdminView) => void;
type DocumentActs = { mayJudge: boolean; busyWith: (id: number) => boolean; activate: Act; refuse: Act };

/** The columns: the store, when its document was sent, the promised time, and the two decisions. */
export const adminDocumentColumns = ({ mayJudge, busyWith, activate, refuse }: DocumentActs): Column<SellerAdminView>[] => [
  {
    header: 'Store',
    sort: 'shop_name',
    wide: true,
    cell: ({ shop_name, social_link }) => (
      <TwoLines below={social_link ? <SocialLink link={social_link} /> : 'no link'}>
        <strong dir="auto">{shop_name}</strong>
      </TwoLines>
    ),
  },
  {
    header: 'Owner',
    sort: 'last_name',
    cell: ({ user }) => (
      <TwoLines below={`${user.email} · ${user.country}`}>
        {user.name} {user.last_name}
      </TwoLines>
    ),
  },
  { header: 'Document', cell: (store) => <AdminDocument store={store} /> },
  {
    header: 'Sent',
    oneLine: true,
    cell: ({ verification_uploaded_at: at }) => (at ? dayText(at) : '–'),
  },
  {
    header: 'Due',
    sort: 'verification_due_at',
    cell: ({ verification_due_at: at }) => (at ? <DueClock dueAt={at} /> : '–'),
  },
  ...(mayJudge
    ? [
        {
          header: 'Actions',
          cell: (store: SellerAdminView) => {
            const { id, shop_name: name } = store;
            const busy = busyWith(id);
            return (
              <RowActions
                what={name}
                actions={[
                  { text: 'Activate', name: `Activate: ${name}`, primary: true, busy, onClick: () => activate(store) },
                  { text: 'Refuse', name: `Refuse: ${name}`, danger: true, busy, onClick: () => refuse(store) },
                ]}
              />
            );
          },
        },
      ]
    : []),
];
