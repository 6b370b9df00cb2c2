import { expect, test } from '@playwright/test';
import { INBOX, SHOP } from '../../addresses';
import { seriousFlaws } from '../../parts/flaws';
import { mailsTo, mailTo } from '../../parts/inbox';
import { settled } from '../../parts/settled';

const linkIn = (text: string, page: string) => new RegExp(`${SHOP}/${page}/[\\w-]+`).exec(text)![0];

test(
  'a visitor subscribes in the footer, confirms by mail, is welcomed, and leaves again',
  { tag: '@wide' },
  async ({ page, request }, { project }) => {
    const email = `reader.${project.name}.${Date.now()}@example.com`;
    let confirmation = '';
    let wayOut = '';

    await test.step('subscribes in the footer', async () => {
      await page.goto('/faq');
      // the footer goes down as the page arrives, and a press of something that moves is lost
      await expect(page.getByRole('heading', { name: 'FAQ', level: 1 })).toBeVisible();
      const footer = page.getByRole('contentinfo');
      await footer.getByRole('button', { name: 'Subscribe' }).click();
      await expect(footer.getByText('Please enter your email address.')).toBeVisible();
      await footer.getByLabel('Get the newsletter').fill(email);
      await footer.getByRole('button', { name: 'Subscribe' }).click();
      await expect(footer.getByText('Subscription successful! Please check your email for confirmation.')).toBeVisible();
    });

    await test.step('confirms with the link of the mail, and comes to the shop', async () => {
      confirmation = linkIn((await mailTo(request, email, /confirm your subscription/i)).text, 'confirm-subscription');
      await page.goto(confirmation);
      await expect(page.getByRole('heading', { name: 'Subscription Confirmed!' })).toBeVisible();
      await expect(page.getByText('Subscription confirmed successfully!')).toBeVisible();
      await expect(page).toHaveURL(`${SHOP}/shop`);
    });

    await test.step('opens the link once more: nothing changes', async () => {
      await page.goto(confirmation);
      await expect(page.getByRole('heading', { name: 'Subscription Confirmed!' })).toBeVisible();
    });

    await test.step('is welcomed once, with the way out for people and for mail programs', async () => {
      const welcome = await mailTo(request, email, /^Welcome/);
      wayOut = linkIn(welcome.text, 'unsubscribe');
      const { headers } = (await (await request.get(`${INBOX}/api/messages/${welcome.id}`)).json()) as {
        headers: { name: string; value: string }[];
      };
      const header = (name: string) => headers.find((one) => one.name.toLowerCase() === name)?.value;
      expect(header('list-unsubscribe')).toBe(`<${wayOut.replace('/unsubscribe/', '/api/subscribe/unsubscribe/')}>`);
      expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
      expect((await mailsTo(request, email)).filter(({ subject }) => /^Welcome/.test(subject))).toHaveLength(1);
    });

    await test.step('unsubscribes', async () => {
      await page.goto(wayOut);
      await expect(page.getByText('Unsubscribed successfully!')).toBeVisible();
      await seriousFlaws(page, 'the unsubscribe page');
      const oneClick = await request.post(wayOut.replace('/unsubscribe/', '/api/subscribe/unsubscribe/'), {
        form: { 'List-Unsubscribe': 'One-Click' },
      });
      expect(await oneClick.json()).toMatchObject({ success: true });
      await page.getByRole('link', { name: 'Back to Home' }).click();
      await expect(page).toHaveURL(`${SHOP}/`);
    });

    await test.step('is not brought back by the old mail', async () => {
      await page.goto(confirmation);
      await expect(page.getByText('Failed to confirm subscription')).toBeVisible();
      await expect(page).toHaveURL(`${SHOP}/`);
    });
  },
);

test('links without a token say what is wrong with them', { tag: '@wide' }, async ({ page }) => {
  await page.goto('/unsubscribe');
  await expect(page.getByText('Invalid unsubscribe link: missing token')).toBeVisible();
  await page.goto('/confirm-subscription');
  await expect(page.getByText('Failed to confirm subscription')).toBeVisible();
  await expect(page).toHaveURL(`${SHOP}/`);
});

test('no other site can frame the confirmation or the shop', { tag: '@wide' }, async ({ request }) => {
  const policyOf = async (path: string) => (await request.get(path)).headers()['content-security-policy'];
  expect(await policyOf('/api/confirm-subscription/wrong')).toContain("frame-ancestors 'self'");
  expect(await policyOf('/')).toContain("frame-ancestors 'none'");
});

test('a message from the contact page reaches the operator', { tag: '@wide' }, async ({ page, request }) => {
  const email = `writer.${Date.now()}@example.com`;
  await page.goto('/contact');
  await expect(page.getByText(/24-48 hours/)).toBeVisible();
  await page.getByLabel('Name').fill('Robin Vale');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Message').fill(`Hello from ${email}`);
  await seriousFlaws(page, 'the contact page');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Your message has been sent successfully!')).toBeVisible();
  await expect(async () => {
    const notice = (await mailsTo(request, 'admin@ghostline.example')).find(
      ({ subject }) => subject === 'Message from Robin Vale',
    );
    const mail = await (await request.get(`${INBOX}/api/messages/${notice!.id}`)).text();
    expect(mail).toContain(email);
  }).toPass();
});

test('consent and announcement appear by themselves, go when told to, and stay away', async ({ page }) => {
  const consent = page.getByRole('region', { name: 'Cookie consent' });
  const announcement = page.getByRole('region', { name: 'Your first track, 15% off' });
  const requestedPaths: string[] = [];
  page.on('request', (request) => /\/PopupContents-/.test(request.url()) && requestedPaths.push(request.url()));
  // the page's clock stands still, and is moved on until its scripts are there
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 1000);
  await page.goto('/shop');
  await expect.poll(() => page.clock.runFor(50).then(() => page.locator('#root[data-alive]').count())).toBe(1);
  await page.clock.runFor(2900);
  // whatever the page asked before has been heard when this one is answered
  await page.evaluate(() => fetch('/api/config'));
  expect(requestedPaths).toEqual([]);
  await expect(consent).toBeHidden();
  await expect(announcement).toBeHidden();
  await page.clock.runFor(100);
  await page.clock.resume();
  await expect(consent).toBeVisible();
  await expect(announcement).toBeVisible();
  await expect(announcement.getByRole('link', { name: 'Hear what is new' })).toHaveAttribute('target', '_blank');
  await seriousFlaws(page, 'the shop with its popups');

  await consent.getByRole('button', { name: 'Accept' }).click();
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'cookieConsent');
  expect((cookie!.expires - Date.now() / 1000) / 86_400).toBeCloseTo(365, 1);
  await page.getByRole('button', { name: 'Log In' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Log in' })).toBeVisible();
  await expect(announcement).toBeHidden();
  await page.getByRole('button', { name: 'Close' }).click();
  await announcement.getByRole('button', { name: 'Close' }).click();
  await expect(announcement).toBeHidden();

  // both are there to decide whether to appear: one measures the visit, the other asks for the announcements
  const decided = [page.waitForRequest(/\/measure-visit-/), page.waitForResponse('**/api/announcements/active')];
  await page.reload();
  await Promise.all(decided);
  await settled(page);
  await expect(consent).toBeHidden();
  await expect(announcement).toBeHidden();
});

test('the cookie consent leaves the end of a page free', async ({ page }) => {
  await page.goto('/faq');
  const consent = page.getByRole('region', { name: 'Cookie consent' });
  await expect(consent).toBeVisible();
  const room = () =>
    page.evaluate(() => {
      window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
      const of = (selector: string) => document.querySelector(selector)!.getBoundingClientRect();
      return Math.round(of('[aria-label="Cookie consent"]').top - of('footer').bottom);
    });
  await expect.poll(room).toBeGreaterThanOrEqual(0);
});
