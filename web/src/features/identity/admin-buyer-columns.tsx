import type { UserView } from '@shop/contracts/views';
import { dayText } from '../../lib/dates';
import { Badge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import type { Column } from '../../ui/DataTable';
import { RowActions } from '../../ui/RowActions';
import styles from './AdminBuyers.module.css';

type Acts = {
  edit: (user: UserView) => void;
  showOrders: (user: UserView) => void;
  remove: (user: UserView) => void;
  isRemoving: (id: number) => boolean;
};

export const buyerColumns = ({ edit, showOrders, remove, isRemoving }: Acts): Column<UserView>[] => [
  { header: 'ID', sort: 'id', number: true, cell: ({ id }) => id },
  { header: 'Name', sort: 'name', cell: ({ name }) => name },
  { header: 'Last Name', sort: 'last_name', cell: ({ last_name }) => last_name },
  { header: 'Email', sort: 'email', wide: true, cell: ({ email }) => <span className={styles.email}>{email}</span> },
  { header: 'Country', sort: 'country', cell: ({ country }) => country },
  {
    header: 'Role',
    sort: 'is_admin',
    cell: ({ is_admin, is_seller }) =>
      is_admin === 1 ? (
        <Badge tone="signal">Admin</Badge>
      ) : is_seller ? (
        <Badge>Seller</Badge>
      ) : (
        <span className="muted">Buyer</span>
      ),
  },
  {
    header: 'Registered',
    sort: 'created_at',
    oneLine: true,
    cell: ({ created_at }) => dayText(created_at),
  },
  {
    header: 'Actions',
    cell: (user) => (
      <RowActions>
        <Button size="s" aria-label={`Orders of ${user.email}`} onClick={() => showOrders(user)}>
          Orders
        </Button>
        <Button size="s" aria-label={`Edit ${user.email}`} onClick={() => edit(user)}>
          Edit
        </Button>
        <Button
          size="s"
          variant="danger"
          busy={isRemoving(user.id)}
          aria-label={`Delete ${user.email}`}
          onClick={() => remove(user)}
        >
          Delete
        </Button>
      </RowActions>
    ),
  },
];
