import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { registered } from '../../parts/a-buyer';
import { seriousFlaws } from '../../parts/flaws';
import { mailTo } from '../../parts/inbox';

test('an account is to be deleted, says so on every page, and is kept', async ({ page }) => {
  const { email, password } = await registered(
    page.context().request,
    `leaving.${test.info().project.name}.${Date.now()}@example.com`,
  );
  await page.goto('/account?tab=data');
  await seriousFlaws(page, 'what concerns the own data');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await seriousFlaws(page, 'the question whether to delete');
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByRole('heading', { name: 'Your account will be deleted' })).toBeVisible();

  const mail = await mailTo(page.context().request, email, /your account will be deleted/i);
  expect(mail.text).toContain('/account?tab=data');
  await page.goto('/shop');
  const notice = page.getByRole('region', { name: 'Your account' });
  await expect(notice).toContainText('will be deleted on');
  await seriousFlaws(page, 'the notice above every page');
  await notice.getByRole('button', { name: 'Keep my account' }).click();
  await expect(notice).toBeHidden();
  await mailTo(page.context().request, email, /your account stays/i);
});

test('all that is kept of somebody is asked for, mailed as a link, and downloaded', async ({ page }) => {
  const { email, password } = await registered(
    page.context().request,
    `asking.${test.info().project.name}.${Date.now()}@example.com`,
  );
  await page.goto('/account?tab=data');
  const section = page.getByRole('region', { name: 'Download your data' });
  await section.getByRole('button', { name: 'Download my data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Download your data?' });
  await seriousFlaws(page, 'the question whether to download');
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Download my data' }).click();
  await expect(section).toContainText('We are putting it together');

  const mail = await mailTo(page.context().request, email, /your data are ready/i);
  await expect(section).toContainText('open the link that we have mailed you');
  const [link] = /\/account\?tab=data#export=[\w-]+/.exec(mail.text) ?? [];
  await page.goto('/');
  await page.goto(link!);
  await expect(section).toContainText('Your file is ready until');
  await seriousFlaws(page, 'a file that is ready');
  const downloaded = page.waitForEvent('download');
  await section.getByRole('button', { name: 'Download the file' }).click();
  const file = await downloaded;
  expect(file.suggestedFilename()).toBe('my-data.zip');
  const zip = readFileSync(await file.path());
  expect(zip.subarray(0, 2).toString()).toBe('PK');
  for (const name of ['account.json', 'purchases.json', 'store.json', 'tracks.json', 'mails.json'])
    expect(zip.includes(name)).toBe(true);
});
