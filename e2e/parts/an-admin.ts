import { expect, request, type APIRequestContext, type Page } from '@playwright/test';
import { SHOP } from '../addresses';

export const ADMIN = { email: 'admin@ghostline.example', password: 'Journey-Admin-1!' };

/** All addresses of the administration begin with it. */
export const PANEL = '/mdghost-panel-secur';

let loggedIn: Promise<string> | undefined;

/**
 * The bearer token of the first admin. Each worker logs in once; the session ends when ten others of this admin have begun after it.
 */
export const adminToken = () => (loggedIn ??= logInElsewhere());

async function logInElsewhere() {
  const elsewhere = await request.newContext({ baseURL: SHOP });
  const token = await tokenOf(elsewhere);
  await elsewhere.dispose();
  return token;
}

/** Opens a page of the administration as an admin who is logged in already, by the token alone. */
export async function openAsAdmin(page: Page, path = '/dashboard') {
  await page.addInitScript((token) => localStorage.setItem('adminToken', token), await adminToken());
  await page.goto(PANEL + path);
}

/** Logs in through the login form, as an admin does who opens `path` without a session. */
export async function logInAsAdmin(page: Page, path = '/dashboard') {
  await page.goto(PANEL + path);
  await page.getByLabel('Email').fill(ADMIN.email);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(SHOP + PANEL + path);
}

/**
 * Searches a list of the administration and waits for what is found: rows that move under the pointer take no click. The address
 * changes before the list is drawn as busy, so the answer is waited for as well.
 */
export async function search(page: Page, text: string) {
  const isAbout = (url: string) => new URL(url).searchParams.get('q') === text;
  const answered = page.waitForResponse((response) => isAbout(response.url()));
  await page.getByRole('searchbox').fill(text);
  await answered;
  await page.waitForURL((url) => isAbout(url.href));
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** Presses an action in the menu of the row that is about `row`, by its whole name, such as "Delete Undertow". */
export async function pressInMenu(page: Page, row: string, name: string) {
  await page.getByRole('button', { name: `Actions for ${row}`, exact: true }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** The bearer token of an account, by default of the first admin. `session` is logged in afterwards. */
export async function tokenOf(session: APIRequestContext, { email, password } = ADMIN): Promise<string> {
  const answer = await session.post('/api/users/login', { data: { email, password }, headers: { origin: SHOP } });
  expect(answer.status()).toBe(200);
  return ((await answer.json()) as { token: string }).token;
}

/**
 * Activates the store of a user, once it exists.
 * @returns its id
 */
export async function activated(session: APIRequestContext, userId: number): Promise<number> {
  const headers = { authorization: `Bearer ${await adminToken()}` };
  let id = 0;
  await expect(async () => {
    const store = (await (await session.get(`/api/sellers/user/${userId}`, { headers })).json()) as { data: { id?: number } };
    id = store.data.id ?? 0;
    expect((await session.put(`/api/sellers/${id}/status`, { data: { status: 'active' }, headers })).status()).toBe(200);
  }).toPass();
  return id;
}
