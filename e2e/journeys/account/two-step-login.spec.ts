import { expect, test, type Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { registered } from '../../parts/a-buyer';
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

    await page.getByRole('button', { name: 'Set Up Authenticator App' }).click();
    await page.getByLabel('Your Password').fill(buyer.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    const secret = (
      await page
        .getByText(/Cannot scan it/)
        .locator('span')
        .innerText()
    ).replaceAll(' ', '');
    await page.getByLabel('Code from your authenticator app').fill(codeOf(secret, 0));
    await page.getByRole('button', { name: 'Switch On' }).click();
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
    const recoveryCodes = await codes.allInnerTexts();
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await mailTo(page.request, buyer.email, /Two-step login is on/);

    await page.getByLabel('Name of a new passkey').fill('Test laptop');
    await page.getByRole('button', { name: 'Add a Passkey' }).click();
    await page.getByLabel('Your Password').fill(buyer.password);
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
    await page.getByRole('button', { name: 'Use a Passkey' }).click();
    await isLoggedIn(page);

    await page.context().clearCookies();
    await openLogin(page);
    await page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await isLoggedIn(page);
  },
);
