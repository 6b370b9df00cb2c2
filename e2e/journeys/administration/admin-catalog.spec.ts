import { expect, test } from '@playwright/test';
import { logInAsAdmin, openAsAdmin, PANEL, pressInMenu, search } from '../../parts/an-admin';
import { chooseMedia } from '../../parts/files';
import { seriousFlaws } from '../../parts/flaws';

test(
  'an admin adds a track, sees it in the shop, changes it and takes it out again',
  { tag: '@wide' },
  async ({ page, request }, { project }) => {
    const name = `Journey ${project.name}`;
    const forSale = async () =>
      ((await (await request.get('/api/products')).json()) as { name: string }[]).map((listedTrack) => listedTrack.name);
    await logInAsAdmin(page, '/products');
    await page.getByRole('link', { name: 'Add New Product' }).click();
    await chooseMedia(page, 126);
    await expect(page.getByRole('img', { name: 'The chosen cover' })).toBeVisible();
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Category').selectOption('House');
    await page.getByLabel('Type').selectOption('Instrumental');
    await page.getByLabel('Price, $', { exact: true }).selectOption('449');
    await page.getByLabel('Key').selectOption('A');
    await page.getByLabel('Download link').fill('https://www.dropbox.com/journey.zip');
    await page.getByRole('button', { name: 'Use 126 BPM' }).click();
    await seriousFlaws(page, 'the product form');

    page.once('dialog', (question) => void question.dismiss());
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);

    await page.getByRole('button', { name: 'Add Product' }).click();
    await expect(page.getByText('Product added successfully')).toBeVisible();
    await expect.poll(forSale).toContain(name);
    await page.goto(`/shop?q=${encodeURIComponent(name)}`);
    await expect(page.getByRole('article').filter({ hasText: name })).toContainText('$449');

    await page.goto(`${PANEL}/products`);
    await search(page, name);
    await page.getByRole('link', { name: `Edit ${name}`, exact: true }).click();
    await page.getByLabel('Name', { exact: true }).fill(`${name} II`);
    await page.getByRole('button', { name: 'Update Product' }).click();
    await expect(page.getByText('Product updated successfully')).toBeVisible();
    await expect.poll(forSale).toContain(`${name} II`);

    await search(page, `${name} II`);
    await expect(page.getByRole('row')).toHaveCount(2); // the head and what was found
    await seriousFlaws(page, 'the list of products');
    page.once('dialog', (question) => void question.accept());
    await pressInMenu(page, `${name} II`, `Delete ${name} II`);
    await expect(page.getByText('Product deleted successfully')).toBeVisible();
    await expect.poll(forSale).not.toContain(`${name} II`);
  },
);

test(
  'an admin adds a demo track, finds it on the Service page, changes it and deletes it',
  { tag: '@wide' },
  async ({ page }, { project }) => {
    const name = `Demo journey ${project.name}`;
    await openAsAdmin(page, '/demos/new');
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Category').fill('Mixing & Mastering');
    await chooseMedia(page, 120);
    await page.getByRole('button', { name: 'Add Demo Track' }).click();
    await expect(page.getByText('Demo track added successfully')).toBeVisible();

    await page.goto('/service');
    await expect(page.getByText(name).first()).toBeVisible();

    await page.goto(`${PANEL}/demos?q=${encodeURIComponent(name)}`);
    await page.getByRole('link', { name: `Edit ${name}`, exact: true }).click();
    await page.getByLabel('Name', { exact: true }).fill(`${name} II`);
    await page.getByRole('button', { name: 'Update Demo Track' }).click();
    await expect(page.getByText('Demo track updated successfully')).toBeVisible();

    await search(page, `${name} II`);
    await expect(page.getByRole('row')).toHaveCount(2);
    await seriousFlaws(page, 'the list of demo tracks');
    page.once('dialog', (question) => {
      expect(question.message()).toBe('Are you sure you want to delete this demo track?');
      void question.accept();
    });
    await pressInMenu(page, `${name} II`, `Delete ${name} II`);
    await expect(page.getByText('Demo track deleted successfully')).toBeVisible();
    await expect(page.getByText('No matching demo tracks found')).toBeVisible();
  },
);
