import { personalDataGathered, type DataOf, type PersonalDataRequested } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';
import { claimsOf } from '../buyer-claims/claim-people';
import { OWN_ROWS } from './own-rows';

/**
 * Announces the orders and requests of a user who asks for their data, without the links that open the files
 * (docs/product/accounts.md#downloading-ones-own-data).
 */
export async function tellPersonalDataWhenRequested(
  { db, emit }: Tx,
  request: DataOf<typeof PersonalDataRequested>,
): Promise<void> {
  const rows = (sql: string) => db.query<Record<string, unknown>[]>(sql, [request.userId]);
  const [buyer] = await rows('SELECT name, last_name, email FROM buyers WHERE user_id = $1');
  const personalData: Record<string, unknown> = {
    known_as: buyer ?? null,
    orders: await rows(ORDERS),
    held_tracks: await rows(
      'SELECT order_id, product_id, held_at, until FROM holds WHERE buyer_id = $1 ORDER BY order_id, product_id',
    ),
  };
  Object.assign(personalData, await claimsOf(db, request.userId));
  for (const [name, { told }] of Object.entries(OWN_ROWS)) personalData[name] = await rows(told);
  await emit(...personalDataGathered(request, 'orders', personalData));
}

const ORDERS = `
  SELECT id, created_at, paid_at, way, status, payment_state, customer, subtotal_cents, discount_cents, fee_cents, total_cents,
    coupon_code, coupon_percent, terms_version, terms_address,
    (SELECT coalesce(json_agg(json_build_object('product_id', product_id, 'name', name, 'category', category, 'store', store_name,
        'project', CASE WHEN project_chosen THEN project_name END, 'price_cents', price_cents, 'project_cents', project_cents,
        'discount_cents', discount_cents, 'paid_cents', paid_cents, 'downloads', download_count,
        'project_downloads', project_download_count, 'certificate', certificate_code, 'shows_buyer', shows_buyer) ORDER BY position), '[]')
      FROM order_items WHERE order_id = orders.id) AS tracks,
    (SELECT coalesce(json_agg(json_build_object('method', method, 'reference', reference, 'amount_cents', amount_cents,
        'captured_at', captured_at)), '[]')
      FROM payments WHERE order_id = orders.id) AS payments,
    (SELECT coalesce(json_agg(json_build_object('reference', reference, 'amount_cents', amount_cents,
        'refunded_at', refunded_at) ORDER BY refunded_at), '[]')
      FROM refunds WHERE order_id = orders.id) AS refunds,
    (SELECT coalesce(json_agg(json_strip_nulls(json_build_object('at', at, 'product_id', product_id, 'project', project,
        'mail', mail_kind)) ORDER BY id), '[]')
      FROM order_deliveries WHERE order_id = orders.id) AS deliveries,
    (SELECT coalesce(json_agg(json_build_object('facts', facts, 'evidence', evidence) ORDER BY kind DESC, nth), '[]')
      FROM invoices WHERE order_id = orders.id) AS invoices
  FROM orders WHERE buyer_id = $1 ORDER BY id`;
