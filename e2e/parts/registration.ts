import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { seriousFlaws } from './flaws';
import { mailTo } from './inbox';

export const PASSWORD = 'Warm-Up-Set-1!';

type Person = { name: string; lastName: string; email: string; country: string; store?: string };

/** Registers a person in the open login modal, with the code from the mail. A person with a `store` registers as a seller. */
export async function registerOnPage(page: Page, request: APIRequestContext, person: Person) {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: 'Register' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill(person.name);
  await dialog.getByLabel('Last Name').fill(person.lastName);
  await dialog.getByLabel('Email').fill(person.email);
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByLabel('Confirm Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('combobox', { name: 'Country' }).click();
  await page.keyboard.type(person.country.slice(0, 3));
  await page.getByRole('option', { name: person.country }).click();
  if (person.store) {
    await dialog.getByRole('checkbox', { name: 'I am a seller' }).check();
    await dialog.getByLabel('Store Name').fill(person.store);
    await dialog.getByLabel('SoundCloud, Facebook or VK Link').fill('soundcloud.com/nora-vale');
  }
  await dialog.getByRole('checkbox', { name: /privacy policy/i }).check();
  await seriousFlaws(page, 'the registration');
  await dialog.getByRole('button', { name: 'Register', exact: true }).click();
  const code = /\b\d{6}\b/.exec((await mailTo(request, person.email, /verification code/i)).text)![0];
  await expect(dialog.getByLabel('Verification Code')).toBeVisible();
  const beyondTheEdge = await dialog.evaluate((box) => {
    const edge = (element: Element) => element.getBoundingClientRect().right;
    return [...box.querySelectorAll('form *')]
      .filter((element) => edge(element) > edge(box))
      .map(({ textContent }) => textContent);
  });
  expect(beyondTheEdge).toEqual([]);
  await dialog.getByLabel('Verification Code').fill(code);
  await dialog.getByRole('button', { name: 'Verify & Register' }).click();
  await expect(dialog).toBeHidden();
}
