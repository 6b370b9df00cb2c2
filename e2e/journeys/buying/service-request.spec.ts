import { expect, test } from '@playwright/test';
import { registered } from '../../parts/a-buyer';
import { seriousFlaws } from '../../parts/flaws';
import { mailTo } from '../../parts/inbox';

/** Where the operator reads what visitors send. */
const OPERATOR = 'admin@ghostline.example';

test('a visitor hears the work, logs in, orders a mixing, and both sides have it by mail', async ({ page, request }, {
  project,
}) => {
  const { email, password } = await registered(request, `mix.${project.name}.${Date.now()}@example.com`);
  const name = `Kim Falk ${Date.now()}`;
  const wish = 'The kick must breathe.';
  const form = page.getByRole('dialog', { name: 'Mixing and mastering' });

  await test.step('hears a demo track', async () => {
    await page.goto('/service');
    await page
      .getByRole('button', { name: /^Play / })
      .first()
      .click();
    await expect(page.getByRole('region', { name: 'Player' }).getByText('DEMO')).toBeVisible();
    await page.getByRole('button', { name: 'Close player' }).click();
    await seriousFlaws(page, 'the service page');
  });

  await test.step('is asked to log in, and finds the request open after it', async () => {
    await page.getByRole('button', { name: 'Order Now' }).nth(2).click();
    await expect(page.getByText('Please log in or register to continue.')).toBeVisible();
    const login = page.getByRole('dialog', { name: 'Log in' });
    await login.getByLabel('Email').fill(email);
    await login.getByLabel('Password', { exact: true }).fill(password);
    await login.getByRole('button', { name: 'Login' }).click();
    await expect(login).toBeHidden();
    await expect(form).toBeVisible();
    await expect(form.getByLabel('Email')).toHaveValue(email);
  });

  await test.step('is told what is missing', async () => {
    await form.getByLabel('Name').fill(name);
    await form.getByLabel('Description').fill(wish);
    await form.getByRole('button', { name: 'Send request' }).click();
    await expect(form.getByText('Please select at least one service you need')).toBeVisible();
    await expect(form.getByLabel('Number of Stems')).toBeHidden();
    await seriousFlaws(page, 'the request');
  });

  await test.step('sends it', async () => {
    await form.getByRole('checkbox', { name: 'Mixing' }).check();
    await form.getByLabel('Number of Stems').fill('24');
    await form.getByRole('button', { name: 'Send request' }).click();
    await expect(page.getByText('Your request has been sent. We will reply within 24-48 hours.')).toBeVisible();
    await expect(form).toBeHidden();
    await expect(page).toHaveURL(/\/service$/);
  });

  await test.step('has a confirmation, and the operator has the request', async () => {
    const confirmation = await mailTo(request, email, /^We have your mixing and mastering request$/);
    expect(confirmation.text).toContain('Number of Stems: 24');
    expect(confirmation.text).toContain(wish);
    const received = await mailTo(request, OPERATOR, new RegExp(`^Mixing and mastering request #\\d+ from ${name}$`));
    expect(received.text).toContain(wish);
    expect(received.text).toContain(email);
  });
});

test('a session that ends while somebody types costs nothing that was typed', { tag: '@wide' }, async ({ page, context }) => {
  const { email, password } = await registered(context.request, `late.${Date.now()}@example.com`);
  const form = page.getByRole('dialog', { name: 'Co-producing' });
  await page.goto('/service?order=co-producing');
  await form.getByRole('checkbox', { name: 'Creat MIDI' }).check();
  await form.getByLabel('Description').fill('A loop that wants to be a track.');
  await context.clearCookies({ name: /sid$/ });
  await form.getByRole('button', { name: 'Send request' }).click();

  const login = page.getByRole('dialog', { name: 'Log in' });
  await login.getByLabel('Email').fill(email);
  await login.getByLabel('Password', { exact: true }).fill(password);
  await login.getByRole('button', { name: 'Login' }).click();
  await expect(login).toBeHidden();
  await expect(form.getByLabel('Description')).toHaveValue('A loop that wants to be a track.');
  await form.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText('Your request has been sent.', { exact: false })).toBeVisible();
  await expect(form).toBeHidden();
});

test('the questions and the upload guide can be read by everybody', async ({ page }) => {
  await page.goto('/faq');
  await page.getByRole('button', { name: 'When and how am I paid?' }).click();
  await expect(page.getByText(/within three business days/)).toBeVisible();
  await page.getByRole('button', { name: 'How much of the price is mine?' }).click();
  await expect(page.getByText(/within three business days/)).toBeHidden();
  await seriousFlaws(page, 'the FAQ');

  await page.goto('/upload-instructions');
  await page.getByRole('button', { name: 'Open example 5: Archive' }).click();
  await expect(page.getByRole('dialog', { name: 'Example 5 of 5: Archive' })).toBeVisible();
  await seriousFlaws(page, 'an example of the upload guide');
});
