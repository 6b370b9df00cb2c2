import { expect } from '@playwright/test';
import { ADMIN, PANEL } from '../an-admin';
import { aScan } from '../files';
import { isSound } from '../flaws';
import { mailTo } from '../inbox';
import { PASSWORD, registerOnPage } from '../registration';
import { dashboard, sellerOf, toast, widthOf, type Story } from './story';

export async function register({ page, request, email, store }: Story) {
  await page.goto('/login');
  await registerOnPage(page, request, { name: 'Nora', lastName: 'Vale', email, country: 'Norway', store });
}

export async function sendIdentityDocument({ page, request, email, store }: Story) {
  await expect(async () => expect(await sellerOf(page)).toBeGreaterThan(0)).toPass();
  await dashboard(page);
  await expect(page.getByRole('heading', { name: 'Identity verification' })).toBeVisible();
  await expect(page.getByText('Upload your identity document first.')).toBeVisible();
  await isSound(page, 'the dashboard of a new store');
  const input = page.getByLabel('Verification document');
  await input.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) });
  await expect(page.getByText('File size should be less than 5MB')).toBeVisible();
  await input.setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
  await expect(page.getByText('Only JPEG, PNG or PDF files are allowed')).toBeVisible();
  await input.setInputFiles(await aScan(page, 'blurred'));
  await expect(page.getByRole('img', { name: 'The chosen document' })).toBeVisible();
  await page.getByRole('button', { name: 'Upload document' }).click();
  await expect(toast(page, 'Verification document uploaded successfully')).toBeVisible();
  await expect(page.getByText('Pending verification')).toBeVisible();
  await expect.poll(() => widthOf(page.getByRole('img', { name: 'The document you sent' }))).toBe(600);
  expect((await mailTo(request, email, /We have your verification document/)).text).toContain('48 hours');
  const notice = await mailTo(request, ADMIN.email, new RegExp(`Verification document from ${store}`));
  expect(notice.text).toContain(`${PANEL}/sellers`);
  expect(notice.attachments).toEqual([]);
}

export async function acceptOfferAndSayWhereToBePaid({ page, request, email }: Story) {
  await page.getByRole('button', { name: /Accept Offer/ }).click();
  await expect(page.getByText('Please check the checkbox first')).toBeVisible();
  await page.getByLabel('I have read and accept the Public Offer Agreement').check();
  await page.getByRole('button', { name: /Accept Offer/ }).click();
  await expect(toast(page, 'Public Offer Agreement accepted')).toBeVisible();
  await expect(page.getByText(/Version 1\.1, accepted on/)).toBeVisible();

  await page.getByLabel('Card', { exact: true }).check();
  await page.getByLabel('Card number').fill('4242 4242 4242 4241');
  await page.getByLabel('Card holder name').fill('Nora Vale');
  await page.getByRole('button', { name: 'Save payment info' }).click();
  await expect(page.getByText('Please enter a valid card number')).toBeVisible();
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByRole('button', { name: 'Save payment info' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await confirmation.getByLabel('Your password').fill(PASSWORD);
  await confirmation.getByRole('button', { name: 'Confirm' }).click();
  await expect(toast(page, 'Payment information updated successfully!')).toBeVisible();
  await expect(page.getByPlaceholder('•••• •••• •••• 4242')).toHaveValue('');
  expect((await mailTo(request, email, /payout details were changed/)).text).toContain('the card ending in 4242');
  await isSound(page, 'the dashboard of a store that waits');
}
