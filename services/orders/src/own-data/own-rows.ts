/** Rows that belong to the buyer alone, by their name in the file of the buyer's own data; they are deleted with the account. */
export const OWN_ROWS = {
  awaited_tracks: {
    table: 'hold_reminders',
    told: 'SELECT product_id, asked_at FROM hold_reminders WHERE buyer_id = $1 ORDER BY product_id',
  },
  coupons_shown: {
    table: 'coupon_checks',
    told: `SELECT code, checked_at FROM coupon_checks JOIN coupons ON coupons.id = coupon_id WHERE buyer_id = $1 ORDER BY checked_at, code`,
  },
  service_requests: {
    table: 'service_requests',
    told: 'SELECT service, state, request, created_at FROM service_requests WHERE buyer_id = $1 ORDER BY id',
  },
} as const;
