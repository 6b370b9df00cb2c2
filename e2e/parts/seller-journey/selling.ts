import { expect } from '@playwright/test';
import { SHOP } from '../../addresses';
import { payInWindow, registered } from '../a-buyer';
import { adminToken } from '../an-admin';
import { isSound } from '../flaws';
import { mailTo } from '../inbox';
import { dashboard, line, type Story } from './story';

export async function buyWithProjectAndCoupon({ page, browser, request, email, track, coupon }: Story) {
  const token = { authorization: `Bearer ${await adminToken()}` };
  const form = { code: coupon, discount_percent: 40, is_forever: true };
  expect((await request.post('/api/coupons', { data: form, headers: token })).status()).toBe(201);
  const buyer = await (await browser.newContext({ baseURL: SHOP, viewport: page.viewportSize() })).newPage();
  await registered(buyer.context().request, `buyer.${email}`);
  await buyer.goto(`/shop?q=${encodeURIComponent(track)}`);
  await buyer
    .getByRole('button', { name: `Add ${track} to cart` })
    .first()
    .click();
  await expect(buyer.getByText(`${track} Added to Cart`)).toBeVisible();
  await buyer.goto('/cart');
  await buyer.getByRole('switch', { name: /Project/ }).click();
  await buyer.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await buyer.getByLabel('Coupon code').fill(coupon);
  await buyer.getByRole('button', { name: 'Apply' }).click();
  await expect(buyer.getByText('takes 40% off.')).toBeVisible();
  await payInWindow(buyer);
  await buyer.context().close();
}

export async function readWhatTheSaleBrings({ page, request, email, track }: Story) {
  const mail = await mailTo(request, email, new RegExp(`^Sold: "${track}"$`));
  expect(mail.text).toContain('$235.72');
  expect(mail.text).toContain(`${SHOP}/account?tab=seller`);
  await dashboard(page);
  await expect(line(page, track)).toContainText(/due \d+ \w{3} \d{4}.*Owed.*\+\$235\.72/s);
  await line(page, track).getByText(track).click();
  for (const fact of [
    'Price $349.00 + project $100.00 = $449.00.',
    'A coupon took off $179.60.',
    'A promotion may take at most 25% of your price: $112.25. The shop bears the other $67.35.',
    '$336.75 minus 30% commission leaves you 70%: $235.72, rounded down to the cent.',
  ])
    await expect(line(page, track).getByText(fact)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your Tracks' }).getByRole('listitem')).toContainText('Sold');
  await isSound(page, 'the dashboard of a store that has sold');
}
