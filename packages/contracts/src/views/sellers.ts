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
  verification_photo: string | null;
  created_at: string;
};

export type SellerTrackView = Pick<
  ProductView,
  'id' | 'name' | 'category' | 'img' | 'price' | 'bpm' | 'music_key' | 'created_at'
> & {
  status: string;
};
