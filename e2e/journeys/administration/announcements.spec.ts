import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { SHOP } from '../../addresses';
import { openAsAdmin, pressInMenu } from '../../parts/an-admin';
import { seriousFlaws } from '../../parts/flaws';

test(
  'an announcement goes from the form to every visitor, is changed, hidden and deleted',
  { tag: '@wide' },
  async ({ page, browser }, { project }) => {
    const title = `Friday ${project.name} ${Date.now()}`;
    const row = page.getByRole('row', { name: title });
    const visitor = await (await browser.newContext({ baseURL: SHOP })).newPage();
    const popup = visitor.getByRole('region', { name: title });
    const visit = () => visitor.goto('/faq');

    await test.step('is written, with a link and an image, and previewed', async () => {
      await openAsAdmin(page, '/announcements');
      await page.getByRole('link', { name: 'Add New Announcement' }).click();
      await page.getByRole('button', { name: 'Create Announcement' }).click();
      await expect(page.getByText('Title is required')).toBeVisible();
      await expect(page.getByText('Content is required')).toBeVisible();
      await page.getByLabel('Title*').fill(title);
      await page.getByLabel('Content*').fill('Twelve **new** tracks, hear them now.');
      await page.getByLabel('Content*').evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(23, 32));
      await page.getByRole('button', { name: 'Add Link' }).click();
      await page.getByRole('button', { name: 'Insert Link' }).click();
      await expect(page.getByText('Please enter both link text and URL')).toBeVisible();
      await page.getByLabel('URL').fill(`${SHOP}/shop`);
      await page.getByRole('button', { name: 'Insert Link' }).click();
      await expect(page.getByLabel('Content*')).toHaveValue(`Twelve **new** tracks, [hear them](${SHOP}/shop) now.`);
      await page.getByLabel('Image').setInputFiles(join(__dirname, '../../../docs/shop.png'));
      const preview = page.getByRole('region', { name: 'Preview' });
      await expect(preview.getByRole('link', { name: 'hear them' })).toBeVisible();
      await expect(preview.locator('img')).toHaveAttribute('src', /^blob:/);
      expect(
        await preview.locator('img').evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
      ).toBeGreaterThan(0);
      await seriousFlaws(page, 'the form of an announcement');
    });

    await test.step('is not left without a question while it is not saved, by back either', async () => {
      page.once('dialog', (dialog) => void dialog.dismiss());
      await page.getByRole('button', { name: 'Cancel' }).click();
      page.once('dialog', (dialog) => void dialog.dismiss());
      await page.evaluate(() => window.history.back());
      await expect(page).toHaveURL(/announcements\/new$/);
      await expect(page.getByLabel('Title*')).toHaveValue(title);
    });

    await test.step('reaches the visitors', async () => {
      await page.getByRole('button', { name: 'Create Announcement' }).click();
      await expect(page.getByText('Announcement created successfully')).toBeVisible();
      await expect(row.getByRole('button', { name: 'Active' })).toBeVisible();
      await seriousFlaws(page, 'the announcements of the admin');
      await visit();
      await expect(popup.getByRole('link', { name: 'hear them' })).toHaveAttribute('target', '_blank');
      await expect(popup.locator('img')).toHaveAttribute('src', /^\/media\/notifications\/[0-9a-f]{64}\.webp$/);
      expect(
        await popup.locator('img').evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
      ).toBeGreaterThan(0);
    });

    await test.step('is changed: the image goes, the text stays', async () => {
      await row.getByRole('link', { name: 'Edit' }).click();
      await expect(page.getByLabel('Content*')).toHaveValue(/hear them/);
      await page.getByRole('button', { name: 'Remove Image' }).click();
      await page.getByRole('button', { name: 'Update Announcement' }).click();
      await expect(page.getByText('Announcement updated successfully')).toBeVisible();
      await visit();
      await expect(popup).toBeVisible();
      await expect(popup.locator('img')).toHaveCount(0);
    });

    await test.step('is hidden, and deleted', async () => {
      await row.getByRole('button', { name: 'Active' }).click();
      await expect(row.getByRole('button', { name: 'Inactive' })).toBeVisible();
      const active = async () =>
        ((await (await visitor.request.get('/api/announcements/active')).json()) as { title: string }[]).map((one) => one.title);
      // the button changes before the answer is there
      await expect.poll(active).not.toContain(title);
      await visit();
      const [first] = await active();
      await expect(visitor.getByRole('region', { name: first! })).toBeVisible();
      await expect(popup).toBeHidden();
      page.once('dialog', (dialog) => void dialog.accept());
      await pressInMenu(page, title, `Delete ${title}`);
      await expect(row).toHaveCount(0);
      await visitor.context().close();
    });
  },
);
