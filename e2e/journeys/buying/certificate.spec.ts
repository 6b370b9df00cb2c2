import { expect, test, type APIRequestContext } from '@playwright/test';
import { accountTab, pageAddress, PAGES } from '@shop/contracts/pages';
import type { OrderView } from '@shop/contracts/views';
import { bought, registered } from '../../parts/a-buyer';
import { seriousFlaws } from '../../parts/flaws';
import { expectLargeFields, expectRoom } from '../../parts/layout';

/** The order as its buyer sees it. */
async function orderOf(session: APIRequestContext, orderId: number): Promise<OrderView> {
  const answer = (await (await session.get(`/api/orders/${orderId}`)).json()) as OrderView | { data: OrderView };
  return 'data' in answer ? answer.data : answer;
}

/** The proof of a sale, as a buyer and a stranger check it. */
test('a buyer checks the certificate and the contract; one changed byte is refused, and a rewritten log raises the alarm', async ({
  page,
  browser,
}) => {
  const session = page.context().request;
  const buyer = await registered(session, `certificate.${test.info().project.name}.${Date.now()}@example.com`);
  const { orderId, name } = await bought(session, buyer);

  await test.step('opens it from My Orders', async () => {
    await page.goto(accountTab('orders'));
    await page.getByRole('link', { name: `Certificate ${name}` }).click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expect(page.getByText('Valid', { exact: true })).toBeVisible();
  });

  await test.step('sees every check pass', async () => {
    await expect(page.getByText('All 5 checks passed.')).toBeVisible();
    await seriousFlaws(page, 'the certificate');
    await expectLargeFields(page, 'the certificate');
    await expectRoom(page, 'the certificate');
  });

  const [contract] = (await orderOf(session, orderId)).contracts;
  const pdf = await (await session.get(contract!.url)).body();
  const file = (buffer: Buffer) => ({ name: 'contract.pdf', mimeType: 'application/pdf', buffer });

  await test.step('the downloaded contract is the contract, and with one changed byte it is not', async () => {
    await page.getByLabel('File to check').setInputFiles(file(pdf));
    await expect(page.getByText('This is the contract')).toBeVisible();
    const changed = Buffer.from(pdf);
    changed[100] = changed[100]! ^ 1;
    await page.getByLabel('File to check').setInputFiles(file(changed));
    await expect(page.getByText('This file is not in the certificate')).toBeVisible();
  });

  const code = page.url().split('/').at(-1)!;

  await test.step('a stranger sees the name only after the buyer has shown it', async () => {
    const stranger = await (await browser.newContext()).newPage();
    const address = new URL(pageAddress('certificate', { code }), page.url()).href;
    await stranger.goto(address);
    await expect(stranger.getByText('All 5 checks passed.')).toBeVisible();
    await expect(stranger.getByText('Kim Falk')).toHaveCount(0);
    await page.goto(accountTab('orders'));
    await page.getByRole('switch', { name: `Show my name on the certificate ${name}` }).check();
    await expect(page.getByRole('switch', { name: /^Show my name/ })).toBeEnabled();
    await stranger.goto(address);
    await expect(stranger.getByText('All 6 checks passed.')).toBeVisible();
    await expect(stranger.getByText('Kim Falk')).toBeVisible();
    await stranger.context().close();
  });

  await test.step('the sales log has the sale, and has only grown', async () => {
    await page.goto(PAGES.salesLog);
    await expect(page.getByText(/Checked in your browser/)).toBeVisible();
    await expect(page.getByRole('list').filter({ hasText: 'Sale' }).getByRole('listitem').first()).toBeVisible();
    await seriousFlaws(page, 'the sales log');
    await expectRoom(page, 'the sales log');
  });

  await test.step('a log that is not the one seen before is not to be trusted', async () => {
    // the root of another log of the same size
    await page.evaluate(() => {
      const note = localStorage.getItem('salesLogHead')!;
      const [origin, size, , ...rest] = note.split('\n');
      localStorage.setItem('salesLogHead', [origin, size, `${'A'.repeat(43)}=`, ...rest].join('\n'));
    });
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('This log cannot be trusted');
    await seriousFlaws(page, 'the alarm of the sales log');
    await expectRoom(page, 'the alarm of the sales log');
  });
});

test('what the page prints fits on one sheet', { tag: '@wide' }, async ({ page }) => {
  const session = page.context().request;
  const buyer = await registered(session, `printed.certificate.${Date.now()}@example.com`);
  const { orderId } = await bought(session, buyer);
  const code = () => orderOf(session, orderId).then(({ products }) => products[0]?.certificate);
  await expect.poll(code).toBeTruthy();
  await page.goto(pageAddress('certificate', { code: (await code())! }));
  await expect(page.getByText('All 5 checks passed.')).toBeVisible();
  const sheets = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(sheets.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});
