import { expect, test, type Page } from '@playwright/test';
import { SHOP } from '../../addresses';
import { paid, registered, reserved } from '../../parts/a-buyer';
import { aPackage, downloaded, unpackedHashes } from '../../parts/a-package';
import { activated, openAsAdmin, PANEL } from '../../parts/an-admin';
import { isSound, seriousFlaws } from '../../parts/flaws';
import { mailTo } from '../../parts/inbox';
import { killShop } from '../../parts/killed-shop';

/** Slow enough that the upload is still under way when the connection breaks off. */
const SLOW = { latency: 0, downloadThroughput: -1, uploadThroughput: 3 * 1024 ** 2 };

test('the files of a track go from the folder of its maker over the check and the review to its buyer', async ({
  page,
  browser,
  request,
}, { project }) => {
  const mark = `${project.name} ${Date.now()}`;
  const track = `Harbour ${mark}`;
  const email = `files.${mark.replace(' ', '.')}@example.com`;
  const shop = { name: 'Nora', is_seller: true, shop_name: `Night Freight ${mark}` };
  const seller = await registered(page.context().request, email, shop);
  await activated(request, seller.id);
  const { folder, faulty, corrected, preview } = aPackage();
  const form = page.getByRole('dialog', { name: 'Send Track' });
  const files = form.getByRole('list', { name: 'Files' }).getByRole('listitem');
  const toCheck = form.getByRole('button', { name: 'Check my files' });
  const arrived = () => form.getByLabel('Upload', { exact: true }).evaluate((bar: HTMLProgressElement) => bar.value);
  const network = await page.context().newCDPSession(page);
  const line = (offline: boolean, speed = SLOW) => network.send('Network.emulateNetworkConditions', { offline, ...speed });

  await test.step('the seller drops a folder; the connection breaks off, comes back, and it goes on', async () => {
    await page.goto('/account?tab=seller');
    await page.getByRole('button', { name: 'Send Track' }).click();
    await expect(form.getByText('Drop your archive or folder here')).toBeVisible();
    await network.send('Network.enable');
    await line(false);
    await form.getByLabel('Folder').setInputFiles(folder);
    await expect.poll(arrived).toBeGreaterThan(0);
    await line(true);
    await expect(form.getByText('The connection is gone.').first()).toBeVisible();
    await isSound(page, 'an upload that was interrupted');
    const before = await arrived();
    await line(false);
    await expect.poll(arrived).toBeGreaterThan(before);
  });

  await test.step('the shop is killed and comes back, and it goes on without a word of the seller', async () => {
    await killShop();
    const before = await arrived();
    await expect.poll(arrived).not.toBe(before);
  });

  await test.step('the page is loaded anew, and the same folder goes on where it was', async () => {
    page.once('dialog', (question) => void question.accept());
    await page.reload();
    await page.getByRole('button', { name: 'Send Track' }).click();
    await expect(form.getByText(/not arrived in full/)).toBeVisible();
    await line(false, { ...SLOW, uploadThroughput: -1 });
    await form.getByLabel('Folder').setInputFiles(folder);
    await expect(files).toHaveCount(5);
    await expect(toCheck).toBeEnabled();
  });

  await test.step('the check names the stem that is turned around; the seller replaces that file alone', async () => {
    await form.getByLabel('Track name').fill(track);
    await form.getByLabel('BPM').fill('128');
    await toCheck.click();
    const report = form.getByRole('region', { name: 'What the check found' });
    await expect(report).toContainText('Must be corrected (1)');
    await expect(report).toContainText(`“${faulty}” is likely inverted`);
    const chosen = page.waitForEvent('filechooser');
    await form.getByRole('button', { name: /^At \d:\d\d: The stems together/ }).click();
    await isSound(page, 'the report of a check');
    await form.getByRole('button', { name: `Replace ${faulty}` }).click();
    await (await chosen).setFiles(corrected);
    await expect(files).toHaveCount(5);
    await toCheck.click();
    await expect(report).toContainText('Your files can be sent.');
    await expect(report).toContainText('is written at 124 BPM, the track says 128.');
  });

  await test.step('and sends the track', async () => {
    await form.getByLabel('Price').selectOption('349');
    await form.getByLabel('Genre').selectOption('Deep House');
    await form.getByLabel('Key').selectOption('F#');
    await form.getByLabel('No samples').check();
    await form.getByLabel('No vocals').check();
    await form.getByLabel(/never released before/).check();
    await form.getByRole('button', { name: 'Send for review' }).click();
    await expect(form).toBeHidden();
  });

  const office = await (await browser.newContext({ baseURL: SHOP, viewport: page.viewportSize() })).newPage();
  const act = (name: string) => press(office, track, `${name}: ${track}`);
  const row = office.getByRole('row').filter({ hasText: track });

  await test.step('a reviewer hears the stems together, and asks for a change', async () => {
    await openAsAdmin(office, '/review-queue');
    await office.getByRole('button', { name: `Package of ${track}` }).click();
    const dialog = office.getByRole('dialog', { name: `Files of ${track}` });
    await dialog.getByRole('button', { name: 'Play all stems together' }).click();
    await expect(dialog.getByRole('slider', { name: 'Second' })).not.toHaveAttribute('aria-valuetext', '0:00');
    await seriousFlaws(office, 'the files of a submission');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await act('Ask for changes');
    const question = office.getByRole('dialog', { name: 'Ask for changes' });
    await question.getByLabel('What is to be changed').fill('The tempo is 124.');
    await question.getByLabel(/is written at 124 BPM/).check();
    await question.getByRole('button', { name: 'Ask for changes' }).click();
    await expect(row).toBeHidden();
  });

  await test.step('the seller reads it, corrects the tempo, and sends the same submission again', async () => {
    const mail = await mailTo(request, email, new RegExp(`^Please change "${track}"$`));
    expect(mail.text).toContain('The tempo is 124.');
    expect(mail.text).toContain('the track says 128');
    await page.reload();
    const submission = page.getByRole('list', { name: 'Submissions' }).getByRole('listitem').filter({ hasText: track });
    await expect(submission.first()).toContainText(/Changes asked.*The tempo is 124\./s);
    await page.getByRole('button', { name: `Correct and send again: ${track}` }).click();
    const correction = page.getByRole('dialog', { name: 'Correct and send again' });
    await expect(correction.getByText('Your files can be sent.')).toBeVisible();
    await correction.getByLabel('BPM').fill('124');
    await correction.getByRole('button', { name: 'Send again' }).click();
    await expect(correction).toBeHidden();
    await expect(submission.first()).toContainText(/Submitted.*Answer due in 4[78] h.*Changes were asked once/s);
  });

  await test.step('the reviewer approves, and the product form takes the package with a part of its master', async () => {
    await office.goto(`${PANEL}/review-queue`);
    await expect(row).toContainText(/changes asked once/);
    await act('Approve');
    await expect(office).toHaveURL(/products\/new\?submission=\d+$/);
    await expect(office.getByLabel('Package', { exact: true })).toHaveValue(/^\d+$/);
    await office.getByLabel('Audio', { exact: true }).setInputFiles(preview);
    await office.getByLabel('Type').selectOption('Instrumental');
    await office.getByRole('button', { name: 'Add Product' }).click();
    await expect(office).toHaveURL(/review-queue$/);
    await office.context().close();
  });

  await test.step('a buyer reads what is inside, buys, and has every file whole over a broken connection', async () => {
    const buyer = await (await browser.newContext({ baseURL: SHOP, viewport: page.viewportSize() })).newPage();
    const session = buyer.context().request;
    const account = await registered(session, `buyer.${email}`);
    const { paypalOrder, track: bought } = await reserved(session, account, track);
    await buyer.goto(`/track/${bought.id}`);
    await expect(buyer.getByText('Checked by the shop')).toBeVisible();
    await expect(buyer.getByText('2 stems', { exact: true })).toBeVisible();
    await expect(buyer.getByText('Stems:')).toBeVisible();
    await paid(session, account, paypalOrder);
    await buyer.goto('/account?tab=orders');
    const link = buyer.getByRole('link', { name: new RegExp(`^${track} Download all`) });
    const url = (await link.getAttribute('href'))!;
    const hashes = unpackedHashes(await downloaded(url));
    await buyer.getByText('5 files with sizes and SHA-256').click();
    const listed = buyer.getByRole('list', { name: `Files of ${track}` }).getByRole('listitem');
    await expect(listed).toHaveCount(5);
    const codes = await listed.locator('code').allTextContents();
    expect(Object.values(hashes).sort()).toEqual(codes.sort());
    await buyer
      .locator('summary')
      .filter({ hasText: `What is inside ${track}` })
      .click();
    const sounds = buyer.getByRole('region', { name: 'The sounds on one time line' }).getByRole('listitem');
    await expect(sounds).toHaveCount(4);
    await isSound(buyer, 'the files of an order');
    await buyer.context().close();
  });
});

/** Presses an action of a row, which stands beside its menu or in it. */
async function press(office: Page, role: string, name: string) {
  const button = office.getByRole('button', { name, exact: true });
  const menu = office.getByRole('button', { name: `Actions for ${role}`, exact: true });
  await expect(button.or(menu).first()).toBeVisible();
  if (!(await button.isVisible())) await menu.click();
  await button
    .or(office.getByRole('menuitem', { name, exact: true }))
    .first()
    .click();
}
