import { expect, test, type APIRequestContext } from '@playwright/test';
import { SHOP } from './addresses';
import { ADMIN, logInAsAdmin, PANEL, tokenOf } from './an-admin';
import { seriousFlaws } from './flaws';
import { mailTo } from './inbox';

const PASSWORD = 'Warm-Up-Set-1!';
const headers = { origin: SHOP };

/** Registers a seller through the API and has an admin activate the store. */
async function activeSeller(session: APIRequestContext, email: string, shopName: string): Promise<void> {
  const person = { name: 'Nora', last_name: 'Lind', email, country: 'Sweden', is_seller: true, shop_name: shopName };
  const link = { social_link: 'https://soundcloud.com/nora-lind' };
  const form = { ...person, ...link, password: PASSWORD, confirmPassword: PASSWORD };
  expect((await session.post('/api/users/register', { data: form, headers })).status()).toBe(200);
  const code = /\b\d{6}\b/.exec((await mailTo(session, email, /verification code/i)).text)![0];
  const done = await session.post('/api/users/complete-registration', { data: { email, verificationCode: code }, headers });
  const { user } = (await done.json()) as { user: { id: number } };
  const asAdmin = { authorization: `Bearer ${await tokenOf(session)}` };
  await expect(async () => {
    const store = (await (await session.get(`/api/sellers/user/${user.id}`, { headers: asAdmin })).json()) as {
      data: { id?: number };
    };
    const url = `/api/sellers/${store.data.id}/status`;
    expect((await session.put(url, { data: { status: 'active' }, headers: asAdmin })).status()).toBe(200);
  }).toPass();
}

test('a seller sends two tracks; an admin rejects one with a reason and approves the other into the product form', async ({
  page,
  browser,
  request,
}, { project }) => {
  const mark = `${project.name} ${Date.now()}`;
  const email = `seller.${mark.replace(' ', '.')}@example.com`;
  const [clipped, good] = [`Clipped ${mark}`, `Harbour ${mark}`];
  await activeSeller(request, email, `Night Freight ${mark}`);

  await test.step('the seller opens his dashboard and sends both tracks', async () => {
    await page.goto('/login');
    const login = page.getByRole('dialog', { name: 'Log in' });
    await login.getByLabel('Email').fill(email);
    await login.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await login.getByRole('button', { name: 'Login' }).click();
    await expect(login).toBeHidden();
    await page.goto('/account?tab=seller');
    for (const name of [clipped, good]) {
      await page.getByRole('button', { name: 'Send Track' }).click();
      const form = page.getByRole('dialog', { name: 'Send Track' });
      await expect(form.getByLabel('Store Name')).toHaveValue(`Night Freight ${mark}`);
      await form.getByLabel('Track Name').fill(name);
      if (name === clipped) {
        await form.getByRole('button', { name: 'Send for Review' }).click();
        await expect(form.getByText('Please fill in all required fields.')).toBeVisible();
        await seriousFlaws(page, 'the submit-a-track modal');
      }
      await form.getByLabel('Price').selectOption('349');
      await form.getByLabel('Genre').selectOption('Deep House');
      await form.getByLabel('BPM').fill('122');
      await form.getByLabel('Key').selectOption('F#');
      await form.getByLabel('Track Files Link').fill('https://www.dropbox.com/s/abc/track.zip');
      await form.getByRole('button', { name: 'Send for Review' }).click();
      await expect(form).toBeHidden();
    }
    await expect(page.getByText('The application for review has been successfully submitted.').first()).toBeVisible();
    const row = page.getByRole('list', { name: 'Submissions' }).getByRole('listitem').filter({ hasText: good });
    await expect(row).toContainText(/Submitted.*Answer due in 4[78] h/s);
  });

  await test.step('both sides have it by mail', async () => {
    expect((await mailTo(request, email, new RegExp(`^We have your track "${good}"$`))).text).toContain('within 48 hours');
    const notice = await mailTo(request, ADMIN.email, new RegExp(`^New track for review: "${good}"`));
    expect(notice.html).toContain(`${SHOP}${PANEL}/review-queue`);
  });

  const office = await (await browser.newContext()).newPage();
  const rowOf = (name: string) => office.getByRole('row').filter({ hasText: name });

  await test.step('the admin finds them in the review queue and rejects one with a reason', async () => {
    await logInAsAdmin(office, '/review-queue');
    await office.getByLabel('Search by track, store, e-mail, genre or ID').fill(email);
    await expect(rowOf(clipped)).toContainText(/due in 4[78] h/);
    await seriousFlaws(office, 'the review queue');
    await office.getByRole('button', { name: `In Review: ${clipped}` }).click();
    await expect(rowOf(clipped)).toContainText('In review');
    await office.getByRole('button', { name: `Reject: ${clipped}` }).click();
    const dialog = office.getByRole('dialog', { name: 'Reject submission' });
    await dialog.getByLabel('Reason').fill('The kick clips.');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await expect(rowOf(clipped)).toBeHidden();
  });

  await test.step('approves the other, and the product form is filled in', async () => {
    await office.getByRole('button', { name: `Approve: ${good}` }).click();
    await expect(office).toHaveURL(/products\/new\?submission=\d+$/);
    await expect(office.getByLabel('Name', { exact: true })).toHaveValue(good);
    await office.context().close();
  });

  await test.step('the seller reads the reason and the promise, in the shop and by mail', async () => {
    await page.reload();
    const list = page.getByRole('list', { name: 'Submissions' }).getByRole('listitem');
    await expect(list.filter({ hasText: clipped })).toContainText(/Rejected.*The kick clips\./s);
    await expect(list.filter({ hasText: good })).toContainText(/Approved.*On sale due in 2[34] h/s);
    expect((await mailTo(request, email, new RegExp(`^"${clipped}" was not accepted$`))).text).toContain('The kick clips.');
    await mailTo(request, email, new RegExp(`^"${good}" is approved$`));
  });
});
