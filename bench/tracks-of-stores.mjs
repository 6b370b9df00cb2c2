/** This many stores share the tracks that are not the operator's own. */
const STORES = 200;
/** The user ids of the stores' owners begin after this number: nobody buys their own track. */
const OWNERS_FROM = 100_000;

/**
 * Puts tracks on sale, with the ids from 1 to `count`, in each service that hears of their sale. Every second track is a store's,
 * so that half of the purchases are booked for a seller, who gets a mail. It also writes to older builds (5279280 and later): later
 * columns have a default, or are named in JSON, which ignores names that a table lacks.
 */
export async function putOnSale({ query }, count, priceCents) {
  await query('catalog', STORES_OF_CATALOG, [STORES]);
  await query('catalog', PRODUCTS, [count, priceCents]);
  await query('sellers', SELLERS, [STORES]);
  await query('sellers', OWNERS, [STORES]);
  await query('sellers', COPIES_OF_SELLERS, [count, priceCents]);
  await query('identity', COPIES_OF_IDENTITY, [count]);
  await query('orders', STORES_OF_ORDERS, [STORES]);
  await query('orders', COPIES_OF_ORDERS, [count, priceCents]);
}

const SERIES = 'generate_series(1, $1::int) AS n';
const SELLER = `CASE WHEN n % 2 = 0 THEN 1 + n / 2 % ${STORES} END`;
const STORE_NAME = `coalesce('Store ' || ${SELLER}, 'Ghostline')`;
const OWNER = `n + ${OWNERS_FROM}`;

const STORES_OF_CATALOG = `
  INSERT INTO stores (seller_id, user_id, version, name, status) SELECT n, ${OWNER}, 1, 'Store ' || n, 'active' FROM ${SERIES}`;

const PRODUCTS = `
  INSERT INTO products (id, name, category, price_cents, music_key, type, bpm, download_link, is_hot, exclusive_vocal, img, audio,
    peaks, wave, duration, seller_id) OVERRIDING SYSTEM VALUE
  SELECT n, 'Track number ' || n, 'Techno', $2::int, 'A', 'Instrumental', 128, 'https://files.example/' || n, false, false,
    '/media/catalog/none.webp', '/media/catalog/none.mp3', '/media/catalog/none.json', repeat('7f', 48), 200, ${SELLER}
  FROM ${SERIES}`;

const SELLERS = `
  INSERT INTO sellers (id, user_id, store_name, status, payment_method, paypal_email, offer_accepted_at, offer_version)
    OVERRIDING SYSTEM VALUE
  SELECT n, ${OWNER}, 'Store ' || n, 'active', 'paypal', 'owner' || n || '@example.com', now(), '1.0' FROM ${SERIES}`;

const OWNERS = `
  INSERT INTO user_copies (user_id, version, name, last_name, email, country)
  SELECT ${OWNER}, 1, 'Owner', 'Number ' || n, 'owner' || n || '@example.com', 'Norway' FROM ${SERIES}`;

const COPIES_OF_SELLERS = `
  INSERT INTO product_copies (product_id, version, seller_id, name, category, img, price_cents, bpm, music_key, created_at)
  SELECT n, 1, ${SELLER}, 'Track number ' || n, 'Techno', '/media/catalog/none.webp', $2::int, 128, 'A', now() FROM ${SERIES}`;

const COPIES_OF_IDENTITY = `INSERT INTO product_copies (product_id, version) SELECT n, 1 FROM ${SERIES}`;

const STORES_OF_ORDERS = `
  INSERT INTO stores SELECT store.* FROM ${SERIES}, jsonb_populate_record(NULL::stores, jsonb_build_object('seller_id', n,
    'user_id', ${OWNER}, 'version', 1, 'store_name', 'Store ' || n, 'status', 'active', 'settled', false)) AS store`;

const COPIES_OF_ORDERS = `
  INSERT INTO product_copies (product_id, version, name, category, img, price_cents, seller_id, seller_user_id, store_name, download_link)
  SELECT n, 1, 'Track number ' || n, 'Techno', '/media/catalog/none.webp', $2::int, ${SELLER}, ${SELLER} + ${OWNERS_FROM}, ${STORE_NAME},
    'https://files.example/' || n
  FROM ${SERIES}`;
