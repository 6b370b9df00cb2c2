import { expect, test, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import { paid, payInWindow, registered, reserved } from '../../parts/a-buyer';
import { SHOP } from '../../addresses';
import { ADMIN, logInAsAdmin, PANEL, tokenOf } from '../../parts/an-admin';
import { aCover, aPdfScan, aScan, chooseMedia, clicks, type File } from '../../parts/files';
import { seriousFlaws } from '../../parts/flaws';
import { mailTo } from '../../parts/inbox';
import { registerOnPage } from '../../parts/registration';
import { sendTrack } from '../../parts/send-track';

/** Longer ago than three business days, wherever the weekend lies. */
const LONG_AGO = 10;

/** Without flaws that shut somebody out, and without sideways scrolling. */
async function isSound(page: Page, where: string) {
  await seriousFlaws(page, where);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
}
const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });
const widthOf = (image: Locator) => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth);

test('a seller opens a store, sends a track, sees it on sale, sold and paid out', async ({ page, browser, request }, {
  project,
}) => {
  test.setTimeout(240_000);
  const stamp = `${project.name} ${Date.now()}`;
  const email = `nora.${stamp.replace(' ', '.')}@example.com`;
  const store = `Night Freight ${stamp}`;
  const [track, older] = [`Harbour ${stamp}`, `Dry Dock ${stamp}`];
  const coupon = `SALE${Date.now()}`;
  const dashboard = () => page.goto('/account?tab=seller');

  await test.step('registers as a seller', async () => {
    await page.goto('/login');
    await registerOnPage(page, request, { name: 'Nora', lastName: 'Vale', email, country: 'Norway', store });
  });

  await test.step('sends the identity document, which nobody else may see', async () => {
    await expect(async () => {
      await dashboard();
      await expect(page.getByRole('heading', { name: 'Identity verification' })).toBeVisible({ timeout: 3000 });
    }).toPass();
    await expect(page.getByText('Upload your identity document first.')).toBeVisible();
    await isSound(page, 'the dashboard of a new store');
    const input = page.getByLabel('Verification document');
    await input.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) });
    await expect(page.getByText('File size should be less than 5MB')).toBeVisible();
    await input.setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
    await expect(page.getByText('Only JPEG, PNG or PDF files are allowed')).toBeVisible();
    await input.setInputFiles(await aScan(page, 'blurred'));
    await expect(page.getByRole('img', { name: 'The chosen document' })).toBeVisible();
    await page.getByRole('button', { name: 'Upload Document' }).click();
    await expect(toast(page, 'Verification document uploaded successfully')).toBeVisible();
    await expect(page.getByText('Pending verification')).toBeVisible();
    await expect.poll(() => widthOf(page.getByRole('img', { name: 'The document you sent' }))).toBe(600);
    expect((await mailTo(request, email, /We have your verification document/)).text).toContain('48 hours');
    const notice = await mailTo(request, ADMIN.email, new RegExp(`Verification document from ${store}`));
    expect(notice.text).toContain(`${PANEL}/sellers`);
    expect(notice.attachments).toEqual([]);
  });

  await test.step('accepts the offer and says where to be paid', async () => {
    await page.getByRole('button', { name: /Accept Offer/ }).click();
    await expect(page.getByText('Please check the checkbox first')).toBeVisible();
    await page.getByLabel('I have read and accept the Public Offer Agreement').check();
    await page.getByRole('button', { name: /Accept Offer/ }).click();
    await expect(toast(page, 'Public Offer Agreement accepted')).toBeVisible();
    await expect(page.getByText(/Version 1\.0, accepted on/)).toBeVisible();

    await page.getByLabel('Card', { exact: true }).check();
    await page.getByLabel('Card number').fill('4242 4242 4242 4241');
    await page.getByLabel('Card holder name').fill('Nora Vale');
    await page.getByRole('button', { name: 'Save Payment Info' }).click();
    await expect(page.getByText('Please enter a valid card number')).toBeVisible();
    await page.getByLabel('Card number').fill('4242 4242 4242 4242');
    await page.getByRole('button', { name: 'Save Payment Info' }).click();
    await expect(toast(page, 'Payment information updated successfully!')).toBeVisible();
    await expect(page.getByPlaceholder('•••• •••• •••• 4242')).toHaveValue('');
    expect((await mailTo(request, email, /payout details were changed/)).text).toContain('the card ending in 4242');
    await isSound(page, 'the dashboard of a store that waits');
  });

  // the token alone opens everything to an admin, the document too
  const office = await (await browser.newContext({ baseURL: SHOP, viewport: page.viewportSize() })).newPage();
  await logInAsAdmin(office);
  await office.context().clearCookies();
  const row = (name: string) => office.getByRole('row').filter({ hasText: name });
  const openDocuments = async (pages = 1) => {
    await office.goto(`${PANEL}/review-queue?queue=documents`);
    await office.getByRole('searchbox').fill(email);
    await row(store)
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
  };

  await test.step('an admin looks at the document and refuses it with a reason', async () => {
    await openDocuments();
    await row(store).getByRole('button', { name: 'Refuse' }).click();
    await office.getByLabel('Reason').fill('The name cannot be read.');
    await office.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click();
    await expect(row(store)).toHaveCount(0);
    const mail = await mailTo(request, email, /The document of .* was not accepted/);
    expect(mail.text).toContain('The name cannot be read.');
    expect(mail.text).toContain(`${SHOP}/account?tab=seller`);
  });

  await test.step('the seller reads why, sends another one, and the admin activates the store', async () => {
    await dashboard();
    await expect(page.getByText('The name cannot be read.')).toBeVisible();
    await page.getByLabel('Verification document').setInputFiles(aPdfScan());
    await page.getByRole('button', { name: 'Upload Document' }).click();
    await expect(page.getByText('Pending verification')).toBeVisible();
    await expect(page.getByRole('img', { name: 'The document you sent, page 2' })).toBeAttached();

    await openDocuments(2);
    office.once('dialog', (question) => void question.accept());
    await row(store).getByRole('button', { name: 'Activate' }).click();
    await expect(office.getByText(`${store} is active`)).toBeVisible();
    await office.goto(`${PANEL}/sellers?q=${encodeURIComponent(email)}`);
    await expect(row(store)).toContainText('Norway');
    await expect(row(store)).toContainText('**** **** **** 4242');
    await expect(row(store).getByRole('combobox')).toHaveValue('active');
    await isSound(office, 'the sellers');
    expect((await mailTo(request, email, new RegExp(`${store} is active`))).text).toContain(`${SHOP}/account?tab=seller`);
  });

  await test.step('the seller sends a track with its project', async () => {
    await dashboard();
    await expect(page.getByText('Your store is verified.')).toBeVisible();
    await sendTrack(page, { name: track, bpm: '122.4', project: 'https://drive.google.com/file/d/abc' });
    await expect(page.getByRole('list', { name: 'Submissions' }).getByRole('listitem')).toContainText(/Submitted.*Answer due/s);
  });

  await test.step('the admin listens, approves, and finds the product form filled in', async () => {
    await office.goto(`${PANEL}/review-queue`);
    await office.getByRole('searchbox').fill(email);
    await office.getByRole('button', { name: `In Review: ${track}` }).click();
    await expect(row(track)).toContainText('In review');
    await mailTo(request, email, new RegExp(`^"${track}" is in review$`));
    await office.getByRole('button', { name: `Approve: ${track}` }).click();
    await expect(office).toHaveURL(/products\/new\?submission=\d+$/);

    const form = office.getByRole('form', { name: 'Product' });
    await expect(form.getByLabel('Name', { exact: true })).toHaveValue(track);
    await expect(form.getByLabel('Store').locator('option:checked')).toHaveText(store);
    await expect(form.getByLabel('Category')).toHaveValue('Deep House');
    await expect(form.getByLabel('Price, $', { exact: true })).toHaveValue('349');
    await expect(form.getByLabel('BPM')).toHaveValue('122.4');
    await expect(form.getByLabel('Key')).toHaveValue('F#');
    await expect(form.getByLabel('Download link')).toHaveValue('https://www.dropbox.com/s/abc/track.zip');
    await expect(form.getByLabel('Project link')).toHaveValue('https://drive.google.com/file/d/abc');
    await expect(office.getByText('122.4', { exact: true })).toBeVisible();
  });

  await test.step('adds what is missing and publishes', async () => {
    await chooseMedia(office, 122);
    await office.getByRole('button', { name: 'Add Product' }).click();
    await expect(office.getByText('Please choose a type')).toBeVisible();
    await office.getByLabel('Type').selectOption('Instrumental');
    await office.getByLabel('Project', { exact: true }).selectOption('Ableton Live');
    await isSound(office, 'the product form of a submission');
    const form = office.url();
    await office.getByRole('button', { name: 'Add Product' }).click();
    await expect(office.getByText('Product added successfully')).toBeVisible();
    await expect(office).toHaveURL(/review-queue$/);
    await expect(async () => {
      await office.goto(form);
      await expect(office.getByText('This submission is published already.')).toBeVisible({ timeout: 2000 });
    }).toPass();
  });

  await test.step('the track is in the shop, and its seller knows', async () => {
    expect((await mailTo(request, email, new RegExp(`^"${track}" is on sale$`))).text).toContain(`${SHOP}/track/`);
    await dashboard();
    const submission = page.getByRole('list', { name: 'Submissions' }).getByRole('listitem').filter({ hasText: track });
    await expect(submission).toContainText('Published');
    await expect(page.getByRole('region', { name: 'Your Tracks' }).getByRole('listitem')).toContainText(
      /Harbour.*\$349.*Active/s,
    );
    await submission.getByRole('link', { name: 'See the track' }).click();
    await expect(page.getByRole('heading', { level: 1, name: track })).toBeVisible();
    await page.goto(`/shop?q=${encodeURIComponent(track)}`);
    await expect(page.getByRole('article').filter({ hasText: track })).toContainText(store);
  });

  await test.step('a buyer buys it with its project and a coupon of 40 percent', async () => {
    const token = { authorization: `Bearer ${await tokenOf(request)}` };
    const made = { code: coupon, discount_percent: 40, is_forever: true };
    expect((await request.post('/api/coupons', { data: made, headers: token })).status()).toBe(201);
    const shopper = await (await browser.newContext({ baseURL: SHOP, viewport: page.viewportSize() })).newPage();
    await registered(shopper.context().request, `buyer.${email}`);
    await shopper.goto(`/shop?q=${encodeURIComponent(track)}`);
    await shopper
      .getByRole('button', { name: `Add ${track} to cart` })
      .first()
      .click();
    await expect(shopper.getByText(`${track} Added to Cart`)).toBeVisible();
    await shopper.goto('/cart');
    await shopper.getByRole('switch', { name: /Project/ }).click();
    await shopper.getByRole('button', { name: 'Proceed to Checkout' }).click();
    await shopper.getByLabel('Coupon code').fill(coupon);
    await shopper.getByRole('button', { name: 'Apply' }).click();
    await expect(shopper.getByText('takes 40% off.')).toBeVisible();
    await payInWindow(shopper);
    await shopper.context().close();
  });

  const earnings = page.getByRole('region', { name: 'Earnings' });
  const line = (name: string) => earnings.getByRole('listitem').filter({ hasText: name });

  await test.step('the seller reads what the sale brings, why, and when it is due', async () => {
    const mail = await mailTo(request, email, new RegExp(`^Sold: "${track}"$`));
    expect(mail.text).toContain('$235.72');
    expect(mail.text).toContain(`${SHOP}/account?tab=seller`);
    await dashboard();
    await expect(line(track)).toContainText(/due \w{3} \d+, \d{4}.*Owed.*\+\$235\.72/s);
    await line(track).getByText(track).click();
    for (const fact of [
      'Price $349.00 + project $100.00 = $449.00.',
      'A coupon took off $179.60.',
      'A promotion may take at most 25% of your price: $112.25. The shop bears the other $67.35.',
      '$336.75 minus 30% commission leaves you 70%: $235.72, rounded down to the cent.',
    ])
      await expect(line(track).getByText(fact)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Your Tracks' }).getByRole('listitem')).toContainText('Sold');
    await isSound(page, 'the dashboard of a store that has sold');
  });

  await test.step('before it is due nothing can be recorded as paid', async () => {
    await office.goto(`${PANEL}/payouts?q=${encodeURIComponent(store)}`);
    await expect(row(store)).toContainText('$235.72');
    await expect(row(store).getByRole('button', { name: 'Record payout' })).toBeDisabled();
    const sellerId = await sellerOf(page);
    const early = await request.post(`/api/sellers/${sellerId}/payouts`, {
      data: { amountCents: 23572, method: 'card', reference: `EARLY-${stamp}`, key: `early-${Date.now()}` },
      headers: { authorization: `Bearer ${await tokenOf(request)}` },
    });
    expect([early.status(), await early.json()]).toMatchObject([409, { code: 'not-due', details: { dueCents: 0 } }]);
  });

  await test.step('what was paid for long ago is due, sent, and recorded', async () => {
    await publish(request, { name: older, sellerId: await sellerOf(page), img: await aCover(page) });
    const buyer = await (await browser.newContext({ baseURL: SHOP })).newPage();
    const session = buyer.context().request;
    const account = await registered(session, `early.${email}`);
    await expect.poll(async () => JSON.stringify(await (await session.get('/api/products')).json())).toContain(older);
    const { paypalOrder } = await reserved(session, account, older);
    await paid(session, account, paypalOrder, LONG_AGO);
    await buyer.context().close();

    await expect(async () => {
      await office.reload();
      await expect(row(store)).toContainText('$209.30', { timeout: 2000 });
    }).toPass();
    await row(store)
      .getByRole('button', { name: /Show card number/ })
      .click();
    await office.getByLabel('What it is needed for').fill('Payout of today');
    await office.getByRole('dialog').getByRole('button', { name: 'Show card number' }).click();
    await expect(office.getByText('4242 4242 4242 4242')).toBeVisible();
    await isSound(office, 'a card number');
    await office.getByRole('button', { name: 'Hide now' }).click();
    await expect(office.getByText('4242 4242 4242 4242')).toHaveCount(0);

    await row(store).getByRole('button', { name: 'Record payout' }).click();
    const dialog = office.getByRole('dialog', { name: 'Record payout' });
    await expect(dialog.getByLabel('Amount, dollars')).toHaveValue('209.30');
    await expect(dialog).toContainText('Card •••• 4242');
    await dialog.getByLabel('Reference').fill(`WIRE-${stamp}`);
    await dialog.getByRole('button', { name: 'Record payout' }).click();
    // where the money goes was said just now: that is asked about once more
    await dialog.getByLabel('Yes, the payout is meant').check();
    await dialog.getByRole('button', { name: 'Record payout' }).click();
    await expect(office.getByText(`$209.30 to ${store} recorded`)).toBeVisible();
    await expect(row(store).getByRole('button', { name: 'Record payout' })).toBeDisabled();
    await isSound(office, 'the payouts');
  });

  await test.step('the seller sees what is paid and what is still owed', async () => {
    expect((await mailTo(request, email, /^\$209\.30 is on its way to you$/)).text).toContain(`WIRE-${stamp}`);
    await dashboard();
    await expect(line(older).first()).toContainText(/Paid.*\+\$209\.30/s);
    await expect(line(`WIRE-${stamp}`)).toContainText('-$209.30');
    await expect(line(track)).toContainText('Owed');
    const csv = await (await page.request.get(`/api/sellers/${await sellerOf(page)}/ledger.csv`)).text();
    for (const sum of ['235.72', '209.30', '-209.30']) expect(csv).toContain(sum);
  });

  await test.step('the audit log has all of it', async () => {
    for (const [what, acts] of [
      // it names stores by number, so that nothing personal stands in it
      [`Store ${await sellerOf(page)}`, ['Seller verification viewed', 'Seller status changed', 'Seller card number shown']],
      ['payout', ['Payout recorded']],
      [track, ['Submission changed', 'Product created']],
    ] as const) {
      await expect(async () => {
        await office.goto(`${PANEL}/audit-log?q=${encodeURIComponent(what)}`);
        for (const act of acts) await expect(row(act).first()).toBeVisible({ timeout: 3000 });
      }).toPass();
    }
    await isSound(office, 'the audit log');
    await office.context().close();
  });
});

/** The id of the store that is logged in on a page. */
async function sellerOf(page: Page): Promise<number> {
  const userId = (await page.context().cookies()).find(({ name }) => name === 'userId')!.value;
  const { data } = (await (await page.request.get(`/api/sellers/user/${userId}`)).json()) as { data: { id: number } };
  return data.id;
}

type Older = { name: string; sellerId: number; img: File };

/** Puts a track of $299 on sale, as an admin does it with the product form. */
async function publish(request: APIRequestContext, { name, sellerId, img }: Older) {
  const track = { name, category: 'House', price: 299, music_key: 'A', type: 'Instrumental', seller_id: sellerId };
  const answer = await request.post('/api/products', {
    multipart: {
      fields: JSON.stringify({ ...track, download_link: 'https://www.dropbox.com/dock.zip' }),
      img,
      audio: clicks(120),
    },
    headers: { authorization: `Bearer ${await tokenOf(request)}` },
  });
  expect(answer.status()).toBe(201);
}
