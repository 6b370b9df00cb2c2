import type { Right, AdminRole } from '@shop/contracts/constants';
import { dayText } from '@shop/contracts/times';
import type { UserView } from '@shop/contracts/views';
import { Badge } from '#ui/display/Badge.tsx';
import { TimelineLink } from '../../session/TimelineLink';
import type { Column } from '#ui/table/DataTable.tsx';
import { EmailAddress } from '#ui/display/EmailAddress.tsx';
import { RowActions } from '#ui/table/RowActions.tsx';
import styles from './AdminBuyers.module.css';

const ROLE_NAMES: Record<AdminRole, string> = {
  owner: 'Owner',
  catalogue: 'Catalogue',
  support: 'Support',
  finance: 'Finance',
  viewer: 'Viewer',
};

/** The names of the roles with their rights, for the form. */
export const ROLE_CHOICES: Record<AdminRole, string> = {
  owner: 'Owner: sees and changes everything',
  catalogue: 'Catalogue: tracks, demo tracks and submissions',
  support: 'Support: accounts, stores, orders and messages',
  finance: 'Finance: payments, refunds, coupons and payouts',
  viewer: 'Viewer: reads, and changes nothing',
};

type Acts = {
  /** The id of the admin who is logged in, because nobody suspends or deletes their own account. */
  ownId: number | null;
  edit: (user: UserView) => void;
  showOrders: (user: UserView) => void;
  suspend: (user: UserView) => void;
  reinstate: (user: UserView) => void;
  remove: (user: UserView) => void;
  may: (right: Right) => boolean;
  isRemoving: (id: number) => boolean;
};

export const buyerColumns = (acts: Acts): Column<UserView>[] => [
  {
    header: 'ID',
    sort: 'id',
    number: true,
    cell: ({ id, email }) => <TimelineLink subject="account" id={id} name={email} />,
  },
  {
    header: 'Name',
    sort: 'name',
    typed: true,
    cell: ({ name }) => name,
    under: [{ header: 'Last Name', sort: 'last_name', typed: true, cell: ({ last_name }) => last_name }],
  },
  { header: 'Email', sort: 'email', wide: true, cell: ({ email }) => <EmailAddress>{email}</EmailAddress> },
  { header: 'Country', sort: 'country', cell: ({ country }) => country },
  {
    header: 'Role',
    sort: 'is_admin',
    cell: ({ is_admin, admin_role, is_seller, suspended }) => (
      <>
        {is_admin === 1 ? (
          <Badge tone="signal">Admin{admin_role && admin_role !== 'owner' ? `: ${ROLE_NAMES[admin_role]}` : ''}</Badge>
        ) : is_seller ? (
          <Badge>Seller</Badge>
        ) : (
          <span className="muted">Buyer</span>
        )}
        {suspended && (
          <>
            {' '}
            <Badge tone="warm">Suspended</Badge>
            <span className={styles.reason} dir="auto">
              {suspended.reason}
            </span>
          </>
        )}
      </>
    ),
  },
  {
    header: 'Registered',
    sort: 'created_at',
    oneLine: true,
    cell: ({ created_at }) => dayText(created_at),
  },
  { header: 'Actions', cell: (user) => <Actions user={user} {...acts} /> },
];

function Actions({ user, ownId, edit, showOrders, suspend, reinstate, remove, may, isRemoving }: Acts & { user: UserView }) {
  const isOwn = user.id === ownId;
  const maySuspend = !isOwn && may(user.is_admin === 1 ? 'ownTheShop' : 'changePeople');
  return (
    <RowActions
      what={user.email}
      actions={[
        { text: 'Orders', name: `Orders of ${user.email}`, onClick: () => showOrders(user) },
        may('changePeople') && { text: 'Edit', onClick: () => edit(user) },
        maySuspend &&
          (user.suspended
            ? { text: 'Reinstate', onClick: () => reinstate(user) }
            : { text: 'Suspend', onClick: () => suspend(user) }),
        !isOwn && may('ownTheShop') && { text: 'Delete', danger: true, busy: isRemoving(user.id), onClick: () => remove(user) },
      ]}
    />
  );
}
