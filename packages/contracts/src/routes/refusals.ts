/** Refusals that several calls have. Codes are for programs; the sentences are for readers of the API's description. */

/** The refusal of an object that does not exist. */
export const noSuch = <const Resource extends string>(resource: Resource) =>
  ({ '404 not-found': `There is no such ${resource}` }) as const;

export const BOT_CHECK = { '400 bot-check': 'Nothing says that a person sends it' } as const;

export const SUSPENDED = { '403 suspended': 'The account is suspended' } as const;

/** The refusal of calls that change an account's protection with a session alone. They declare the limit `ownPassword` too. */
export const OWN_PASSWORD = { '400 wrong-password': 'This is not the password of the account' } as const;

export const EMAIL_TAKEN = { '409 email-taken': 'Another account has the address' } as const;

export const STORE_NAME_TAKEN = { '409 store-name-taken': 'Another store has the name' } as const;

/** The refusals that keep the shop from losing its last owner. */
export const LAST_OWNER = {
  '409 own-account': "It is the caller's own account",
  '409 last-admin': 'The shop would be left without an owner',
} as const;

/** The refusals for a store that cannot be closed yet (docs/product/selling.md#closing-a-store). */
export const STORE_OPEN = {
  '409 owed': 'Money is owed to the store',
  '409 sale-under-way': 'A buyer holds a track of the store or is paying for one',
} as const;

/** The refusals of a checkout. `details` has each track's problem, and the others' totals (docs/product/checkout.md#conflicts). */
export const CHECKOUT_CONFLICTS = {
  '409 sold': 'A track has been sold',
  '409 removed': 'A track is no longer in the shop',
  '409 own-track': 'Nobody buys a track of their own store',
  '409 held': 'Another order holds a track',
  '409 coupon': 'The coupon does not count for this purchase',
  '409 price-changed': 'The total is another than the one that was shown',
} as const;

export const TRACK_NOT_FREE = {
  '409 sold': 'The track is sold',
  '409 held': 'A buyer is paying for the track',
  '409 removed': 'The track was removed from the shop',
} as const;

export const ADDED_ALREADY = {
  '409 added-already': 'The upload has added something already, and now says something else: `details.id`',
} as const;

export const UPLOAD_GIVEN_UP = { '400 given-up': 'The sender has left' } as const;

/** Why money of an order is not given back, or not now. */
export const NO_REFUND = {
  '409 not-paid': 'The order is not paid, or only all of what it paid can be given back',
  '409 not-paypal': 'It was paid another way than by PayPal: record the refund',
  '409 already-refunded': 'Its money was given back already, or that of the chosen tracks',
  '409 amount-changed': 'Another amount than the one that was shown',
  '409 refund-under-way': 'Another refund of the order is not settled yet',
  '409 disputed': "The buyer has opened a dispute: money goes back by accepting the buyer's claim",
  '409 too-late': 'PayPal takes no refund of a payment that is older than 180 days',
} as const;
