import { z } from 'zod';
import { NO_SELLER_STATUS, PAYOUT_METHODS } from '../constants';
import { at, Page } from './shared';
import { SellerSubmissionView } from './submissions';

const seller = {
  id: z.int(),
  user_id: z.int(),
  status: z.string(),
  shop_name: z.string(),
  social_link: z.string().nullable(),
  payment_method: z.enum(PAYOUT_METHODS).nullable(),
  paypal_email: z.string().nullable(),
  paypal_confirmed: z
    .boolean()
    .nullable()
    .meta({ description: 'Whether its seller has confirmed that address; null without one' }),
  card_number: z.string().nullable().meta({ description: 'Its last four digits' }),
  card_holder_name: z.string().nullable(),
  accepted_offer: z.boolean(),
  offer_accepted_at: at.nullable(),
  offer_version: z.string().nullable().meta({ description: 'Of the agreement that was accepted' }),
  verification_photo: z
    .string()
    .nullable()
    .meta({ description: 'The private address of the identity document, for its seller and admins' }),
  verification_pages: z.int().nullable().meta({
    description:
      'As many images as that address has pages (`?page=2`); 0 for one that cannot be shown, null while there is none to show yet',
  }),
  verification_uploaded_at: at.nullable(),
  verification_waits: z.boolean().meta({ description: 'Whether the document waits for the decision of an admin' }),
  verification_due_at: at.nullable().meta({ description: 'When that decision is promised by' }),
  verification_refused_at: at.nullable().meta({ description: 'When the document was not accepted; another may be sent then' }),
  status_reason: z.string().nullable().meta({ description: "Why the store has its status, in the admin's words" }),
  created_at: at,
};

export const SellerView = z.strictObject(seller).meta({ id: 'Seller' });
export type SellerView = z.output<typeof SellerView>;

/** A store, after a change or for its owner. */
export const OneSeller = z.strictObject({ success: z.literal(true), data: SellerView });
export const NoSeller = z.strictObject({
  success: z.literal(true),
  data: z.strictObject({ status: z.literal(NO_SELLER_STATUS) }),
});

/** A store as an admin sees it, with its owner. The owner's fields are empty texts while the account is not yet known. */
export const SellerAdminView = z
  .strictObject({
    ...seller,
    payout_changed_at: at.nullable().meta({ description: 'When the payout details were last changed' }),
    user: z.strictObject({ name: z.string(), last_name: z.string(), email: z.string(), country: z.string() }),
  })
  .meta({ id: 'SellerOfAdmin' });
export type SellerAdminView = z.output<typeof SellerAdminView>;

export const SellersPage = Page(SellerAdminView).extend({ message: z.string() });

/** A whole card number, for an admin who is about to pay. */
export const CardNumberView = z.strictObject({ success: z.literal(true), data: z.strictObject({ card_number: z.string() }) });

/** A track that has been in the shop for six months and is not sold. */
export const UnsoldTrackView = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    category: z.string(),
    price: z.number(),
    seller_id: z.int(),
    shop_name: z.string(),
    created_at: at,
    told_at: at.nullable().meta({ description: 'When its seller was told; null when that is still to come' }),
  })
  .meta({ id: 'UnsoldTrack' });
export type UnsoldTrackView = z.output<typeof UnsoldTrackView>;

export const SellerTrackView = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    category: z.string(),
    img: z.string(),
    price: z.number(),
    bpm: z.number().nullable(),
    music_key: z.string(),
    created_at: at,
    status: z.enum(['Active', 'Not for sale', 'Held', 'Sold', 'Removed']),
    unsold: z.boolean().meta({ description: 'In the shop for six months and not sold' }),
  })
  .meta({ id: 'SellerTrack' });
export type SellerTrackView = z.output<typeof SellerTrackView>;

/** A seller's tracks and submissions, both newest first. */
export const SellerTracksView = z.strictObject({
  success: z.literal(true),
  data: z.array(SellerTrackView),
  submissions: z.array(SellerSubmissionView),
});
