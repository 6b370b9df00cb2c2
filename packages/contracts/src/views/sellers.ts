import type { PayoutMethod } from '../constants';
import type { ProductView } from './catalog';

export type SellerView = {
  id: number;
  user_id: number;
  status: string;
  shop_name: string;
  social_link: string | null;
  payment_method: PayoutMethod | null;
  paypal_email: string | null;
  card_number: string | null;
  card_holder_name: string | null;
  accepted_offer: boolean;
  offer_accepted_at: string | null;
  /** Of the agreement that was accepted. */
  offer_version: string | null;
  /** The private address of the identity document, for its seller and admins. */
  verification_photo: string | null;
  verification_type: 'image' | 'pdf' | null;
  verification_uploaded_at: string | null;
  /** When the document was not accepted; another may be sent then. */
  verification_refused_at: string | null;
  /** Why the store has its status, in the admin's words. */
  status_reason: string | null;
  created_at: string;
};

/** What the admin sees of a store: its owner beside it. */
export type SellerAdminView = SellerView & { user: { name: string; last_name: string; email: string; country: string } };

/** A track that nobody bought for six months. */
export type UnsoldTrackView = {
  id: number;
  name: string;
  category: string;
  price: number;
  seller_id: number;
  shop_name: string;
  created_at: string;
  /** When its seller was told; null when that is still to come. */
  told_at: string | null;
};

export type SellerTrackView = Pick<
  ProductView,
  'id' | 'name' | 'category' | 'img' | 'price' | 'bpm' | 'music_key' | 'created_at'
> & {
  /** Active, Held, Sold or Removed. */
  status: string;
  /** On sale for six months and not bought. */
  unsold: boolean;
};
