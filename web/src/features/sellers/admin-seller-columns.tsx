import type { SellerAdminView } from '@shop/contracts/views';
import { dayText } from '../../lib/dates';
import { Button } from '../../ui/Button';
import type { Column } from '../../ui/DataTable';
import { AdminDocument } from './AdminDocument';
import styles from './AdminSellers.module.css';
import { AdminSellerStatus } from './AdminSellerStatus';
import { SocialLink } from './SocialLink';

type Act = (seller: SellerAdminView) => void;

/** The PayPal address, or the card by its last four digits (spec 3 §2). */
export function paymentText({ payment_method: method, paypal_email: email, card_number: last4 }: SellerAdminView): string {
  if (method === 'paypal' && email) return email;
  return method === 'card' && last4 ? `**** **** **** ${last4}` : 'Not set';
}

export const adminSellerColumns = (edit: Act, remove: Act, isRemoving: (id: number) => boolean): Column<SellerAdminView>[] => [
  { header: 'ID', sort: 'id', number: true, cell: ({ id }) => id },
  { header: 'Name', sort: 'name', cell: ({ user }) => user.name },
  { header: 'Last Name', sort: 'last_name', cell: ({ user }) => user.last_name },
  { header: 'Email', sort: 'email', cell: ({ user }) => user.email },
  { header: 'Country', sort: 'country', cell: ({ user }) => user.country },
  { header: 'Verification', sort: 'verification_uploaded_at', cell: (seller) => <AdminDocument store={seller} /> },
  { header: 'Shop', sort: 'shop_name', cell: ({ shop_name }) => <strong>{shop_name}</strong> },
  {
    header: 'Social',
    cell: ({ social_link: link }) =>
      link ? (
        <span className={styles.link}>
          <SocialLink link={link} />
        </span>
      ) : (
        <span className="muted">–</span>
      ),
  },
  { header: 'Payment', cell: (seller) => <span className={styles.payment}>{paymentText(seller)}</span> },
  { header: 'Status', sort: 'status', cell: (seller) => <AdminSellerStatus seller={seller} /> },
  { header: 'Offer Accepted', cell: ({ accepted_offer }) => (accepted_offer ? 'Yes' : 'No') },
  {
    header: 'Accepted At',
    sort: 'offer_accepted_at',
    cell: ({ offer_accepted_at: at }) => (at ? dayText(at) : <span className="muted">–</span>),
  },
  {
    header: 'Actions',
    cell: (seller) => (
      <div className={styles.actions}>
        <Button size="s" aria-label={`Edit ${seller.shop_name}`} onClick={() => edit(seller)}>
          Edit
        </Button>
        <Button
          size="s"
          variant="danger"
          busy={isRemoving(seller.id)}
          aria-label={`Delete ${seller.shop_name}`}
          onClick={() => remove(seller)}
        >
          Delete
        </Button>
      </div>
    ),
  },
];
