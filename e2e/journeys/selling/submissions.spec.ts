import { expect, test } from '@playwright/test';
import { registered } from '../../parts/a-buyer';
import { SHOP } from '../../addresses';
import { ADMIN, activated, openAsAdmin, PANEL, pressInMenu } from '../../parts/an-admin';
import { seriousFlaws } from '../../parts/flaws';
import { mailTo } from '../../parts/inbox';
import { sendTrack } from '../../parts/send-track';

test(
  'a seller sends two tracks; an admin rejects one with a reason and approves the other into the product form',
  { tag: '@wide' },
  async ({ page, browser, request }, { project }) => {
    const mark = `${project.name} ${Date.now()}`;
    const email = `seller.${mark.replace(' ', '.')}@example.com`;
    const [clipped, good] = [`Clipped ${mark}`, `Harbour ${mark}`];
    const store = `Night Freight ${mark}`;
    const seller = await registered(page.context().request, email, { name: 'Nora', is_seller: true, shop_name: store });
    await activated(request, seller.id);

    await test.step('the seller opens their dashboard and sends both tracks', async () => {
      await page.goto('/account?tab=seller');
      await sendTrack(page, { name: clipped, bpm: '122' });
      await expect(page.getByText('The application for review has been successfully submitted.').first()).toBeVisible();
      await sendTrack(page, { name: good, bpm: '122' });
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
      await openAsAdmin(office, '/review-queue');
      await office.getByLabel('Search by track, store, e-mail, genre or ID').fill(email);
      await expect(office).toHaveURL(/q=/);
      await expect(rowOf(clipped)).toContainText(/due in 4[78] h/);
      await expect(office.getByRole('row')).toHaveCount(3); // the head and both tracks
      await seriousFlaws(office, 'the review queue');
      await office.getByRole('button', { name: `In Review: ${clipped}` }).click();
      await expect(rowOf(clipped)).toContainText('In review');
      await pressInMenu(office, clipped, `Reject: ${clipped}`);
      const dialog = office.getByRole('dialog', { name: 'Reject submission' });
      await dialog.getByLabel('Reason').fill('The kick clips.');
      await dialog.getByRole('button', { name: 'Reject' }).click();
      await expect(rowOf(clipped)).toBeHidden();
    });

    await test.step('approves the other, and the product form is filled in', async () => {
      await pressInMenu(office, good, `Approve: ${good}`);
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
  },
);
