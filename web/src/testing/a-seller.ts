import type { SellerAdminView, SellerView } from '@shop/contracts/views';

/** A store whose identity document waits for a decision, as its owner sees it. */
export const aStore = (more: Partial<SellerView> = {}): SellerView => ({
  id: 3,
  user_id: 7,
  status: 'pending',
  shop_name: 'Night Freight',
  social_link: 'https://www.soundcloud.com/night-freight',
  payment_method: 'paypal',
  paypal_email: 'pay@night.example',
  paypal_confirmed: true,
  card_number: null,
  card_holder_name: null,
  accepted_offer: true,
  offer_version: '1.0',
  offer_accepted_at: '2026-11-05T10:00:00.000Z',
  verification_photo: '/api/sellers/3/verification',
  verification_pages: 1,
  verification_uploaded_at: '2026-11-04T10:00:00.000Z',
  verification_waits: true,
  verification_due_at: '2026-11-06T10:00:00.000Z',
  verification_refused_at: null,
  status_reason: null,
  created_at: '2026-11-01T10:00:00.000Z',
  ...more,
});

export const aSeller = ({ user, payout_changed_at, ...store }: Partial<SellerAdminView> = {}): SellerAdminView => ({
  ...aStore(store),
  payout_changed_at: payout_changed_at ?? null,
  user: user ?? { name: 'Nora', last_name: 'Lind', email: 'nora@example.com', country: 'Sweden' },
});
