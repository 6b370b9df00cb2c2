import { expect, test } from '@playwright/test';
import { SHOP } from '../../addresses';
import { openAsAdmin } from '../../parts/an-admin';
import { seriousFlaws } from '../../parts/flaws';
import { mailTo } from '../../parts/inbox';

test(
  'the subscribers are filtered, searched, and deleted one by one and all at once',
  { tag: '@wide' },
  async ({ page, playwright }, { project }) => {
    const visitor = await playwright.request.newContext({ baseURL: SHOP });
    const name = `list.${project.name}.${Date.now()}`;
    const reader = (n: number) => `${name}.${n}@example.com`;
    for (let n = 1; n <= 12; n += 1)
      expect((await visitor.post('/api/subscribe/subscribe', { data: { email: reader(n) } })).status()).toBe(200);
    const { text } = await mailTo(visitor, reader(1), /confirm your subscription/i);
    const token = /confirm-subscription\/([\w-]+)/.exec(text)![1];
    expect((await visitor.get(`/api/confirm-subscription/${token}`)).status()).toBe(200);

    const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
    const search = async (words: string) => {
      await page.getByRole('searchbox', { name: 'Search by ID or email' }).fill(words);
      await expect(page).toHaveURL(new RegExp(`q=${words}`));
    };

    await test.step('ten to a page, found again under its address', async () => {
      await openAsAdmin(page, '/subscribers');
      await expect(page.getByRole('heading', { name: /Subscribers/ })).toBeVisible();
      await search(name);
      await expect(page.getByRole('heading', { name: /Subscribers 12/ })).toBeVisible();
      await expect(rows).toHaveCount(10);
      await page.getByRole('button', { name: 'Next' }).click();
      await expect(rows).toHaveCount(2);
      await page.reload();
      await expect(rows).toHaveCount(2);
      await seriousFlaws(page, 'the subscribers');
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    });

    await test.step('by status', async () => {
      await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Active' });
      await expect(rows).toHaveCount(1);
      await expect(rows).toContainText(reader(1));
      await expect(page.getByRole('button', { name: 'Next' })).toHaveCount(0);
      await search('nobody');
      await expect(page.getByText('No matching subscribers found')).toBeVisible();
      await search(name);
    });

    await test.step('one is deleted, but not without a yes', async () => {
      page.once('dialog', (dialog) => void dialog.dismiss());
      await rows.getByRole('button', { name: 'Delete' }).click();
      await expect(rows).toContainText(reader(1));
      page.once('dialog', (dialog) => void dialog.accept());
      await rows.getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByText('Subscriber deleted successfully')).toBeVisible();
      await expect(page.getByText('No matching subscribers found')).toBeVisible();
    });

    await test.step('all who did not confirm are deleted, and counted', async () => {
      await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'All' });
      await expect(rows).toHaveCount(10);
      page.once('dialog', (dialog) => void dialog.accept());
      await page.getByRole('button', { name: 'Delete All Inactive' }).click();
      await expect(page.getByText(/^\d+ inactive subscribers deleted successfully$/)).toBeVisible();
      await expect(page.getByText('No matching subscribers found')).toBeVisible();
    });
  },
);
