import type { Right } from '@shop/contracts/constants';
import { dayText } from '@shop/contracts/times';
import type { SellerAdminView } from '@shop/contracts/views';
import { TimelineLink } from '#features/session/TimelineLink.tsx';
import type { Column } from '#ui/table/DataTable.tsx';
import { EmailAddress } from '#ui/display/EmailAddress.tsx';
import { RowActions } from '#ui/table/RowActions.tsx';
import { AdminDocument } from '../queue/AdminDocument';
import { AdminSellerStatus } from './AdminSellerStatus';
import { SocialLink } from '../../public/parts/SocialLink';

type Act = (seller: SellerAdminView) => void;

/** The PayPal address, or the card by its last four digits. */
function paymentText({ payment_method: method, paypal_email: email, card_number: last4 }: SellerAdminView): string {
  if (method === 'paypal' && email) return email;
  return method === 'card' && last4 ? `**** **** **** ${last4}` : 'Not set';
}

type Acts = { may: (right: Right) => boolean; edit: Act; remove: Act; isRemoving: (id: number) => boolean };

export const adminSellerColumns = ({ may, edit, remove, isRemoving }: Acts): Column<SellerAdminView>[] => [
  {
    header: 'ID',
    sort: 'id',
    number: true,
    cell: ({ id, shop_name }) => <TimelineLink subject="store" id={id} name={shop_name} />,
  },
  {
    header: 'Name',
    sort: 'name',
    typed: true,
    cell: ({ user }) => user.name,
    under: [{ header: 'Last Name', sort: 'last_name', typed: true, cell: ({ user }) => user.last_name }],
  },
  {
    header: 'Email',
    sort: 'email',
    cell: ({ user }) => <EmailAddress>{user.email}</EmailAddress>,
    under: [{ header: 'Country', sort: 'country', cell: ({ user }) => user.country }],
  },
  { header: 'Verification', sort: 'verification_uploaded_at', cell: (seller) => <AdminDocument store={seller} /> },
  {
    header: 'Shop',
    sort: 'shop_name',
    wide: true,
    typed: true,
    cell: ({ shop_name }) => <strong dir="auto">{shop_name}</strong>,
    under: [
      { header: 'Social', typed: true, cell: ({ social_link }) => (social_link ? <SocialLink link={social_link} /> : '–') },
      { header: 'Payment', typed: true, cell: paymentText },
    ],
  },
  { header: 'Status', sort: 'status', cell: (seller) => <AdminSellerStatus seller={seller} /> },
  {
    header: 'Offer Accepted',
    cell: ({ accepted_offer }) => (accepted_offer ? 'Yes' : 'No'),
    under: [
      {
        header: 'Accepted At',
        sort: 'offer_accepted_at',
        oneLine: true,
        cell: ({ offer_accepted_at: at }) => (at ? dayText(at) : '–'),
      },
    ],
  },
  {
    header: 'Actions',
    cell: (seller) => (
      <RowActions
        what={seller.shop_name}
        actions={[
          (may('changeStores') || may('changeMoney')) && { text: 'Edit', onClick: () => edit(seller) },
          may('changeStores') && { text: 'Delete', danger: true, busy: isRemoving(seller.id), onClick: () => remove(seller) },
        ]}
      />
    ),
  },
];
