import { act, screen, waitFor } from '@testing-library/react';
import { typedTexts } from '#features/session/kept.ts';
import { leaveSession } from '#features/session/leave-session.ts';
import { endSession, sessionStarted } from '#features/session/session.ts';
import { api } from '#lib/calls/api.ts';
import { AccountPage } from '#pages/account/AccountPage.tsx';
import { aDetails, aUser } from '#testing/a-user.ts';
import { renderAt, signedInAs } from '#testing/render.tsx';
import { stubServer } from '#testing/stub-server.ts';
import { followWindows } from '../live/follow-windows';
import { AccountEffect } from './AccountEffect';
import { SessionEffect } from './SessionEffect';

let stop = () => {};
afterEach(() => {
  stop();
  signedInAs(null);
});

/** The Security tab of user 7, who has an authenticator app. Other users have none. */
async function openAsOther(details7: () => { status?: number; body?: unknown } = () => ({ body: aDetails() })) {
  signedInAs(7);
  const calls = stubServer({
    'GET /api/users/7/details': details7,
    'GET /api/orders/user/7': { body: { success: true, data: [] } },
    'GET /api/orders/user/8': { body: { success: true, data: [] } },
    'GET /api/users/8/details': { body: aDetails([], [], aUser({ id: 8 })) },
    'GET /api/users/second-factor': () => ({
      body: { app: document.cookie.includes('userId=7'), passkeys: [], recoveryCodesLeft: 9, required: false },
    }),
    'GET /api/users/sessions': { body: { success: true, data: [] } },
  });
  const view = renderAt(
    <>
      <AccountPage />
      <SessionEffect />
      <AccountEffect />
    </>,
    { at: '/account?tab=security' },
  );
  stop = followWindows(view.store);
  expect(await screen.findByText('On')).toBeVisible();
  return { ...view, calls };
}

test('who logs in after somebody else sees their own second factor', async () => {
  const { store } = await openAsOther();
  act(() => void store.dispatch(endSession()));
  expect(JSON.stringify(store.getState().api.queries)).not.toContain('recoveryCodesLeft');
  signedInAs(8);
  act(() => void store.dispatch(sessionStarted(8)));
  expect(await screen.findByRole('button', { name: 'Set up authenticator app' })).toBeVisible();
  expect(screen.queryByText('On')).toBeNull();
});

test.each([
  ['is seen again', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['is gone to, which was seen all along', () => window.dispatchEvent(new Event('focus'))],
  [
    'hears of it',
    () => {
      const channel = new BroadcastChannel('session');
      channel.postMessage(null);
      channel.close();
    },
  ],
])('the same when another window has changed the account, and this one %s', async (_when, happens) => {
  await openAsOther();
  signedInAs(8);
  act(() => void happens());
  expect(await screen.findByRole('button', { name: 'Set up authenticator app' })).toBeVisible();
  expect(screen.queryByText('On')).toBeNull();
});

test('a refusal for the previous account does not end the session that another window has started', async () => {
  let refused = false;
  const { store } = await openAsOther(() => (refused ? { status: 404 } : { body: aDetails() }));
  signedInAs(8);
  refused = true;
  act(() => void store.dispatch(api.util.invalidateTags(['User'])));
  await waitFor(() => expect(store.getState().session.userId).not.toBe(7));
  expect(store.getState().session.userId).toBe(8);
  expect(document.cookie).toContain('userId=8');
});

test('other windows are told of a login or logout here', async () => {
  const { store } = await openAsOther();
  const channel = new BroadcastChannel('session');
  const messages: unknown[] = [];
  channel.onmessage = ({ data }) => messages.push(data);
  act(() => void store.dispatch(endSession()));
  await waitFor(() => expect(messages).toEqual([null]));
  act(() => void store.dispatch(leaveSession()));
  await waitFor(() => expect(messages).toEqual([null, 'left']));
  channel.close();
});

test('typed text stays when the session expires, and goes when another window logs out', async () => {
  const { store } = await openAsOther();
  typedTexts.keep('7/profile', { name: 'Mirabel' });
  signedInAs(null);
  act(() => void window.dispatchEvent(new Event('focus')));
  expect(store.getState().session.userId).toBeNull();
  expect(typedTexts.get('7/profile')).toEqual({ name: 'Mirabel' });

  const channel = new BroadcastChannel('session');
  channel.postMessage('left');
  channel.close();
  await waitFor(() => expect(typedTexts.get('7/profile')).toBeNull());
});
