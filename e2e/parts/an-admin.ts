import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { SHOP } from '../addresses';

export const ADMIN = { email: 'admin@ghostline.example', password: 'Journey-Admin-1!' };

/** All addresses of the administration begin with it. */
export const PANEL = '/mdghost-panel-secur';

/** Logs in through the login form, as an admin does who opens `path` without a session. */
export async function logInAsAdmin(page: Page, path = '/dashboard') {
  await page.goto(PANEL + path);
  await page.getByLabel('Email').fill(ADMIN.email);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(SHOP + PANEL + path);
}

/** The bearer token of an account, by default of the first admin. */
export async function tokenOf(request: APIRequestContext, account = ADMIN): Promise<string> {
  const answer = await request.post('/api/users/login', { data: account, headers: { origin: SHOP } });
  expect(answer.status()).toBe(200);
  return ((await answer.json()) as { token: string }).token;
}

/** Activates the store of a user, once it exists. → its id */
export async function activated(request: APIRequestContext, userId: number): Promise<number> {
  const headers = { authorization: `Bearer ${await tokenOf(request)}` };
  let id = 0;
  await expect(async () => {
    const store = (await (await request.get(`/api/sellers/user/${userId}`, { headers })).json()) as { data: { id?: number } };
    id = store.data.id ?? 0;
    expect((await request.put(`/api/sellers/${id}/status`, { data: { status: 'active' }, headers })).status()).toBe(200);
  }).toPass();
  return id;
}
