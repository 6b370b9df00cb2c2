/**
 * Rows that belong to the buyer alone, by their name in the file of the buyer's own data; they are deleted with the account.
 * `retention` is their line in docs/retention.md: what they are, why they are kept, until when, and in parentheses what removes them.
 */
export const OWN_ROWS = {
  service_requests: {
    table: 'service_requests',
    told: 'SELECT service, state, request, created_at FROM service_requests WHERE buyer_id = $1 ORDER BY id',
    retention: { what: 'Service requests', until: 'to answer them; until the account is deleted (erasure)' },
  },
  coupons_shown: {
    table: 'coupon_checks',
    told: `SELECT code, checked_at FROM coupon_checks JOIN coupons ON coupons.id = coupon_id WHERE buyer_id = $1 ORDER BY checked_at, code`,
    retention: {
      what: 'Coupons that were shown',
      until: 'to let them count; a day; rows until the account is deleted (erasure)',
    },
  },
  awaited_tracks: {
    table: 'hold_reminders',
    told: 'SELECT product_id, asked_at FROM hold_reminders WHERE buyer_id = $1 ORDER BY product_id',
    retention: { what: 'Reminders of held tracks', until: 'to mail them; until the hold ends (the mail, a sale, erasure)' },
  },
} as const;
