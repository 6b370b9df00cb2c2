import type { CouponView } from '@shop/contracts/views';
import { screen, waitFor, within } from '@testing-library/react';
import { aPage, refusal } from '#testing/answers.ts';
import { aCoupon } from '#testing/an-order.ts';
import { renderAt } from '#testing/render.tsx';
import { pressInMenu } from '#testing/row-menu.ts';
import { stubServer, type Call } from '#testing/stub-server.ts';
import { CouponsPage } from '#pages/admin/sales/CouponsPage.tsx';

const noLimits = { max_uses: null, once_per_buyer: false, first_order_only: false, min_total: null };
const coupon = aCoupon({
  code: 'GHOST25',
  discount_percent: 25,
  is_forever: false,
  expiry_date: '2027-06-30',
  used_count: 4,
  taken_count: 5,
});
const coupons = (...data: CouponView[]) => ({ body: aPage(...data) });
const bodiesOf = (calls: Call[], method: string) => calls.filter((call) => call.method === method).map(({ body }) => body);
const field = (name: string) => screen.getByLabelText(name);

/** The list with the form of a new coupon open beside it. */
async function withForm() {
  const page = renderAt(<CouponsPage />);
  await page.user.click(await screen.findByRole('button', { name: 'New coupon' }));
  await screen.findByRole('dialog', { name: 'New coupon' });
  return page;
}

test('a coupon is created with a date, or for ever; missing fields are named first', async () => {
  const calls = stubServer({
    'GET /api/coupons': coupons(),
    'POST /api/coupons': { status: 201, body: { success: true, data: coupon } },
  });
  const { user } = await withForm();
  const create = screen.getByRole('button', { name: 'Create coupon' });
  await user.click(create);
  expect(await screen.findByText('Code is required')).toBeVisible();
  expect(screen.getByText('An expiry date is required unless it never expires')).toBeVisible();
  await user.type(field('Code'), 'ghost25');
  await user.type(field('Discount, percent'), '101');
  expect(await screen.findByText('At most 100')).toBeVisible();
  await user.clear(field('Discount, percent'));
  await user.type(field('Discount, percent'), '25');
  await user.click(screen.getByRole('checkbox', { name: 'Never Expires' }));
  expect(field('Expiry date')).toBeDisabled();
  await user.click(create);
  expect(await screen.findByText('Coupon GHOST25 created')).toBeVisible();
  expect(bodiesOf(calls, 'POST')).toEqual([
    { code: 'GHOST25', discount_percent: 25, is_forever: true, expiry_date: null, ...noLimits },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a typed coupon is there again after the session ended and the admin logged in', async () => {
  stubServer({ 'GET /api/coupons': coupons(), 'POST /api/coupons': refusal('401 unauthenticated', 'Please log in.') });
  const before = await withForm();
  await before.user.type(field('Code'), 'ghost25');
  await before.user.type(field('Discount, percent'), '25');
  await before.user.click(screen.getByRole('checkbox', { name: 'Never Expires' }));
  await before.user.click(screen.getByRole('button', { name: 'Create coupon' }));
  expect(await screen.findByText('Please log in.')).toBeVisible();
  before.unmount();

  stubServer({ 'GET /api/coupons': coupons(), 'POST /api/coupons': { status: 201, body: { success: true, data: coupon } } });
  const { user } = renderAt(<CouponsPage />);
  await screen.findByRole('dialog', { name: 'New coupon' });
  expect([field('Code'), field('Discount, percent')].map((input) => (input as HTMLInputElement).value)).toEqual([
    'ghost25',
    '25',
  ]);
  await user.click(screen.getByRole('button', { name: 'Create coupon' }));
  expect(await screen.findByText('Coupon GHOST25 created')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the list shows the conditions of a coupon, and the form checks them; above half the price a blank means one use', async () => {
  const calls = stubServer({
    'GET /api/coupons': coupons({ ...coupon, max_uses: 10, first_order_only: true, min_total: 299.5, subsidy: 156.97 }),
    'POST /api/coupons': { status: 201, body: { success: true, data: coupon } },
  });
  const { user } = renderAt(<CouponsPage />);
  expect(await screen.findByText('5 of 10')).toBeVisible();
  expect(screen.getByText('First order, from $299.50')).toBeVisible();
  expect(screen.getByText('$156.97')).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'New coupon' }));
  await user.type(field('Code'), 'BIG');
  await user.type(field('Discount, percent'), '50');
  expect(screen.queryByText('Above 50%, blank means one use.')).toBeNull();
  await user.type(field('Discount, percent'), '{Backspace}1');
  expect(screen.getByText('Above 50%, blank means one use.')).toBeVisible();
  await user.type(field('Uses, at most'), '0');
  await user.click(screen.getByRole('checkbox', { name: 'Never Expires' }));
  await user.click(screen.getByRole('button', { name: 'Create coupon' }));
  expect(await screen.findByText('Must be a whole number from 1 to 1,000,000')).toBeVisible();
  await user.type(field('Uses, at most'), '{Backspace}3');
  await user.type(field('Minimum subtotal, $'), '299.50');
  await user.click(screen.getByRole('checkbox', { name: 'Once per buyer' }));
  await user.click(screen.getByRole('checkbox', { name: 'First order only' }));
  await user.click(screen.getByRole('button', { name: 'Create coupon' }));
  expect(await screen.findByText('Coupon BIG created')).toBeVisible();
  expect(bodiesOf(calls, 'POST')).toMatchObject([
    { discount_percent: 51, max_uses: 3, once_per_buyer: true, first_order_only: true, min_total: 299.5 },
  ]);
});

test('the minimum subtotal may be typed with a comma, which some phones offer alone', async () => {
  const calls = stubServer({
    'GET /api/coupons': coupons(),
    'POST /api/coupons': { status: 201, body: { success: true, data: coupon } },
  });
  const { user } = await withForm();
  await user.type(field('Code'), 'GHOST25');
  await user.type(field('Discount, percent'), '25');
  await user.click(screen.getByRole('checkbox', { name: 'Never Expires' }));
  await user.type(field('Minimum subtotal, $'), '299,50');
  await user.click(screen.getByRole('button', { name: 'Create coupon' }));
  await waitFor(() => expect(bodiesOf(calls, 'POST')).toMatchObject([{ min_total: 299.5 }]));
});

test('a code that exists already shows a message at its field', async () => {
  const message = 'There is a coupon with this code already.';
  stubServer({
    'GET /api/coupons': coupons(),
    'POST /api/coupons': refusal('409 taken', message, { field: 'code' }),
  });
  const { user } = await withForm();
  await user.type(field('Code'), 'GHOST25');
  await user.type(field('Discount, percent'), '25');
  await user.click(screen.getByRole('checkbox', { name: 'Never Expires' }));
  await user.click(screen.getByRole('button', { name: 'Create coupon' }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(field('Code')).toBeInvalid();
});

test('the list takes over the is_active of the answer; a failure has the documented words', async () => {
  let works = true;
  stubServer({
    'GET /api/coupons': coupons(coupon),
    'PATCH /api/coupons/2/status': () => (works ? { body: { success: true, id: 2, is_active: false } } : { status: 500 }),
  });
  const { user } = renderAt(<CouponsPage />);
  await user.click(await screen.findByRole('button', { name: 'Deactivate GHOST25' }));
  expect(await screen.findByText('Inactive')).toBeVisible();
  works = false;
  await user.click(screen.getByRole('button', { name: 'Activate GHOST25' }));
  expect(await screen.findByText('Failed to update coupon status')).toBeVisible();
  expect(screen.getByText('Inactive')).toBeVisible();
});

test('deleting asks in a modal and reads Deleting... while it is busy', async () => {
  let answer: (() => void) | undefined;
  const calls = stubServer({
    'GET /api/coupons': coupons(coupon),
    'DELETE /api/coupons/2': () =>
      new Promise((resolve) => {
        answer = () => resolve({ status: 500 });
      }),
  });
  const { user } = renderAt(<CouponsPage />);
  await pressInMenu(user, 'GHOST25', 'Delete GHOST25');
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm Deletion' }));
  expect(dialog.getByText('Are you sure you want to delete coupon "GHOST25"?')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await dialog.findByRole('button', { name: 'Deleting...' })).toBeDisabled();
  await waitFor(() => expect(answer).toBeDefined());
  answer!();
  expect(await screen.findByText('Failed to delete coupon')).toBeVisible();
  expect(bodiesOf(calls, 'DELETE')).toHaveLength(1);
});

test('dates are shown as calendar days; a failed load shows a message', async () => {
  stubServer({ 'GET /api/coupons': coupons(coupon, { ...coupon, id: 3, code: 'EVER', is_forever: true, expiry_date: null }) });
  const { unmount } = renderAt(<CouponsPage />);
  expect(await screen.findByText('30 Jun 2027')).toBeVisible();
  const row = screen.getByText('EVER').closest('tr')!;
  expect(within(row).getByText('Never Expires')).toBeVisible();
  unmount();
  stubServer({ 'GET /api/coupons': { status: 500 } });
  renderAt(<CouponsPage />);
  expect(await screen.findByText('Failed to fetch coupons')).toBeVisible();
});
