import { expect, type APIRequestContext } from '@playwright/test';
import type { PayoutsView } from '@shop/contracts/views';
import { SHOP } from '../../addresses';
import { paid, registered, reserved } from '../a-buyer';
import { adminToken, PANEL } from '../an-admin';
import { aCover, clicks, type File } from '../files';
import { isSound } from '../flaws';
import { mailTo } from '../inbox';
import { settled } from '../settled';
import { dashboard, line, row, sellerOf, type Story } from './story';

/** Longer ago than three business days, wherever the weekend lies. */
const LONG_AGO = 10;

export async function recordNothingBeforeItIsDue({ page, office, request, stamp, store }: Story) {
  await office.goto(`${PANEL}/payouts?q=${encodeURIComponent(store)}`);
  await expect(row(office, store)).toContainText('$235.72');
  await row(office, store).getByRole('button', { name: 'Record payout' }).click();
  const dialog = office.getByRole('dialog', { name: 'Record payout' });
  await expect(dialog).toContainText('send nothing');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const sellerId = await sellerOf(page);
  const early = await request.post(`/api/sellers/${sellerId}/payouts`, {
    data: { amountCents: 23572, method: 'card', reference: `EARLY-${stamp}`, key: `early-${Date.now()}` },
    headers: { authorization: `Bearer ${await adminToken()}` },
  });
  expect([early.status(), await early.json()]).toMatchObject([409, { code: 'not-due', details: { dueCents: 0 } }]);
}

export async function recordPayout({ page, office, browser, request, stamp, email, store, older }: Story) {
  await publish(request, { name: older, sellerId: await sellerOf(page), img: await aCover(page) });
  const buyer = await (await browser.newContext({ baseURL: SHOP })).newPage();
  const session = buyer.context().request;
  const account = await registered(session, `early.${email}`);
  await expect.poll(async () => JSON.stringify(await (await session.get('/api/products')).json())).toContain(older);
  const { paypalOrder } = await reserved(session, account, older);
  await paid(session, account, paypalOrder, LONG_AGO);
  await buyer.context().close();

  const headers = { authorization: `Bearer ${await adminToken()}` };
  const due = async () => {
    const answer = await request.get('/api/payouts', { params: { q: store }, headers });
    return ((await answer.json()) as PayoutsView).data[0]?.dueCents;
  };
  await expect.poll(due).toBe(20930);
  await office.reload();
  await row(office, store)
    .getByRole('button', { name: /Show card number/ })
    .click();
  await office.getByLabel('What it is needed for').fill('Payout of today');
  await office.getByRole('dialog').getByRole('button', { name: 'Show card number' }).click();
  await expect(office.getByText('4242 4242 4242 4242')).toBeVisible();
  await isSound(office, 'a card number');
  await office.getByRole('button', { name: 'Hide now' }).click();
  await expect(office.getByText('4242 4242 4242 4242')).toHaveCount(0);

  await row(office, store).getByRole('button', { name: 'Record payout' }).click();
  const dialog = office.getByRole('dialog', { name: 'Record payout' });
  await expect(dialog.getByLabel('Amount, dollars')).toHaveValue('209.30');
  await expect(dialog).toContainText('Card •••• 4242');
  await dialog.getByLabel('Reference').fill(`WIRE-${stamp}`);
  await dialog.getByRole('button', { name: 'Record payout' }).click();
  // where the money goes was said just now: that is asked about once more
  await dialog.getByLabel('Yes, the payout is meant').check();
  await dialog.getByRole('button', { name: 'Record payout' }).click();
  await expect(office.getByText(`$209.30 to ${store} recorded`)).toBeVisible();
  await isSound(office, 'the payouts');
}

export async function seeWhatIsPaid({ page, request, stamp, email, track, older }: Story) {
  expect((await mailTo(request, email, /^\$209\.30 is on its way to you$/)).text).toContain(`WIRE-${stamp}`);
  await dashboard(page);
  await expect(line(page, older).first()).toContainText(/Paid.*\+\$209\.30/s);
  await expect(line(page, `WIRE-${stamp}`)).toContainText('-$209.30');
  await expect(line(page, track)).toContainText('Owed');
  const csv = await (await page.request.get(`/api/sellers/${await sellerOf(page)}/ledger.csv`)).text();
  for (const sum of ['235.72', '209.30', '-209.30']) expect(csv).toContain(sum);
}

export async function findItInTheAuditLog({ page, office, track }: Story) {
  for (const [what, acts] of [
    // it names stores and submissions by number, so that nothing that a seller typed stands in it
    [`Store ${await sellerOf(page)}`, ['Seller verification viewed', 'Seller status changed', 'Seller card number shown']],
    ['payout', ['Payout recorded']],
    ['submission', ['Submission changed']],
    [track, ['Product created']],
  ] as const) {
    await expect(async () => {
      const read = office.waitForResponse(/\/api\/audit-log\?/);
      await office.goto(`${PANEL}/audit-log?q=${encodeURIComponent(what)}`);
      await read;
      await settled(office);
      for (const act of acts) expect(await row(office, act).first().isVisible(), act).toBe(true);
    }).toPass();
  }
  await isSound(office, 'the audit log');
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
    headers: { authorization: `Bearer ${await adminToken()}` },
  });
  expect(answer.status()).toBe(201);
}
