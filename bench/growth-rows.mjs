/*
 * The rows of a shop of a given size. Each order has sold one track. The shares are the same at every size: 20 orders a buyer, 50
 * tracks for sale and 50 sales a store.
 */

/** The ids of tracks for sale begin after this number. A sold track has the id of its order. */
export const FOR_SALE = 100_000_000;
/** The ids of people begin after this number, because a new shop has accounts of its own. */
export const PEOPLE_FROM = 1000;
/** Orders by the bench's calls have ids from here on, apart from the rows of the next size. */
const OWN_ORDERS = 500_000_000;
export const ORDERS_EACH = 20;
const TRACKS_EACH = 50;

/** The token with which a person unsubscribes from the newsletter. */
export const unsubscribeToken = (person) => `token${person}`.padEnd(43, 'x');
/** The price of the nth track for sale in dollars, by the same rule as the SQL below. */
export const priceOf = (n) => 199 + (n % 80) * 10;
export const buyersOf = (orders) => Math.max(1, Math.ceil(orders / ORDERS_EACH));
const storesOf = (tracks) => Math.max(1, Math.ceil(tracks / TRACKS_EACH));

/** Grows the shop from one size to another by writing rows straight into the databases. A size is `{ tracks, orders }`. */
export async function grow({ query }, from, to) {
  const people = [buyersOf(from.orders), buyersOf(to.orders)];
  const stores = [storesOf(from.tracks), storesOf(to.tracks)];
  if (from.tracks === 0) people[0] = stores[0] = 0;
  const [, lastStore] = stores;
  await query('catalog', STORES, stores);
  await query('catalog', products('free', FOR_SALE), [from.tracks, to.tracks, lastStore]);
  await query('catalog', products('sold', 0), [from.orders, to.orders, lastStore]);
  await query('identity', PEOPLE, people);
  for (const sql of [BUYERS, STORES_OF_ORDERS]) await query('orders', sql, sql === BUYERS ? people : stores);
  await query('orders', copies(FOR_SALE), [from.tracks, to.tracks, lastStore]);
  await query('orders', copies(0), [from.orders, to.orders, lastStore]);
  for (const sql of [ORDERS, ITEMS, CLAIMS, PAYMENTS])
    await query('orders', sql, [from.orders, to.orders, ...(sql === ITEMS ? [lastStore] : [])]);
  await query(
    'orders',
    `SELECT setval(pg_get_serial_sequence('orders', 'id'), greatest(${OWN_ORDERS}, (SELECT max(id) FROM orders)))`,
  );
  await query('sellers', SELLERS, stores);
  await query('sellers', COPIES_OF_SELLERS, [from.tracks, to.tracks, lastStore]);
  await query('sellers', sales(from.tracks, to.tracks, lastStore));
  await query('notifications', SUBSCRIBERS, people);
  await query('catalog', 'UPDATE product_list SET version = version + 1');
  for (const service of ['identity', 'catalog', 'orders', 'sellers', 'notifications']) await query(service, 'VACUUM ANALYZE');
  // Otherwise Postgres would write all these rows to disk while the first calls are measured.
  await query('postgres', 'CHECKPOINT');
}

/** Waits until all bookings are under seals, because sealing takes CPU that would be measured with the calls. */
export async function sealed({ query }, pause) {
  for (;;) {
    const [{ left }] = await query('sellers', 'SELECT count(*)::int AS left FROM unsealed');
    if (left === 0) return;
    await pause(1000);
  }
}

const SERIES = 'generate_series($1::int + 1, $2::int) AS n';
const media = (kind, ending) => `'/media/catalog/' || encode(sha256(('${kind}' || n)::bytea), 'hex') || '.${ending}'`;
const pick = (choices, by) =>
  `(ARRAY[${choices.map((choice) => `'${choice}'`).join(', ')}])[1 + (n * ${by}::bigint / 7919) % ${choices.length}]`;
const GENRES =
  'Afro House,Ambient,Bass House,Big Room,Breaks,Chillout,Deep House,Drum & Bass,Dubstep,EDM,Future Bass,Hard Techno,House,Indie Dance,Lo-Fi,Melodic House,Melodic Techno,Minimal,Psy Trance,Slap House,Techno,Trance,Trap,UK Garage'.split(
    ',',
  );
const KEYS = 'A,A#,B,C,C#,D,D#,E,F,F#,G,G#'.split(',');
const FIRST =
  'Night,Silver,Broken,Neon,Velvet,Hollow,Golden,Static,Distant,Crimson,Paper,Glass,Midnight,Electric,Quiet,Burning'.split(',');
const SECOND =
  'Drive,Harbour,Signal,Motion,Garden,Mirror,Echo,Station,River,Shadow,Engine,Horizon,Summer,Machine,Letter,Circuit,Fever'.split(
    ',',
  );
const GENRE = pick(GENRES, 7907);
/** The number of made-up words in the names. A searched word is compared with each of them. */
const WORDS = 40_000;
/** One of 90 syllables. */
const syllable = (nth) =>
  `substr('bcdfghjklmnprstvwz', (1 + ${nth} % 18)::int, 1) || substr('aeiou', (1 + ${nth} / 18 % 5)::int, 1)`;
/** A word of three syllables. The factor and 90^3 have no common divisor, so all words differ. */
const SPELLED = `(n % ${WORDS} * 104729::bigint % 729000)`;
const WORD = [SPELLED, `(${SPELLED} / 90)`, `(${SPELLED} / 8100)`].map(syllable).join(' || ');
const NAME = `${pick(FIRST, 104729)} || ' ' || ${pick(SECOND, 15485863)} || ' ' || ${WORD}`;
const STORE = '1 + n % $3::int';
const BUYER = `${PEOPLE_FROM} + 1 + (n - 1) / ${ORDERS_EACH}`;
const AGE = `now() - n * interval '1 minute'`;

const STORES = `INSERT INTO stores (seller_id, user_id, version, name, status) SELECT n, n + ${PEOPLE_FROM}, 1, 'Store ' || n, 'active' FROM ${SERIES}`;

const products = (claim, base) => `
  INSERT INTO products (id, name, category, price_cents, old_price_cents, music_key, key_mode, type, bpm, download_link, is_hot, exclusive_vocal,
    img, audio, peaks, wave, duration, play_count, seller_id, claim, claim_version, created_at)
  OVERRIDING SYSTEM VALUE
  SELECT ${base} + n, ${NAME}, ${GENRE}, 19900 + n % 80 * 1000, NULL, ${pick(KEYS, 1299709)}, ${pick(['major', 'minor'], 32452843)},
    CASE WHEN n % 3 = 0 THEN 'Vocal/Instrumental' ELSE 'Instrumental' END, 80 + n * 31 % 100, 'https://files.example/' || n, n % 500 = 0, n % 7 = 0,
    ${media('img', 'webp')}, ${media('audio', 'mp3')}, ${media('peaks', 'json')}, substr(encode(sha256(('wave' || n)::bytea), 'hex'), 1, 48) || repeat('7f', 24),
    180 + n % 200, n % 1013, ${STORE}, '${claim}', 1, ${AGE}
  FROM ${SERIES}`;

const PEOPLE = `
  INSERT INTO users (id, email, name, last_name, country, password_hash, created_at) OVERRIDING SYSTEM VALUE
  SELECT n + ${PEOPLE_FROM}, 'person' || n || '@example.com', 'First ' || n % 997, 'Last ' || n, 'Norway', 'none', ${AGE} FROM ${SERIES}`;

const BUYERS = `
  INSERT INTO buyers (user_id, version, name, last_name, email)
  SELECT n + ${PEOPLE_FROM}, 1, 'First ' || n % 997, 'Last ' || n, 'person' || n || '@example.com' FROM ${SERIES}`;

const STORES_OF_ORDERS = `INSERT INTO stores (seller_id, user_id, version, store_name, status) SELECT n, n + ${PEOPLE_FROM}, 1, 'Store ' || n, 'active' FROM ${SERIES}`;

const copies = (base) => `
  INSERT INTO product_copies (product_id, version, name, category, img, price_cents, seller_id, seller_user_id, store_name, download_link)
  SELECT ${base} + n, 1, ${NAME}, ${GENRE}, ${media('img', 'webp')}, 19900 + n % 80 * 1000, ${STORE}, ${STORE} + ${PEOPLE_FROM}, 'Store ' || ${STORE},
    'https://files.example/' || n
  FROM ${SERIES}`;

const ORDERS = `
  INSERT INTO orders (id, ref, buyer_id, way, status, payment_state, customer, subtotal_cents, discount_cents, fee_cents, total_cents, created_at, paid_at,
    contracts_hashed)
  OVERRIDING SYSTEM VALUE
  SELECT n, gen_random_uuid(), ${BUYER}, 'arranged', 'completed', 'paid',
    jsonb_build_object('firstName', 'First', 'lastName', 'Last ' || n, 'email', 'person' || n || '@example.com', 'country', 'Norway'),
    40000, 0, 2000, 42000, ${AGE}, ${AGE}, true
  FROM ${SERIES}`;

const ITEMS = `
  INSERT INTO order_items (order_id, product_id, position, name, category, img, seller_id, store_name, project_chosen, price_cents, project_cents,
    discount_cents, paid_cents)
  SELECT n, n, 0, ${NAME}, ${GENRE}, ${media('img', 'webp')}, ${STORE}, 'Store ' || ${STORE}, false, 40000, 0, 0, 40000 FROM ${SERIES}`;

const CLAIMS = `
  INSERT INTO sale_claims (product_id, order_id, buyer_id, state) SELECT n, n, ${BUYER}, 'sold' FROM ${SERIES}`;

const PAYMENTS = `
  INSERT INTO payments (capture_id, order_id, method, reference, amount_cents, captured_at)
  SELECT 'transfer ' || n, n, 'bank', 'transfer ' || n, 42000, ${AGE} FROM ${SERIES}`;

const SELLERS = `
  INSERT INTO sellers (user_id, store_name, status, payment_method, paypal_email, offer_accepted_at, offer_version)
  SELECT n + ${PEOPLE_FROM}, 'Store ' || n, 'active', 'paypal', 'person' || n || '@example.com', now() - interval '1 year', '1.0' FROM ${SERIES}`;

const COPIES_OF_SELLERS = `
  INSERT INTO product_copies (product_id, version, seller_id, name, category, img, price_cents, music_key, created_at, unsold_told_at)
  SELECT ${FOR_SALE} + n, 1, ${STORE}, ${NAME}, ${GENRE}, ${media('img', 'webp')}, 19900 + n % 80 * 1000, 'A', ${AGE}, now() FROM ${SERIES}`;

/**
 * Bookings of sales at one price, whose commission is whole cents. One transaction, because a booking must sum to zero when it is
 * committed.
 */
const sales = (from, to, stores) => `
  INSERT INTO ledger_transactions (kind, source, seller_id, occurred_at, order_id, product_id, track_name, price_cents, project_cents, paid_cents, due_on)
  SELECT 'sale', 'sale ' || n, 1 + n % ${stores}, ${AGE}, n, n, 'Track number ' || n, 40000, 0, 40000, (${AGE} + interval '4 days')::date
  FROM generate_series(${from} + 1, ${to}) AS n;
  INSERT INTO ledger_entries (transaction_id, account, amount_cents)
  SELECT t.id, part.account, part.cents
  FROM ledger_transactions t, (VALUES ('clearing', 40000), ('commission', -12000), ('seller', -28000)) part (account, cents)
  WHERE t.order_id BETWEEN ${from} + 1 AND ${to}`;

const SUBSCRIBERS = `
  INSERT INTO subscribers (email, is_active, unsubscribe_token) SELECT 'person' || n || '@example.com', true, rpad('token' || n, 43, 'x') FROM ${SERIES}`;
