import { expect, test, type Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { SHOP } from '../../addresses';
import { registered } from '../../parts/a-buyer';
import { ADMIN, PANEL } from '../../parts/an-admin';
import { mailTo } from '../../parts/inbox';

/** The browser's own authenticator, with a fingerprint that always fits. */
async function withAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function openLogin(page: Page) {
  await page.goto('/login');
  await expect(page.getByRole('dialog', { name: 'Log in' })).toBeVisible();
}

async function logIn(page: Page, { email, password }: { email: string; password: string }) {
  await openLogin(page);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

/**
 * A code of the app, `steps` half minutes from now. Each counts once. One of the step before would be refused when the half minute ends
 * before it is sent.
 */
const codeOf = (secret: string, steps: number) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });

const isLoggedIn = (page: Page) =>
  expect.poll(async () => (await page.context().cookies()).some(({ name }) => name === 'userId')).toBe(true);

test(
  'a buyer switches two-step login on, logs in with code, recovery code and passkey, and signs out everywhere',
  { tag: '@wide' },
  async ({ page, isMobile: _ }, info) => {
    const buyer = await registered(page.request, `factor-${info.project.name}-${Date.now()}@example.com`);
    await withAuthenticator(page);
    await page.goto('/account?tab=security');

    await page.getByRole('button', { name: 'Set up authenticator app' }).click();
    await page.getByLabel('Your password').fill(buyer.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    const secret = (
      await page
        .getByText(/Cannot scan it/)
        .locator('..')
        .locator('span')
        .innerText()
    ).replaceAll(' ', '');
    await page.getByLabel('Code from your authenticator app').fill(codeOf(secret, 0));
    await page.getByRole('button', { name: 'Switch on' }).click();
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
    const recoveryCodes = await codes.allInnerTexts();
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await mailTo(page.request, buyer.email, /Two-step login is on/);

    await page.getByLabel('Name of a new passkey').fill('Test laptop');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Your password').fill(buyer.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Test laptop')).toBeVisible();

    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(page.getByText('Please log in or register to access your account page.')).toBeVisible();

    await logIn(page, buyer);
    await page.getByLabel('Code from your authenticator app').fill(` ${codeOf(secret, 1).replace(/(...)/, '$1 ')}`);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await isLoggedIn(page);

    await page.context().clearCookies();
    await logIn(page, buyer);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery Code').fill(recoveryCodes[0]!);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await isLoggedIn(page);
    await mailTo(page.request, buyer.email, /new device/);

    await page.context().clearCookies();
    await logIn(page, buyer);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await isLoggedIn(page);

    await page.context().clearCookies();
    await openLogin(page);
    await page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await isLoggedIn(page);
  },
);

/** Lets the first admin log in as one who must set up a second factor. The answer to it logs the browser in, as the shop's does. */
async function asNewAdmin(page: Page) {
  const answer = (path: string, json: object) => page.route(`**/api/users/login${path}`, (route) => route.fulfill({ json }));
  await answer('', { message: 'Second factor required', requiresSecondFactor: true, challenge: 'c', enrol: true });
  await answer('/second-factor/enrol', { secret: 'GEZDGNBVGY3TQOJQ', uri: 'otpauth://totp/shop' });
  await page.route('**/api/users/login/second-factor', async (route) => {
    const session = await page.request.post('/api/users/login', { data: ADMIN, headers: { origin: SHOP } });
    await route.fulfill({ json: { ...((await session.json()) as object), recoveryCodes: ['abcde-fghij'] } });
  });
}

for (const [where, path, after] of [
  ['shop', '/login', '/'],
  ['administration', `${PANEL}/login`, `${PANEL}/dashboard`],
] as const)
  test(
    `recovery codes that a login to the ${where} brings stay until their owner has saved them`,
    { tag: '@wide' },
    async ({ page }) => {
      const requestedPaths: string[] = [];
      let isSaved = false;
      page.on('dialog', (question) => {
        requestedPaths.push(question.message());
        void (isSaved ? question.accept() : question.dismiss());
      });
      await asNewAdmin(page);
      await page.goto('/shop');
      await page.goto(path);
      await page.getByLabel('Email').fill(ADMIN.email);
      await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
      await page.getByRole('button', { name: /^(Login|Log in)$/ }).click();
      await page.getByLabel('Code from your authenticator app').fill('612783');
      await page.getByRole('button', { name: 'Confirm and log in' }).click();
      const codes = page.getByText('abcde-fghij');
      await expect(codes).toBeVisible();
      await expect(page.getByRole('button', { name: 'Back to the login' })).toHaveCount(0);

      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Close' }).click();
      await page.goBack();
      await expect(() =>
        expect(requestedPaths).toEqual(Array(3).fill('These codes are not shown again. Have you saved them?')),
      ).toPass();
      await expect(codes).toBeVisible();

      isSaved = true;
      await page.keyboard.press('Escape');
      await expect(page).toHaveURL(SHOP + after);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await isLoggedIn(page);
    },
  );
