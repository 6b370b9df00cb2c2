import { expect, test } from '@playwright/test';
import { bought, registered } from '../../parts/a-buyer';
import { SHOP } from '../../addresses';
import { seriousFlaws } from '../../parts/flaws';
import { mailsTo, mailTo } from '../../parts/inbox';

const address = (who: string) => `${who}.${test.info().project.name}.${Date.now()}@example.com`;

test('a buyer changes name and address: the new one is confirmed, the old one told', async ({ page }) => {
  const { email, password } = await registered(page.context().request, address('moving'));
  const newEmail = `new.${email}`;

  await page.goto('/account');
  await expect(page.getByRole('tab', { name: 'Profile' })).toHaveAttribute('aria-selected', 'true');
  await seriousFlaws(page, 'the profile');
  await page.getByRole('button', { name: 'Edit profile' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Nobody');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Nobody')).toHaveCount(0);

  await page.getByRole('button', { name: 'Edit profile' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Kimberley');
  await page.getByRole('main').getByLabel('Email').fill(newEmail);
  await page.getByLabel('Current Password').fill(password);
  await seriousFlaws(page, 'the profile being edited');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
  await expect(page.getByRole('group', { name: 'New email address' })).toContainText(newEmail);
  await seriousFlaws(page, 'the profile with an address to be confirmed');

  const confirm = await mailTo(page.context().request, newEmail, /confirm your new e-mail address/i);
  await page.goto(/https?:\/\/\S+\/confirm-email\/[\w-]+/.exec(confirm.text)![0]);
  await seriousFlaws(page, 'the page to confirm an address');
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  await page.getByRole('link', { name: 'To my account' }).click();
  await expect(page.getByRole('definition').filter({ hasText: newEmail })).toBeVisible();
  const notice = await mailTo(page.context().request, email, /e-mail address was changed/i);
  expect(notice.text).toMatch(/\/undo-email-change\/[\w-]+/);
  await expect(page.getByRole('definition').filter({ hasText: 'Kimberley' })).toBeVisible();
});

test('what was bought is heard in the account, and fetched again under My Orders', { tag: '@wide' }, async ({ page }) => {
  const session = page.context().request;
  const buyer = await registered(session, address('again'));
  const { orderId, name } = await bought(session, buyer);
  await mailTo(session, buyer.email, /download links/i);

  await page.goto('/account');
  await expect(page.getByRole('tab', { name: 'Your tracks' })).toHaveAttribute('aria-selected', 'true');
  const wall = page.getByRole('list', { name: 'Your tracks' });
  await wall.getByRole('button', { name: `Play ${name}` }).click();
  await expect(wall.getByRole('button', { name: `Pause ${name}` })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Player' }).getByText('Yours')).toBeVisible();
  await expect(wall.getByRole('link', { name: `Download ${name}` })).toHaveAttribute('href', /downloads/);
  await seriousFlaws(page, 'Your tracks');

  await page.getByRole('tab', { name: 'My Orders' }).click();
  await expect(page).toHaveURL(/\?tab=orders$/);
  const order = page.getByRole('article', { name: `Order #${orderId}` });
  await expect(order.getByText('Completed')).toBeVisible();
  await seriousFlaws(page, 'My Orders');

  const file = await order.getByRole('link', { name }).first().getAttribute('href');
  const download = await session.get(file!, { maxRedirects: 0 });
  expect([download.status(), download.headers().location]).toEqual([302, expect.stringMatching(/^https:/)]);
  const contract = await session.get((await order.getByRole('link', { name: 'Contract' }).getAttribute('href'))!);
  expect([contract.status(), contract.headers()['content-type']]).toEqual([200, expect.stringContaining('application/pdf')]);

  await order.getByRole('button', { name: 'Send the e-mail again' }).click();
  await expect(order.getByText(`Sent again to ${buyer.email}.`)).toBeVisible();
  await expect
    .poll(async () => (await mailsTo(session, buyer.email)).filter(({ subject }) => /download links/i.test(subject)).length)
    .toBe(2);
});

test('a forgotten password is replaced by way of the mail', { tag: '@wide' }, async ({ page, browser }) => {
  const elsewhere = await browser.newContext({ baseURL: SHOP });
  const { id, email, password } = await registered(elsewhere.request, address('forgetful'));

  await page.goto('/login');
  const login = page.getByRole('dialog');
  await login.getByRole('link', { name: 'Forgot Password?' }).click();
  await expect(login).toBeHidden();
  await page.getByRole('main').getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/we have sent a link/)).toBeVisible();

  const mail = await mailTo(page.context().request, email, /password/i);
  await page.goto(/https?:\/\/\S+\/reset-password\/[\w-]+/.exec(mail.text)![0]);
  await seriousFlaws(page, 'the new password');
  await page.getByLabel('New Password', { exact: true }).fill('Second-Set-2!');
  await page.getByLabel('Confirm New Password', { exact: true }).fill('Second-Set-2!');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page).toHaveURL(/\/login$/);

  for (const [word, works] of [
    [password, false],
    ['Second-Set-2!', true],
  ] as const) {
    await login.getByLabel('Email').fill(email);
    await login.getByLabel('Password', { exact: true }).fill(word);
    await login.getByRole('button', { name: 'Login', exact: true }).click();
    if (works) await expect(login).toBeHidden();
    else await expect(login.getByText('Invalid email or password.')).toBeVisible();
  }
  await page.goto('/account');
  await expect(page.getByRole('definition').filter({ hasText: email })).toBeVisible();
  await expect.poll(async () => (await elsewhere.request.get(`/api/users/${id}/details`)).status()).toBe(404);
  await elsewhere.close();
});

test(
  'the legal pages can be read by everybody, and the offer is found by its own address',
  { tag: '@wide' },
  async ({ page }) => {
    await page.goto('/');
    for (const [link, path] of [
      ['Privacy Policy', '/privacy-policy'],
      ['Terms and Conditions', '/terms-and-conditions'],
    ] as const) {
      await page.getByRole('contentinfo').getByRole('link', { name: link }).click();
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      await expect(page.getByRole('heading', { level: 1, name: link })).toBeVisible();
    }
    await page.goto('/public-offer-agreement');
    await expect(page).toHaveURL(/\/offer-\w+$/);
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(
      8 + (await page.getByRole('contentinfo').getByRole('heading').count()),
    );
  },
);
