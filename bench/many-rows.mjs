/** Tracks, and as many people, orders and rows of each long list. */
const TRACKS = Number(process.env.BENCH_TRACKS ?? 10_000);
const PEOPLE = TRACKS;
const STORES = Math.ceil(TRACKS / 5);
const ORDERS = TRACKS;
const SALES = 6 * TRACKS;
/** The first store has this many of the sales; the other stores share the rest. */
const FIRST_STORES_SALES = TRACKS;
/** Coupons and announcements. */
const FEW = Math.ceil(TRACKS / 10);

/** Writes the rows of a shop of many years straight into its databases, in states that give the services no work meanwhile. */
export async function fillWithManyRows({ query }) {
  await Promise.all([
    query('identity', PEOPLE_AND_AUDIT),
    query('catalog', CATALOG),
    query('orders', ORDERS_AND_COUPONS),
    query('notifications', NEWSLETTER),
    query('sellers', STORES_AND_SUBMISSIONS),
  ]);
  await query('sellers', LEDGER);
  for (const service of ['identity', 'catalog', 'orders', 'notifications', 'sellers']) await query(service, 'VACUUM ANALYZE');
}

/** The fields of all three forms of the service page in one object. */
const WISHES = JSON.stringify({
  ...{
    genre: 'Techno',
    bpm: 132,
    version: 'Instrumental',
    projectFile: 'Yes',
    masterVersion: 'No',
    mixVersion: [],
    radioVersion: [],
  },
  ...{ needs: ['Arrangement'], link: '', stemsCount: 24, example: '' },
});

const media = (kind, ending) => `'/media/catalog/' || encode(sha256(('${kind}' || n)::bytea), 'hex') || '.${ending}'`;
const pick = (...choices) => `(ARRAY[${choices.map((choice) => `'${choice}'`).join(', ')}])[1 + n % ${choices.length}]`;
const GENRE = pick('Techno', 'House', 'Trance', 'Drum & Bass', 'Afro House', 'Melodic Techno', 'Dubstep');
const COUNTRY = pick('Norway', 'Germany', 'Brazil', 'Japan', 'Spain');

const PEOPLE_AND_AUDIT = `
  INSERT INTO users (email, name, last_name, country, password_hash, is_seller, created_at)
  SELECT 'person' || n || '@example.com', 'First ' || n % 997, 'Last ' || n, ${COUNTRY}, 'none', n <= ${STORES}, now() - n * interval '1 hour'
  FROM generate_series(1, ${PEOPLE}) AS n;
  INSERT INTO audit_entries (admin_id, action, subject_type, subject_id, subject_name, before, after, at)
  SELECT 1 + n % 5, ${pick('product.changed', 'order.changed', 'coupon.created')}, ${pick('product', 'order', 'coupon')}, n, 'Subject ' || n,
    '{"price": 100}', '{"price": 200}', now() - n * interval '1 minute'
  FROM generate_series(1, ${TRACKS}) AS n;`;

const CATALOG = `
  INSERT INTO stores (seller_id, user_id, version, name, status)
  SELECT n, n, 1, 'Store ' || n, 'active' FROM generate_series(1, ${STORES}) AS n;
  INSERT INTO products (name, category, price_cents, old_price_cents, music_key, type, bpm, download_link, is_hot, exclusive_vocal,
    img, audio, peaks, wave, duration, play_count, seller_id, claim, removed, created_at)
  SELECT 'Track number ' || n, ${GENRE}, 29900 + n % 40 * 1000, 99900, 'A#', 'Instrumental', 90 + n % 90, 'https://files.example/' || n,
    n % 5 = 0, n % 7 = 0, ${media('img', 'webp')}, ${media('audio', 'mp3')}, ${media('peaks', 'json')},
    substr(encode(sha256(('wave' || n)::bytea), 'hex'), 1, 48), 20 + n % 10, n % 1013, CASE WHEN n % 4 > 0 THEN 1 + n % ${STORES} END,
    ${pick('free', 'free', 'sold')}, n % 50 = 0, now() - n * interval '1 hour'
  FROM generate_series(1, ${TRACKS}) AS n;
  INSERT INTO demos (name, category, img, audio, peaks, wave, duration)
  SELECT 'Demo number ' || n, ${GENRE}, ${media('img', 'webp')}, ${media('audio', 'mp3')}, ${media('peaks', 'json')},
    substr(encode(sha256(('wave' || n)::bytea), 'hex'), 1, 48), 20 + n % 10 FROM generate_series(1, ${TRACKS}) AS n;`;

const ORDERS_AND_COUPONS = `
  INSERT INTO coupons (code, discount_percent, is_forever) SELECT 'CODE' || n, 1 + n % 50, true FROM generate_series(1, ${FEW}) AS n;
  INSERT INTO orders (ref, buyer_id, way, status, payment_state, customer, subtotal_cents, discount_cents, fee_cents, total_cents,
    coupon_id, coupon_code, coupon_percent, created_at, paid_at, contracts_hashed)
  SELECT gen_random_uuid(), 1 + n % ${PEOPLE}, 'arranged', CASE WHEN n % 5 = 0 THEN 'cancelled' ELSE 'completed' END,
    CASE WHEN n % 5 = 0 THEN 'expired' WHEN n % 100 = 1 THEN 'refunded' ELSE 'paid' END,
    jsonb_build_object('firstName', 'First', 'lastName', 'Last ' || n, 'email', 'person' || n || '@example.com', 'country', ${COUNTRY}),
    60000 + n % 40 * 1000, 0, 3000, 63000 + n % 40 * 1000,
    CASE WHEN n % 3 = 0 THEN 1 + n % ${FEW} END, CASE WHEN n % 3 = 0 THEN 'CODE' || 1 + n % ${FEW} END, CASE WHEN n % 3 = 0 THEN 10 END,
    now() - n * interval '1 hour', CASE WHEN n % 5 > 0 THEN now() - n * interval '1 hour' END, true
  FROM generate_series(1, ${ORDERS}) AS n;
  INSERT INTO order_items (order_id, product_id, position, name, category, img, seller_id, store_name, project_chosen, price_cents,
    project_cents, discount_cents, paid_cents)
  SELECT (n + 1) / 2, n, n % 2, 'Track number ' || n, ${GENRE}, ${media('img', 'webp')}, 1 + n % ${STORES}, 'Store ' || 1 + n % ${STORES},
    false, 30000, 0, 0, 30000
  FROM generate_series(1, ${2 * ORDERS}) AS n;
  INSERT INTO service_requests (service, buyer_id, request, state, created_at)
  SELECT ${pick('music-production', 'co-producing', 'mixing-mastering')}, 1 + n % ${PEOPLE},
    jsonb_build_object('name', 'Person ' || n, 'email', 'person' || n || '@example.com', 'description', repeat('A long description. ', 30))
      || '${WISHES}',
    ${pick('new', 'answered', 'closed')}, now() - n * interval '1 hour'
  FROM generate_series(1, ${TRACKS}) AS n;`;

const NEWSLETTER = `
  INSERT INTO subscribers (email, is_active, unsubscribe_token, created_at, updated_at)
  SELECT 'reader' || n || '@example.com', n % 3 > 0, 'token' || n, now() - n * interval '1 hour', now() - n * interval '1 minute'
  FROM generate_series(1, ${TRACKS}) AS n;
  INSERT INTO announcements (title, content, is_active, created_at)
  SELECT 'Announcement ' || n, repeat('What is new in the shop. ', 40), n <= 20, now() - n * interval '1 day'
  FROM generate_series(1, ${FEW}) AS n;`;

const STORES_AND_SUBMISSIONS = `
  INSERT INTO sellers (user_id, store_name, status, payment_method, paypal_email, offer_accepted_at, offer_version)
  SELECT n, 'Store ' || n, ${pick('active', 'pending', 'inactive')}, 'paypal', 'person' || n || '@example.com', now() - interval '1 year', '1.0'
  FROM generate_series(1, ${STORES}) AS n;
  INSERT INTO user_copies (user_id, version, name, last_name, email, country)
  SELECT n, 1, 'First ' || n % 997, 'Last ' || n, 'person' || n || '@example.com', ${COUNTRY} FROM generate_series(1, ${STORES}) AS n
  ON CONFLICT (user_id) DO NOTHING;
  INSERT INTO product_copies (product_id, version, seller_id, name, category, img, price_cents, music_key, created_at, unsold_told_at)
  SELECT n, 1, 1 + n % ${STORES}, 'Track number ' || n, ${GENRE}, ${media('img', 'webp')}, 30000, 'A#', now() - interval '7 months', now()
  FROM generate_series(1, ${TRACKS}) AS n;
  INSERT INTO track_submissions (seller_id, track_name, price_cents, genre, bpm, music_key, track_files_link, contact_email, status, reason,
    submitted_at, changed_at, due_at)
  SELECT 1 + n % ${STORES}, 'Sent track ' || n, 30000, ${GENRE}, 120, 'A#', 'https://www.dropbox.com/s/' || n, 'person' || n || '@example.com',
    CASE WHEN n % 2 = 0 THEN 'submitted' ELSE 'rejected' END, CASE WHEN n % 2 = 1 THEN 'Too quiet' END,
    now() - n * interval '1 minute', now(), CASE WHEN n % 2 = 0 THEN now() + n * interval '1 hour' END
  FROM generate_series(1, ${TRACKS}) AS n;`;

/**
 * Bookings of sales, of which one in a hundred is refunded, and of payouts to each store. Prices are whole dollars, so that 30 %
 * of each are whole cents. One transaction, because a booking must sum to zero when it is committed.
 */
const LEDGER = `
  INSERT INTO ledger_transactions
    (kind, source, seller_id, occurred_at, order_id, product_id, track_name, price_cents, project_cents, paid_cents, due_on)
  SELECT 'sale', 'sale ' || n || ' ' || n, CASE WHEN n <= ${FIRST_STORES_SALES} THEN 1 ELSE 2 + n % ${STORES - 1} END,
    now() - n * interval '30 minutes', n, n, 'Track number ' || n, 20000 + n % 40 * 1000, 0, 20000 + n % 40 * 1000,
    (now() - n * interval '30 minutes' + interval '4 days')::date
  FROM generate_series(1, ${SALES}) AS n;
  INSERT INTO ledger_transactions (kind, source, seller_id, occurred_at, reverses)
  SELECT 'refund', 'refund ' || id, seller_id, occurred_at + interval '1 day', id FROM ledger_transactions WHERE order_id % 100 = 0;
  INSERT INTO ledger_transactions (kind, source, seller_id, occurred_at, method, reference, recorded_by)
  SELECT 'payout', 'payout ' || n, CASE WHEN n % 20 = 0 THEN 1 ELSE 1 + n % ${STORES} END, now() - n * interval '1 hour', 'paypal', 'ref' || n, 1
  FROM generate_series(1, ${2 * STORES}) AS n;
  INSERT INTO ledger_entries (transaction_id, account, amount_cents)
  SELECT t.id, part.account, part.share * what.paid_cents / 100 * CASE t.kind WHEN 'sale' THEN 1 ELSE -1 END
  FROM ledger_transactions t JOIN ledger_transactions what ON what.id = coalesce(t.reverses, t.id),
    (VALUES ('clearing', 100), ('commission', -30), ('seller', -70)) part (account, share)
  WHERE t.kind IN ('sale', 'refund');
  INSERT INTO ledger_entries (transaction_id, account, amount_cents)
  SELECT id, part.account, part.cents FROM ledger_transactions, (VALUES ('clearing', -90000), ('seller', 90000)) part (account, cents)
  WHERE kind = 'payout';`;
