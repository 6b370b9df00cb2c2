import { expect, test, type Page } from '@playwright/test';
import { SHOP } from './addresses';
import { ADMIN, logInAsAdmin, PANEL } from './an-admin';
import { seriousFlaws } from './flaws';
import { mailTo } from './inbox';

const PASSWORD = 'Warm-Up-Set-1!';

/** A real picture, made in the browser. */
const aScan = async (page: Page) => {
  const bytes = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 600, height: 380 });
    const draw = canvas.getContext('2d')!;
    draw.fillStyle = '#d8cfb8';
    draw.fillRect(0, 0, 600, 380);
    draw.fillStyle = '#333';
    draw.font = '28px sans-serif';
    draw.fillText('PASSPORT · NORA VALE', 40, 60);
    const blob = await new Promise<Blob>((resolve) => canvas.toBlob((made) => resolve(made!), 'image/png'));
    return [...new Uint8Array(await blob.arrayBuffer())];
  });
  return { name: 'passport.png', mimeType: 'image/png', buffer: Buffer.from(bytes) };
};

test('a seller registers, sends a document, is activated, accepts the offer and says where to be paid', async ({
  page,
  browser,
  request,
}, { project }) => {
  const stamp = `${project.name}${Date.now()}`;
  const email = `nora.${stamp}@example.com`;
  const store = `Night ${stamp}`.slice(0, 40);
  const toast = (text: string) => page.getByRole('alert').filter({ hasText: text });

  await test.step('registers', async () => {
    const person = { name: 'Nora', last_name: 'Vale', email, country: 'Norway', is_seller: true, shop_name: store };
    const headers = { origin: SHOP };
    const form = { ...person, password: PASSWORD, confirmPassword: PASSWORD };
    expect((await page.request.post('/api/users/register', { data: form, headers })).status()).toBe(200);
    const code = /\b\d{6}\b/.exec((await mailTo(request, email, /verification code/i)).text)![0];
    const done = { data: { email, verificationCode: code }, headers };
    expect((await page.request.post('/api/users/complete-registration', done)).status()).toBe(200);
  });

  await test.step('sends the document', async () => {
    await expect(async () => {
      await page.goto('/account?tab=seller');
      await expect(page.getByRole('heading', { name: 'Identity verification' })).toBeVisible({ timeout: 3000 });
    }).toPass();
    const input = page.getByLabel('Verification document');
    await input.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) });
    await expect(page.getByText('File size should be less than 5MB')).toBeVisible();
    await input.setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
    await expect(page.getByText('Only JPEG, PNG or PDF files are allowed')).toBeVisible();
    await input.setInputFiles(await aScan(page));
    await expect(page.getByRole('img', { name: 'The chosen document' })).toBeVisible();
    await page.getByRole('button', { name: 'Upload Document' }).click();
    await expect(toast('Verification document uploaded successfully')).toBeVisible();
    await expect(page.getByText('Pending verification')).toBeVisible();
    const kept = page.getByRole('img', { name: 'The document you sent' });
    await expect.poll(() => kept.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(600);
    expect((await mailTo(request, email, /We have your verification document/)).text).toContain('48 hours');
    const notice = await mailTo(request, ADMIN.email, new RegExp(`Verification document from ${store}`));
    expect(notice.text).toContain(`${PANEL}/sellers`);
    expect(notice.attachments).toEqual([]);
  });

  await test.step('is found, looked at and activated by an admin', async () => {
    const context = await browser.newContext({ baseURL: SHOP, viewport: page.viewportSize() });
    const admin = await context.newPage();
    await logInAsAdmin(admin, `/sellers?q=${encodeURIComponent(email)}`);
    const row = admin.getByRole('row', { name: new RegExp(store) });
    await expect(row).toContainText('Norway');
    await row.getByRole('button', { name: /View Document/ }).click();
    const picture = admin.getByRole('dialog').getByRole('img');
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(600);
    await admin.getByRole('button', { name: 'Close' }).first().click();
    await row.getByRole('combobox').selectOption('active');
    await expect(admin.getByText('Status updated')).toBeVisible();
    await seriousFlaws(admin, 'the sellers');
    expect(await admin.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    await context.close();
  });

  await test.step('accepts the offer and says where to be paid', async () => {
    await mailTo(request, email, new RegExp(`${store} is active`));
    await page.reload();
    await expect(page.getByText('Your store is verified.')).toBeVisible();
    await page.getByRole('button', { name: /Accept Offer/ }).click();
    await expect(page.getByText('Please check the checkbox first')).toBeVisible();
    await page.getByLabel('I have read and accept the Public Offer Agreement').check();
    await page.getByRole('button', { name: /Accept Offer/ }).click();
    await expect(toast('Public Offer Agreement accepted')).toBeVisible();
    await expect(page.getByText(/Version 1\.0, accepted on/)).toBeVisible();

    await page.getByLabel('Card', { exact: true }).check();
    await page.getByLabel('Card number').fill('4242 4242 4242 4241');
    await page.getByLabel('Card holder name').fill('Nora Vale');
    await page.getByRole('button', { name: 'Save Payment Info' }).click();
    await expect(page.getByText('Please enter a valid card number')).toBeVisible();
    await page.getByLabel('Card number').fill('4242 4242 4242 4242');
    await page.getByRole('button', { name: 'Save Payment Info' }).click();
    await expect(toast('Payment information updated successfully!')).toBeVisible();
    await expect(page.getByPlaceholder('•••• •••• •••• 4242')).toHaveValue('');
    expect((await mailTo(request, email, /payout details were changed/)).text).toContain('the card ending in 4242');
    await seriousFlaws(page, 'the Seller Dashboard');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  });
});
