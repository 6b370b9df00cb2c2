import { expect, test, type APIRequestContext } from '@playwright/test';
import { SELLER_PERCENT } from '@shop/contracts/constants';
import { accountTab } from '@shop/contracts/pages';
import { formatCents } from '@shop/contracts/pricing';
import type { OrderView } from '@shop/contracts/views';
import { SHOP } from '../../addresses';
import { paid, registered, reserved } from '../../parts/a-buyer';
import { openAsAdmin, tokenOf } from '../../parts/an-admin';
import { aCover } from '../../parts/files';
import { isSound } from '../../parts/flaws';
import { mailTo } from '../../parts/inbox';
import { balancesOf, openedStores, PRICE } from '../../parts/stores';

/** Cents of the price that go back. The share is rounded down once, from what is left (docs/product/money-owed.md#refunds-of-a-part). */
const BACK = 10_001;
const SHARE = Math.floor((PRICE * SELLER_PERCENT) / 100);
const LEFT = Math.floor(((PRICE - BACK) * SELLER_PERCENT) / 100);

/** The answer to the first download of an order: 302 while it works, 409 while it is on hold. */
async function downloadOf(session: APIRequestContext, orderId: number): Promise<number> {
  const { data } = (await (await session.get(`/api/orders/${orderId}`)).json()) as { data: OrderView };
  return (await session.get(data.downloadLinks[0]!.url, { maxRedirects: 0 })).status();
}

/** The total of an invoice or credit note, in cents, as its machine-readable form has it, which lies in the PDF as it is. */
const totalOf = (pdf: Buffer): number =>
  Math.round(Number(/<ram:GrandTotalAmount>([\d.]+)</.exec(pdf.toString('latin1'))?.[1]) * 100);

/** The lines of a statement as CSV: what each is, and its cents. */
const linesOf = (csv: string) =>
  csv
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(','))
    .map((fields) => ({ kind: fields[1]!, cents: Math.round(Number(fields.at(-1)) * 100) }));

test('a problem with a track is reported, answered and settled with a part of the price; credit note and statement agree', async ({
  page,
  request,
  browser,
}, { project }) => {
  const stamp = `${project.name} ${Date.now()}`;
  const aPage = async () => (await browser.newContext({ baseURL: SHOP, viewport: page.viewportSize() })).newPage();
  await page.goto('/');
  const [store] = await openedStores(page, request, [`Lock Gate ${stamp}`]);
  const { track } = store!;
  const session = page.context().request;
  const buyer = await registered(session, `claim.${stamp.replace(' ', '.')}@example.com`);
  const { paypalOrder } = await reserved(session, buyer, track);
  const orderId = await paid(session, buyer, paypalOrder);
  await mailTo(request, buyer.email, /^Your invoice /);
  const problem = page.getByRole('dialog', { name: `Problem with ${track}`, exact: true });

  await test.step('the buyer reports it, and the track is on hold', async () => {
    await page.goto(accountTab('orders'));
    expect(await downloadOf(session, orderId)).toBe(302);
    await page.getByRole('button', { name: `Report a problem with ${track}` }).click();
    const report = page.getByRole('dialog', { name: `Report a problem with ${track}` });
    await report.getByLabel('What is wrong?').selectOption('Files are broken or missing');
    await report.getByLabel('What happened?').fill('The bass stem is silent after the first drop.');
    await report.getByLabel(/^Add a picture or audio/).setInputFiles(await aCover(page));
    await expect(report.getByRole('list', { name: 'Chosen files' })).toContainText('cover.png');
    await isSound(page, 'the report of a problem');
    await report.getByRole('button', { name: 'Report the problem' }).click();
    await expect(problem.getByRole('list', { name: 'Messages' })).toContainText(/You.*The bass stem is silent/s);
    await expect(problem.getByRole('img', { name: 'cover.png' })).toBeVisible();
    await expect(problem).toContainText('The seller answers by');
    await isSound(page, 'the thread of a problem');

    await page.reload();
    await expect(page.getByText('Problem: Open')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Downloads' })).toContainText('On hold until the reported problem is decided');
    expect(await downloadOf(session, orderId)).toBe(409);
    await page.getByRole('link', { name: `Certificate ${track}` }).click();
    await expect(page.getByText('Suspended', { exact: true })).toBeVisible();
    await expect(page.getByText(/a complaint about the sale/)).toBeVisible();
  });

  const seller = await aPage();
  const earnings = seller.getByRole('region', { name: 'Earnings' });
  await test.step('the seller answers, and their share waits', async () => {
    await mailTo(request, store!.email, new RegExp(`^A buyer reported a problem with "${track}"$`));
    await expect.poll(async () => (await balancesOf(request, store!.store))?.heldCents).toBe(SHARE);
    await tokenOf(seller.context().request, store);
    await seller.goto(accountTab('seller'));
    await expect(earnings).toContainText(`On hold${formatCents(SHARE)}`);
    await seller.getByRole('button', { name: `Messages about ${track}` }).click();
    const thread = seller.getByRole('dialog', { name: `Problem with ${track}` });
    await expect(thread.getByRole('list', { name: 'Messages' })).toContainText(/Buyer.*The bass stem is silent/s);
    await expect(thread.getByRole('img', { name: 'cover.png' })).toBeVisible();
    await thread.getByRole('textbox', { name: 'Message' }).fill('You are right: the bass stops there. I cannot render it again.');
    await thread.getByRole('button', { name: 'Send' }).click();
    await expect(thread.getByText('Answered', { exact: true })).toBeVisible();
    await isSound(seller, 'the thread as its seller sees it');
  });

  await test.step('the shop gives a part of the price back', async () => {
    const office = await aPage();
    await openAsAdmin(office, '/claims');
    await office.getByRole('row').filter({ hasText: track }).getByRole('link').first().click();
    await expect(office.getByRole('heading', { level: 1, name: /^Claim \d+/ })).toContainText(track);
    await expect(office.getByRole('list', { name: 'Messages' })).toContainText(/Seller.*You are right/s);
    await office.getByRole('group', { name: 'Decision' }).getByRole('button', { name: 'Refund' }).click();
    const refund = office.getByRole('dialog', { name: 'The buyer gets money back' });
    await refund.getByLabel('What goes back').selectOption('An amount: the buyer keeps the track');
    await refund.getByLabel('Amount, dollars').fill(String(BACK / 100));
    await refund.getByLabel('Reason').fill('One stem is missing, and the rest is as described.');
    await expect(refund).toContainText(`${formatCents(SHARE - LEFT)} is taken back from ${store!.store}.`);
    await expect(refund).toContainText(`A credit note of ${formatCents(BACK)} is made`);
    await expect(refund).toContainText('No link ends: the buyer keeps everything.');
    await refund.getByRole('checkbox', { name: /^Yes, give/ }).check();
    await isSound(office, 'the decision that gives money back');
    await refund.getByRole('button', { name: `Give ${formatCents(BACK)} back` }).click();
    await expect(refund).toBeHidden();
    await mailTo(request, buyer.email, new RegExp(`^The problem with "${track}": refunded$`));
    await office.reload();
    await expect(office.getByText('Refunded', { exact: true })).toBeVisible();
    await expect(office.getByRole('group', { name: 'Decision' })).toBeHidden();
    await office.context().close();
  });

  await test.step('the buyer reads why, has the credit note, and keeps the track', async () => {
    const givenBack = await mailTo(request, buyer.email, new RegExp(`of your order #${orderId} was given back$`));
    expect(givenBack.subject).toContain(formatCents(BACK));
    expect((await mailTo(request, buyer.email, /^Your credit note C/)).text).toContain(formatCents(BACK));
    await page.goto(accountTab('orders'));
    await expect(page.getByText('Problem: Refunded')).toBeVisible();
    const papers = page.getByRole('list', { name: 'Invoices' });
    const totals: number[] = [];
    for (const paper of ['Invoice', 'Credit note']) {
      const address = await papers.getByRole('link', { name: paper }).getAttribute('href');
      totals.push(totalOf(await (await session.get(address!)).body()));
    }
    expect(totals).toEqual([PRICE + Math.floor((PRICE * 5 + 50) / 100), BACK]);
    await expect(page.getByRole('list', { name: 'Downloads' })).not.toContainText('On hold');
    expect(await downloadOf(session, orderId)).toBe(302);
    await isSound(page, 'an order of which a part was given back');
    await page.getByRole('button', { name: `Messages about ${track}` }).click();
    await expect(problem).toContainText('One stem is missing, and the rest is as described.');
    await expect(problem.getByRole('list', { name: 'Messages' })).toContainText(/Seller.*You are right/s);
    await problem.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: `Certificate ${track}` }).click();
    await expect(page.getByText('Valid', { exact: true })).toBeVisible();
  });

  await test.step('the statement has the same amounts, and sums to what the seller earns', async () => {
    const mail = await mailTo(request, store!.email, new RegExp(`^Refunded in part: "${track}"$`));
    expect(mail.text).toContain(`${formatCents(SHARE - LEFT)} of your share was taken back. ${formatCents(LEFT)} of it is left.`);
    await expect.poll(async () => (await balancesOf(request, store!.store))?.heldCents).toBe(0);
    await seller.reload();
    await expect(earnings).toContainText(`Owed${formatCents(LEFT)}`);
    const line = earnings.getByRole('listitem').filter({ hasText: `Part refund of ${track}` });
    await expect(line).toContainText(formatCents(LEFT - SHARE));
    await line.getByText(/^Part refund/).click();
    await expect(line).toContainText(`${formatCents(BACK)} of what the buyer of order #${orderId} paid for it was given back`);
    await isSound(seller, 'earnings of which a part went back');

    const address = await earnings
      .getByRole('link', { name: /as CSV$/ })
      .first()
      .getAttribute('href');
    const lines = linesOf(await (await seller.context().request.get(address!)).text());
    const closing = lines.pop();
    expect(closing).toEqual({ kind: 'Closing balance', cents: LEFT });
    expect(lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(LEFT);
    expect(lines).toContainEqual({ kind: 'Part refund', cents: LEFT - SHARE });
    await seller.context().close();
  });
});
