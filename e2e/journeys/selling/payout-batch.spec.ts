import { expect, test } from '@playwright/test';
import { PAYPAL, SHOP } from '../../addresses';
import { registered } from '../../parts/a-buyer';
import { openAsAdmin, tokenOf } from '../../parts/an-admin';
import { isSound } from '../../parts/flaws';
import { boughtLongAgo, dueTo, openedStores } from '../../parts/stores';

const SELLERS = 10;

test('ten sellers are paid by PayPal at once, and what comes back is due again', async ({ page, request, browser }, {
  project,
}) => {
  const stamp = `${project.name} ${Date.now()}`;
  await page.goto('/');
  const stores = await openedStores(
    page,
    request,
    Array.from({ length: SELLERS }, (_, at) => `Pier ${at} ${stamp}`),
  );
  const [stranger] = stores;
  const payee = { receiver: stranger!.email, status: 'UNCLAIMED' };
  expect((await request.post(`${PAYPAL}/sim/payees`, { data: payee })).ok()).toBe(true);
  await boughtLongAgo(request, await registered(request, `paid.${Date.now()}@example.com`), stores);

  await openAsAdmin(page, '/payout-batches');
  await page.getByRole('button', { name: 'New batch' }).click();
  const batch = page.getByRole('dialog', { name: /^Batch #/ });
  const payout = (store: string) => batch.getByRole('listitem').filter({ hasText: store }).first();
  await test.step('the details are new, so that each payout is confirmed', async () => {
    for (const { store } of stores) await expect(payout(store)).toContainText('$209.30');
    await expect(batch.getByRole('button', { name: 'Approve' })).toBeDisabled();
    for (const box of await batch.getByRole('checkbox').all()) await box.check();
    await isSound(page, 'a batch before it is approved');
    await batch.getByRole('button', { name: 'Approve' }).click();
    await batch.getByRole('button', { name: /^Send \$/ }).click();
  });

  await test.step('nine are paid, and one waits for its seller until it is taken back', async () => {
    for (const { store } of stores.slice(1)) await expect(payout(store)).toContainText('Paid');
    await expect(payout(stranger!.store)).toContainText('Not claimed yet');
    const seller = await (await browser.newContext({ baseURL: SHOP, viewport: page.viewportSize() })).newPage();
    await tokenOf(seller.context().request, stranger);
    await seller.goto('/account?tab=seller');
    const payouts = seller.getByRole('region', { name: 'Payouts by PayPal' });
    await expect(payouts).toContainText(/Waits for you.*\$209\.30.*confirm the address at PayPal/s);
    await isSound(seller, 'a payout that waits for its seller');

    await batch.getByRole('button', { name: `Take back the payout to ${stranger!.store}` }).click();
    await expect(payout(stranger!.store)).toContainText('Given back');
    await isSound(page, 'a batch with a payout that came back');
    await expect.poll(() => dueTo(request, stranger!.store)).toBe(20_930);
    expect(await dueTo(request, stores[1]!.store)).toBe(0);
    await seller.reload();
    await expect(payouts).toContainText(/Came back.*due to you again/s);
    await seller.context().close();
  });
});
