import { expect, test, type APIRequestContext } from '@playwright/test';
import { registered, type Buyer } from '../../parts/a-buyer';
import { SHOP } from '../../addresses';
import { openAsAdmin, PANEL, pressInMenu, search } from '../../parts/an-admin';
import { isSound } from '../../parts/flaws';
import { freeTracks } from '../../parts/free-tracks';
import { mailTo } from '../../parts/inbox';

const headers = { origin: SHOP };

type Coupon = { id: number; discount_percent: number };

/**
 * Orders the newest track that nobody holds without paying it, as "Arrange payment with us" does.
 * @returns the order's number and its track
 */
async function arranged(session: APIRequestContext, buyer: Buyer, coupon?: Coupon) {
  const [track] = await freeTracks();
  const subtotal = Math.round(track!.price * 100);
  const discount = Math.floor((subtotal * (coupon?.discount_percent ?? 0) + 50) / 100);
  const total = subtotal - discount + Math.floor((subtotal * 5 + 50) / 100);
  const data = {
    user_id: buyer.id,
    products: [track!.id],
    total_price: total / 100,
    discount_amount: discount / 100,
    coupon_id: coupon?.id ?? null,
    customer_info: { firstName: 'Kim', lastName: 'Falk', email: buyer.email, country: 'Norway' },
  };
  const answer = await session.post('/api/orders', { data, headers });
  expect(answer.status(), await answer.text()).toBe(201);
  return { orderId: ((await answer.json()) as { orderId: number }).orderId, track: track! };
}

type Own = { data: { payment_state: string; downloadLinks: { url: string }[] } };

test(
  'an arranged order is found, paid and delivered, then refunded and its track put back on sale',
  { tag: '@wide' },
  async ({ page, playwright }, { project }) => {
    const session = await playwright.request.newContext({ baseURL: SHOP });
    const buyer = await registered(session, `arrange.${project.name}.${Date.now()}@example.com`);
    const { orderId, track } = await arranged(session, buyer);
    const own = async () => (await (await session.get(`/api/orders/${orderId}`)).json()) as Own;
    const link = async () => (await own()).data.downloadLinks[0]!.url;
    const fetched = async (url: string) => (await session.get(url, { maxRedirects: 0 })).status();

    await test.step('found in the list by the address of its buyer', async () => {
      await openAsAdmin(page, '/orders');
      await search(page, buyer.email);
      await expect(page.getByRole('heading', { name: /Orders 1$/ })).toBeVisible();
      await page.getByRole('combobox', { name: `Status of order ${orderId}` }).selectOption('processing');
      await expect(page.getByText('Status updated')).toBeVisible();
      await isSound(page, 'the orders');
      await page.getByRole('link', { name: `View order ${orderId}` }).click();
      await expect(page.getByRole('heading', { name: `Order #${orderId}` })).toBeVisible();
      await expect(page.getByText(/pending → processing/)).toBeVisible();
    });

    await test.step('its payment is recorded, and the buyer has their files', async () => {
      expect((await own()).data.downloadLinks).toEqual([]);
      await page.getByRole('button', { name: 'Record payment' }).click();
      const dialog = page.getByRole('dialog', { name: 'Record payment' });
      await dialog.getByLabel('Method').selectOption('bank');
      await dialog.getByLabel('Reference').fill(`SEPA ${orderId}`);
      await dialog.getByRole('button', { name: 'Record payment' }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByText('Paid and delivered: the links work and the tracks are sold.')).toBeVisible();
      await isSound(page, 'a paid order');
      expect(await fetched(await link())).toBe(302);
      const mail = await mailTo(session, buyer.email, /download links and contract/);
      expect(mail.attachments.length).toBeGreaterThan(0);
    });

    await test.step('its refund ends the links', async () => {
      const url = await link();
      await page.getByRole('button', { name: 'Record refund' }).click();
      const dialog = page.getByRole('dialog', { name: 'Record refund' });
      await dialog.getByLabel('Reference').fill(`Wire ${orderId}`);
      await dialog.getByRole('checkbox').check();
      await dialog.getByRole('button', { name: 'Record refund' }).click();
      await expect(page.getByText('The money went back, and the links no longer work.')).toBeVisible();
      expect(await fetched(url)).toBe(404);
      expect((await own()).data).toMatchObject({ payment_state: 'refunded', downloadLinks: [] });
    });

    await test.step('its track goes back on sale when the admin says so', async () => {
      page.on('dialog', (dialog) => void dialog.accept());
      await page.getByRole('button', { name: 'Put tracks back on sale' }).click();
      await expect(page.getByText('The tracks are on sale again')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Put tracks back on sale' })).toBeHidden();
      await expect(async () => {
        const list = (await (await session.get('/api/products')).json()) as { id: number }[];
        expect(list.map(({ id }) => id)).toContain(track.id);
      }).toPass();
    });
  },
);

test(
  'a buyer is edited, made an administrator and dismissed, and deleted',
  { tag: '@wide' },
  async ({ page, playwright }, { project }) => {
    const session = await playwright.request.newContext({ baseURL: SHOP });
    const buyer = await registered(session, `edit.${project.name}.${Date.now()}@example.com`);
    const isAdmin = async () => (await session.get('/api/users')).status();
    const edit = async (administrator: boolean, name: string) => {
      await pressInMenu(page, buyer.email, `Edit ${buyer.email}`);
      const dialog = page.getByRole('dialog', { name: 'Edit buyer' });
      await dialog.getByLabel('Name', { exact: true }).fill(name);
      await dialog.getByRole('checkbox', { name: /Administrator/ }).setChecked(administrator);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('table').getByText(name, { exact: true })).toBeVisible();
    };

    await openAsAdmin(page, `/users?q=${encodeURIComponent(buyer.email)}`);
    await expect(page.getByRole('heading', { name: 'Buyers 1' })).toBeVisible();
    await isSound(page, 'the buyers');
    expect(await isAdmin()).toBe(403);
    await edit(true, 'Kimberly');
    await expect(async () => expect(await isAdmin()).toBe(200)).toPass();
    await edit(false, 'Kim');
    await expect(async () => expect(await isAdmin()).toBe(401)).toPass();

    page.on('dialog', (dialog) => void dialog.accept());
    await pressInMenu(page, buyer.email, `Delete ${buyer.email}`);
    await expect(page.getByText('No matching buyers found')).toBeVisible();
    const again = await session.post('/api/users/login', { data: { email: buyer.email, password: buyer.password }, headers });
    expect(again.status()).toBe(401);
  },
);

test('a coupon is created, used, switched off and deleted', { tag: '@wide' }, async ({ page, playwright }, { project }) => {
  const session = await playwright.request.newContext({ baseURL: SHOP });
  const buyer = await registered(session, `coupon.${project.name}.${Date.now()}@example.com`);
  const code = `E2E${Date.now()}`;
  const check = () => session.get(`/api/coupons/validate?code=${code.toLowerCase()}`);

  await openAsAdmin(page, '/coupons');
  await page.getByRole('button', { name: 'New coupon' }).click();
  const form = page.getByRole('dialog', { name: 'New coupon' });
  await form.getByLabel('Code').fill(code);
  await form.getByLabel('Discount, percent').fill('20');
  await form.getByRole('checkbox', { name: 'Never Expires' }).check();
  await form.getByRole('button', { name: 'Create coupon' }).click();
  await expect(page.getByText(`Coupon ${code} created`)).toBeVisible();
  await isSound(page, 'the coupons');

  const coupon = (await (await check()).json()) as Coupon;
  expect(coupon.discount_percent).toBe(20);
  const { orderId } = await arranged(session, buyer, coupon);
  await page.goto(`${PANEL}/orders/${orderId}`);
  await expect(page.getByText('Discount (20%)')).toBeVisible();
  // the track is free for whoever comes next
  page.once('dialog', (question) => void question.accept());
  await page.getByRole('combobox', { name: `Status of order ${orderId}` }).selectOption('cancelled');
  await expect(page.getByText('On sale', { exact: true })).toBeVisible();

  await page.goto(`${PANEL}/coupons?q=${code}`);
  await page.getByRole('button', { name: `Deactivate ${code}` }).click();
  await expect(page.getByRole('button', { name: `Activate ${code}` })).toBeVisible();
  // the button changes before the answer is there
  await expect.poll(async () => (await check()).status()).toBe(404);
  await pressInMenu(page, code, `Delete ${code}`);
  const dialog = page.getByRole('dialog', { name: 'Confirm Deletion' });
  await expect(dialog.getByText(`Are you sure you want to delete coupon "${code}"?`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No matching coupons found')).toBeVisible();
});
