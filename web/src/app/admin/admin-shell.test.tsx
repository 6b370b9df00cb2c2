import { ADMIN_PAGE_NAMES, ADMIN_PAGES } from '@shop/contracts/admin-pages';
import { MAY } from '@shop/contracts/constants';
import { act, screen, waitFor, within } from '@testing-library/react';
import { audio } from '#features/player/public/audio.ts';
import { play } from '#features/player/public/playback.ts';
import { detailsApi } from '#features/session/details-api.ts';
import { keptDrafts } from '#lib/admin/kept-drafts.ts';
import { adminApi } from '#lib/calls/admin-api.ts';
import { call } from '#lib/calls/call.ts';
import { ADMIN_TOKEN_KEY, asAdmin, expireAdminSession } from '#lib/calls/admin-session.ts';
import { api } from '#lib/calls/api.ts';
import { stepUps } from '#lib/calls/step-up.ts';
import { readUserId } from '#lib/calls/user-id.ts';
import { aConfig, aPage, plainRefusal, refusal } from '#testing/answers.ts';
import { aCoupon } from '#testing/an-order.ts';
import { aTrack } from '#testing/a-track.ts';
import { aDetails, anAdmin, aSession, aToken, aUser } from '#testing/a-user.ts';
import { adminIs, renderAt, signedInAs } from '#testing/render.tsx';
import { pressInMenu } from '#testing/row-menu.ts';
import { stubServer } from '#testing/stub-server.ts';
import { AppRoutes } from '../AppRoutes';
import { isInMenu, MENU, MENU_GROUPS } from './admin-chunks';

const LOGIN = '/mdghost-panel-secur/login';
const answer = (is_admin: 0 | 1) => ({ body: aSession(anAdmin({ is_admin, admin_role: is_admin ? 'owner' : null })) });
const CONFIG = { 'GET /api/config': { body: aConfig() } };
const LOGGED_OUT = { body: { message: 'Logged out' } };

const { useSecretQuery } = api.injectEndpoints({
  endpoints: (build) => ({ secret: build.query({ query: () => ({ url: 'secret' }), extraOptions: asAdmin }) }),
});
const { untagged } = adminApi.injectEndpoints({
  endpoints: (build) => ({ untagged: build.query({ query: () => call('GET /api/stores') }) }),
}).endpoints;
function Secret() {
  useSecretQuery();
  return null;
}

beforeEach(() => {
  localStorage.clear();
  signedInAs(null);
});
afterEach(() => jest.restoreAllMocks());

async function logIn(user: ReturnType<typeof renderAt>['user']) {
  await user.type(await screen.findByLabelText('Email'), 'a@shop.test');
  await user.type(screen.getByLabelText('Password'), 'Secret!1');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
}

test('without a token every admin page leads to the login, and the login back to that page', async () => {
  stubServer({
    ...CONFIG,
    'POST /api/users/login': answer(1),
    'GET /api/users/5/details': { body: aDetails([], [], anAdmin()) },
  });
  const { user, router } = renderAt(<AppRoutes />, { at: '/mdghost-panel-secur/nowhere?page=3' });
  await screen.findByRole('heading', { name: 'Admin login' });
  expect(router.state.location.pathname).toBe(LOGIN);
  expect(screen.getByRole('alert')).toHaveTextContent('No authentication token found');
  await logIn(user);
  await screen.findByText('Oops! Page Not Found');
  expect(router.state.location.pathname + router.state.location.search).toBe('/mdghost-panel-secur/nowhere?page=3');
  expect(localStorage.getItem(ADMIN_TOKEN_KEY)).toBe(aToken(5));
});

test('the tab names the page and the shop, also where the page came with another title', async () => {
  document.head.innerHTML = '<title>Admin – Night Shop</title>';
  adminIs(5);
  stubServer({
    'GET /api/config': { body: aConfig({ siteName: 'Night Shop' }) },
    'GET /api/users/5/details': { body: aDetails([], [], anAdmin({ admin_role: 'owner' })) },
    'GET /api/coupons': { body: aPage() },
    'GET /api/demos': { body: aPage() },
  });
  const { router } = renderAt(<AppRoutes />, { at: '/mdghost-panel-secur/coupons' });
  await waitFor(() => expect(document.title).toBe('Coupons – Night Shop'));
  await act(() => router.navigate('/mdghost-panel-secur/demos'));
  await waitFor(() => expect(document.title).toBe('Demo tracks – Night Shop'));
});

test('the login itself asks for no token', async () => {
  stubServer(CONFIG);
  renderAt(<AppRoutes />, { at: LOGIN });
  await screen.findByRole('heading', { name: 'Admin login' });
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a user who is no admin gets a message, and keeps neither token nor session', async () => {
  const calls = stubServer({ ...CONFIG, 'POST /api/users/login': answer(0), 'POST /api/users/logout': LOGGED_OUT });
  const { user } = renderAt(<AppRoutes />, { at: LOGIN });
  await logIn(user);
  expect(await screen.findByText('Admin access required')).toBeVisible();
  expect(localStorage.getItem(ADMIN_TOKEN_KEY)).toBeNull();
  expect(calls.map(({ path }) => path)).toContain('/api/users/logout');
});

test('Logout clears token and drafts and returns to the login; while the server cannot end the session it says so', async () => {
  localStorage.setItem(ADMIN_TOKEN_KEY, 'the-token');
  keptDrafts.set('coupon', { userId: 5, typed: { code: 'SPRING' } });
  let down = true;
  stubServer({ ...CONFIG, 'POST /api/users/logout': () => (down ? { status: 503 } : LOGGED_OUT) });
  const { user } = renderAt(<AppRoutes />, { at: '/mdghost-panel-secur/nowhere' });
  await user.click(await screen.findByRole('button', { name: 'Logout' }));
  expect(await screen.findByText('You could not be logged out. Please try again.')).toBeVisible();
  expect(localStorage.getItem(ADMIN_TOKEN_KEY)).toBe('the-token');
  down = false;
  await user.click(screen.getByRole('button', { name: 'Logout' }));
  await screen.findByRole('heading', { name: 'Admin login' });
  expect(localStorage.getItem(ADMIN_TOKEN_KEY)).toBeNull();
  expect(keptDrafts.size).toBe(0);
  expect(screen.queryByText('No authentication token found')).toBeNull();
});

test('what one admin has loaded is not shown to the next', async () => {
  adminIs(5);
  let requestCount = 0;
  const next = anAdmin({ id: 6, admin_role: 'finance' });
  stubServer({
    ...CONFIG,
    'GET /api/coupons': () =>
      requestCount++ === 0 ? { body: aPage(aCoupon({ code: 'SPRING' })) } : new Promise<never>(() => {}),
    'GET /api/users/5/details': { body: aDetails([], [], anAdmin()) },
    'GET /api/users/6/details': { body: aDetails([], [], next) },
    'GET /api/stores': { body: aPage() },
    'POST /api/users/logout': LOGGED_OUT,
    'POST /api/users/login': { body: aSession(next, aToken(6)) },
  });
  const { user, store } = renderAt(<AppRoutes />, { at: '/mdghost-panel-secur/coupons' });
  await screen.findByText('SPRING');
  await act(() => store.dispatch(untagged.initiate(undefined, { subscribe: false })));
  expect(store.getState().api.queries).toHaveProperty(['untagged(undefined)']);
  await user.click(screen.getByRole('button', { name: 'Logout' }));
  await logIn(user);
  expect(await screen.findByLabelText('Search by code')).toBeVisible();
  await waitFor(() => expect(requestCount).toBe(2));
  expect(screen.queryByText('SPRING')).toBeNull();
  expect(store.getState().api.queries).not.toHaveProperty(['untagged(undefined)']);
});

test('a failure caused by the end of the session is not shown after the next login', async () => {
  adminIs(5);
  const ended = refusal('401 unauthenticated', 'Please log in.');
  let answers: typeof ended | { status: number } = ended;
  stubServer({
    ...CONFIG,
    'GET /api/coupons': { body: aPage(aCoupon({ id: 2, code: 'SPRING' })) },
    'PATCH /api/coupons/2/status': () => answers,
    'POST /api/users/login': { body: aSession(anAdmin(), aToken(5, 'new')) },
    'GET /api/users/5/details': { body: aDetails([], [], anAdmin()) },
  });
  const { user } = renderAt(<AppRoutes />, { at: '/mdghost-panel-secur/coupons', corner: false });
  await user.click(await screen.findByRole('button', { name: 'Deactivate SPRING' }));
  await logIn(user);
  answers = { status: 500 };
  await user.click(await screen.findByRole('button', { name: 'Deactivate SPRING' }));
  expect(await screen.findByText('Failed to update coupon status')).toBeVisible();
  expect(screen.queryByText('Please log in.')).toBeNull();
});

test.each([
  [
    'before the second factor is asked for',
    { 'POST /api/users/step-up/options': refusal('401 unauthenticated', 'Please log in.') },
  ],
  ['before it is confirmed', { 'POST /api/users/step-up': refusal('401 unauthenticated', 'Please log in.') }],
] as [string, Parameters<typeof stubServer>[0]][])(
  'a session that ends %s leads to the login, and asks no more',
  async (_, over) => {
    adminIs(5);
    stubServer({
      ...CONFIG,
      'GET /api/users': { body: aPage(aUser({ id: 7, email: 'mara@shop.test' })) },
      'DELETE /api/users/7': refusal('403 step-up-required', 'Please confirm with your second factor first.'),
      'POST /api/users/step-up/options': { body: { app: true, passkey: null } },
      ...over,
      'POST /api/users/login': { body: aSession(anAdmin(), aToken(5, 'new')) },
      'GET /api/users/5/details': { body: aDetails([], [], anAdmin()) },
    });
    jest.spyOn(window, 'confirm').mockReturnValueOnce(true);
    const { user } = renderAt(<AppRoutes />, { at: '/mdghost-panel-secur/users', corner: false });
    await pressInMenu(user, 'mara@shop.test', 'Delete mara@shop.test');
    if ('POST /api/users/step-up' in over) {
      await user.type(await screen.findByLabelText('Code from your authenticator app'), '612783');
      await user.click(screen.getByRole('button', { name: 'Confirm' }));
    }
    await logIn(user);
    expect(await screen.findByRole('button', { name: 'Actions for mara@shop.test' })).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  },
);

test('a call that waited for a second factor when the session ended does not ask the next admin', async () => {
  adminIs(5);
  const calls = stubServer({
    ...CONFIG,
    'GET /api/users': { body: aPage(aUser({ id: 7, email: 'mara@shop.test' })) },
    'DELETE /api/users/7': refusal('403 step-up-required', 'Please confirm with your second factor first.'),
    'POST /api/users/step-up/options': { body: { app: true, passkey: null } },
    'POST /api/users/login': { body: aSession(anAdmin({ id: 6 }), aToken(6)) },
    'GET /api/users/5/details': { body: aDetails([], [], anAdmin()) },
    'GET /api/users/6/details': { body: aDetails([], [], anAdmin({ id: 6 })) },
  });
  jest.spyOn(window, 'confirm').mockReturnValueOnce(true);
  const { user, store } = renderAt(<AppRoutes />, { at: '/mdghost-panel-secur/users', corner: false });
  await pressInMenu(user, 'mara@shop.test', 'Delete mara@shop.test');
  await screen.findByRole('dialog', { name: 'Confirm that it is you' });
  act(() => void store.dispatch(expireAdminSession(aToken(5))));
  await logIn(user);
  expect(await screen.findByRole('button', { name: 'Actions for mara@shop.test' })).toBeVisible();
  expect(stepUps.get()).toBeNull();
  expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

test.each([
  ['the admin', 5, null, 'same-origin'],
  ['somebody else', 7, 7, 'omit'],
] as const)(
  'with %s logged in to the shop, Logout ends the session of the admin alone',
  async (_, before, after, credentials) => {
    adminIs(5);
    signedInAs(before);
    stubServer({
      ...CONFIG,
      'GET /api/users/5/details': { body: aDetails([], [], anAdmin()) },
      'POST /api/users/logout': LOGGED_OUT,
    });
    const sent: RequestCredentials[] = [];
    const answered = globalThis.fetch;
    globalThis.fetch = (input, init) => {
      const request = new Request(input, init);
      // Without credentials a browser neither sends cookies nor lets the answer take them away.
      if (request.url.endsWith('/logout')) sent.push(request.credentials);
      return answered(request);
    };
    const { user, store } = renderAt(<AppRoutes />, { at: '/mdghost-panel-secur/nowhere' });
    await user.click(await screen.findByRole('button', { name: 'Logout' }));
    await screen.findByRole('heading', { name: 'Admin login' });
    expect(sent).toEqual([credentials]);
    expect(store.getState().session.userId).toBe(after);
    expect(readUserId()).toBe(after);
  },
);

test('Logout forgets what the shop has loaded of the account', async () => {
  adminIs(5);
  signedInAs(5);
  stubServer({
    ...CONFIG,
    'GET /api/users/5/details': { body: aDetails([], [], anAdmin()) },
    'POST /api/users/logout': LOGGED_OUT,
  });
  const { user, store, router } = renderAt(<AppRoutes />, { at: '/nothing/here' });
  await waitFor(() => expect(detailsApi.endpoints.details.select(5)(store.getState()).data).toBeDefined());
  act(() => void router.navigate('/mdghost-panel-secur/nowhere'));
  await user.click(await screen.findByRole('button', { name: 'Logout' }));
  await screen.findByRole('heading', { name: 'Admin login' });
  expect(detailsApi.endpoints.details.select(5)(store.getState()).data).toBeUndefined();
});

test('Logout asks before it leaves a form with unsaved changes, like every other way', async () => {
  localStorage.setItem(ADMIN_TOKEN_KEY, 'the-token');
  const calls = stubServer({ ...CONFIG, 'POST /api/users/logout': LOGGED_OUT });
  const ask = jest.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true);
  const { user } = renderAt(<AppRoutes />, { at: '/mdghost-panel-secur/demos/new' });
  await user.type(await screen.findByLabelText('Name'), 'Night Cargo');
  await user.click(screen.getByRole('button', { name: 'Logout' }));
  expect(ask).toHaveBeenCalledWith('You have unsaved changes. Leave without saving?');
  expect(calls.some(({ path }) => path.endsWith('/logout'))).toBe(false);
  expect(screen.getByLabelText('Name')).toHaveValue('Night Cargo');
  await user.click(screen.getByRole('button', { name: 'Logout' }));
  await screen.findByRole('heading', { name: 'Admin login' });
  ask.mockRestore();
});

test('admin calls carry the token; a 401 clears it', async () => {
  localStorage.setItem(ADMIN_TOKEN_KEY, 'the-token');
  let sent: string | null = null;
  stubServer({ ...CONFIG });
  const answered = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (!request.url.endsWith('/secret')) return answered(input, init);
    sent = request.headers.get('authorization');
    return Response.json({}, { status: 401 });
  };
  const { store } = renderAt(<Secret />);
  await waitFor(() => expect(store.getState().adminSession.token).toBeNull());
  expect(sent).toBe('Bearer the-token');
  expect(localStorage.getItem(ADMIN_TOKEN_KEY)).toBeNull();
});

test('a track of the shop stops in the administration, which has no player', async () => {
  adminIs(5);
  stubServer({ ...CONFIG, 'GET /api/users/5/details': { body: aDetails([], [], anAdmin()) } });
  jest.spyOn(audio, 'play').mockResolvedValue();
  const { store, router } = renderAt(<AppRoutes />, { at: '/nothing/here' });
  act(() => void store.dispatch(play(aTrack(), [aTrack()])));
  expect(await screen.findByRole('region', { name: 'Player' })).toBeVisible();
  act(() => void router.navigate('/mdghost-panel-secur/nowhere'));
  await waitFor(() => expect(audio.hasAttribute('src')).toBe(false));
  expect(store.getState().player.current).toBeNull();
});

test.each([
  ['nobody', null],
  ['a buyer', aUser({ id: 7 })],
  ['another admin', anAdmin({ id: 8 })],
] as const)('with %s logged in to the shop, the menu is that of the role of the token', async (_, visitor) => {
  adminIs(5);
  signedInAs(visitor?.id ?? null);
  stubServer({
    ...CONFIG,
    'GET /api/users/5/details': { body: aDetails([], [], anAdmin({ admin_role: 'viewer' })) },
    ...(visitor && { [`GET /api/users/${visitor.id}/details`]: { body: aDetails([], [], visitor) } }),
  });
  const answered = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const isForeign = request.url.endsWith('/users/5/details') && request.headers.get('authorization') !== `Bearer ${aToken(5)}`;
    return isForeign ? Response.json(plainRefusal(404), { status: 404 }) : answered(input, init);
  };
  renderAt(<AppRoutes />, { at: '/mdghost-panel-secur/nowhere' });
  expect(await screen.findByRole('link', { name: 'Orders' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Audit log' })).toBeNull();
});

test.each([
  ['owner', MENU_GROUPS.filter(Boolean)],
  ['support', MENU_GROUPS.filter(Boolean)],
  ['catalogue', ['Catalogue']],
] as const)('the menu of %s has its entries in groups, and no empty group', async (admin_role, groups) => {
  adminIs(5);
  stubServer({ ...CONFIG, 'GET /api/users/5/details': { body: aDetails([], [], anAdmin({ admin_role })) } });
  renderAt(<AppRoutes />, { at: '/mdghost-panel-secur/nowhere' });
  const menu = within(await screen.findByRole('navigation', { name: 'Administration' }));
  const titlesIn = (group: string) =>
    ADMIN_PAGE_NAMES.filter(isInMenu)
      .filter((name) => MENU[name][0] === group && (MAY[ADMIN_PAGES[name].right] as readonly string[]).includes(admin_role))
      .map((name) => ADMIN_PAGES[name].title);
  const menuTexts = () =>
    MENU_GROUPS.filter((name) => name && menu.queryByText(name)).map((name) => [
      name,
      within(menu.getByRole('list', { name }))
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ]);
  await waitFor(() => expect(menuTexts()).toEqual(groups.map((name) => [name, titlesIn(name)])));
  expect(menu.getByRole('link', { name: 'To the shop' })).toBeVisible();
});

test('a role that cannot be loaded hides nothing, and its page stays', async () => {
  adminIs(5);
  const calls = stubServer({ ...CONFIG, 'GET /api/users/5/details': { status: 503 }, 'GET /api/coupons': { body: aPage() } });
  const { user } = renderAt(<AppRoutes />, { at: '/mdghost-panel-secur/coupons' });
  await screen.findByText('No coupons yet');
  expect(screen.getByRole('link', { name: 'Audit log' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'New coupon' }));
  const code = await screen.findByLabelText('Code');
  const requestCount = calls.length;
  await user.type(code, 'SPRING');
  expect(code).toBeVisible();
  expect(calls).toHaveLength(requestCount);
});

test('an admin who logs in again has the role of the new login, not of the earlier one', async () => {
  adminIs(5);
  const owner = anAdmin();
  const viewer = anAdmin({ admin_role: 'finance' });
  stubServer({
    ...CONFIG,
    'GET /api/users/5/details': { body: aDetails([], [], owner) },
    'POST /api/users/logout': LOGGED_OUT,
    'POST /api/users/login': { body: aSession(viewer, aToken(5, 'new')) },
  });
  const { user } = renderAt(<AppRoutes />, { at: '/mdghost-panel-secur/nowhere' });
  expect(await screen.findByRole('link', { name: 'Audit log' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Logout' }));
  await logIn(user);
  expect(await screen.findByRole('link', { name: 'Orders' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Audit log' })).toBeNull();
});
