import { setTimeout as pause } from 'node:timers/promises';
import { fillWithManyRows } from './many-rows.mjs';
import { makeBuyers, median, openShop } from './shop.mjs';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
/** The targets for a page of a list, and for a whole spreadsheet. */
const PAGE_MS = 200;
const SHEET_MS = 1000;

/** Each list: its address, words that its search finds, and its sortable fields. */
const LISTS = [
  ['/api/products', 'number 77', ['name', 'category', 'price', 'bpm', 'play_count', 'store_name', 'status', 'created_at']],
  ['/api/demos', 'number 77', ['name', 'category', 'duration']],
  ['/api/stores', 'Store 77', []],
  ['/api/users', 'person77', ['name', 'last_name', 'email', 'country', 'is_admin', 'created_at']],
  ['/api/audit-log', 'Subject 77', ['at', 'action', 'subject']],
  ['/api/orders', 'Last 77', ['created_at', 'total_price', 'status', 'payment_state']],
  ['/api/coupons', 'CODE77', ['code', 'discount_percent', 'expiry_date', 'is_active', 'created_at']],
  ['/api/service-requests', 'Person 77', ['created_at', 'service', 'state', 'name']],
  ['/api/mdghost-panel-secur/subscribers', 'reader77', ['email', 'is_active', 'created_at', 'updated_at']],
  ['/api/announcements', 'Announcement 77', ['title', 'is_active', 'created_at']],
  ['/api/sellers', 'Store 77', ['shop_name', 'status', 'name', 'last_name', 'email', 'country', 'offer_accepted_at']],
  ['/api/sellers/unsold-tracks', 'number 77', ['name', 'shop_name', 'price', 'created_at']],
  ['/api/track-submissions', 'track 77', ['due', 'trackName', 'storeName', 'price', 'status', 'submittedAt']],
  ['/api/payouts', 'Store 77', ['store_name', 'owed', 'due', 'paid', 'due_since']],
  ['/api/sellers/1/ledger', 'number 77', []],
];

/**
 * Measures how long an admin waits for each list of a large shop, through the gateway.
 * @returns whether all meet the targets
 */
export async function run() {
  const shop = await openShop();
  try {
    console.log('Filling the shop …');
    await fillWithManyRows(shop);
    const [admin] = await makeBuyers(shop, 1);
    await shop.query('identity', `UPDATE users SET admin_role = 'owner' WHERE id = $1`, [admin.id]);
    const get = (path) => timed(`${shop.shop}${path}`, admin.token);
    await pause(2000);

    const slow = [];
    const show = async (path, limitMs) => {
      const ms = median(await times(path, get));
      if (ms > limitMs) slow.push(path);
      console.log(
        `${path.padEnd(68)}${String(Math.round(ms)).padStart(6)} ms  ${ms > limitMs ? `more than ${limitMs}` : ''}`.trimEnd(),
      );
    };
    for (const [path, word, sorts] of LISTS) {
      const { body } = await get(`${path}?page=1&limit=10`);
      const last = JSON.parse(body).pagination.totalPages;
      await show(`${path}?page=1&limit=10`, PAGE_MS);
      await show(`${path}?page=${last}&limit=10`, PAGE_MS);
      await show(`${path}?page=1&limit=10&q=${encodeURIComponent(word)}`, PAGE_MS);
      for (const sort of sorts) await show(`${path}?page=1&limit=10&sort=${sort}`, PAGE_MS);
    }
    await show('/api/admin/dashboard', PAGE_MS);
    await show('/api/sellers/1/ledger?page=1&limit=10&state=due', PAGE_MS);
    await show('/api/sellers/1/ledger.csv', SHEET_MS);
    await show('/api/payouts/list.csv', SHEET_MS);
    console.log(
      slow.length
        ? `Target missed: ${slow.length} requests take more than ${PAGE_MS} ms, or ${SHEET_MS} ms for a spreadsheet`
        : `Target met: every page within ${PAGE_MS} ms, every spreadsheet within ${SHEET_MS} ms`,
    );
    return slow.length === 0;
  } finally {
    await shop.close();
  }
}

async function times(path, get) {
  await get(path);
  const measured = [];
  for (let round = 0; round < ROUNDS; round += 1) measured.push((await get(path)).ms);
  return measured;
}

async function timed(url, token) {
  const began = performance.now();
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${body}`);
  return { ms: performance.now() - began, body };
}
