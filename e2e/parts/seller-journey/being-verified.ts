import { expect } from '@playwright/test';
import { SHOP } from '../../addresses';
import { PANEL, pressInMenu, search } from '../an-admin';
import { aPdfScan } from '../files';
import { isSound } from '../flaws';
import { mailTo } from '../inbox';
import { dashboard, row, widthOf, type Story } from './story';

export async function refuseDocument(story: Story) {
  const { office, request, email, store } = story;
  await openDocuments(story);
  await pressInMenu(office, store, `Refuse: ${store}`);
  await office.getByLabel('Reason').fill('The name cannot be read.');
  await office.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click();
  await expect(row(office, store)).toHaveCount(0);
  const mail = await mailTo(request, email, /The document of .* was not accepted/);
  expect(mail.text).toContain('The name cannot be read.');
  expect(mail.text).toContain(`${SHOP}/account?tab=seller`);
}

export async function sendAnotherDocument(story: Story) {
  const { page, office, request, email, store } = story;
  await dashboard(page);
  await expect(page.getByText('The name cannot be read.')).toBeVisible();
  await page.getByLabel('Verification document').setInputFiles(aPdfScan());
  await page.getByRole('button', { name: 'Upload document' }).click();
  await expect(page.getByText('Pending verification')).toBeVisible();
  await expect(page.getByRole('img', { name: 'The document you sent, page 2' })).toBeAttached();

  await openDocuments(story, 2);
  office.once('dialog', (question) => void question.accept());
  await row(office, store).getByRole('button', { name: 'Activate' }).click();
  await expect(office.getByText(`${store} is active`)).toBeVisible();
  await office.goto(`${PANEL}/sellers?q=${encodeURIComponent(email)}`);
  await expect(row(office, store)).toContainText('Norway');
  await expect(row(office, store)).toContainText('**** **** **** 4242');
  await expect(row(office, store).getByRole('combobox')).toHaveValue('active');
  await isSound(office, 'the sellers');
  expect((await mailTo(request, email, new RegExp(`${store} is active`))).text).toContain(`${SHOP}/account?tab=seller`);
}

/** Looks at the document that waits for an answer, page by page. */
async function openDocuments({ office, email, store }: Story, pages = 1) {
  await office.goto(`${PANEL}/review-queue?queue=documents`);
  await search(office, email);
  await row(office, store)
    .getByRole('button', { name: /View Document/ })
    .click();
  const dialog = office.getByRole('dialog');
  const picture = (page: number) =>
    dialog.getByRole('img', { name: `Identity document of ${store}${pages > 1 ? `, page ${page} of ${pages}` : ''}` });
  // a page of a PDF is drawn anew
  await expect.poll(() => widthOf(picture(1))).toBe(pages > 1 ? 1412 : 600);
  if (pages > 1) {
    await office.keyboard.press('ArrowRight');
    await expect.poll(() => widthOf(picture(2))).toBe(1412);
    await dialog.getByRole('button', { name: 'Larger' }).click();
    await expect(dialog.getByText('150 %')).toBeVisible();
  }
  await isSound(office, 'a document');
  await dialog.getByRole('button', { name: 'Close' }).click();
}
