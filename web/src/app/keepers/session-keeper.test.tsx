import { act, screen } from '@testing-library/react';
import { endSession, sessionStarted } from '../../features/session/session';
import { AccountPage } from '../../pages/account/AccountPage';
import { aDetails, aUser } from '../../testing/a-user';
import { renderAt, signedInAs } from '../../testing/render';
import { stubServer } from '../../testing/stub-server';
import { SessionKeeper } from './SessionKeeper';

afterEach(() => signedInAs(null));

/** The Security tab of user 7, who has an app as second factor; nobody else has one. */
async function openAsOther() {
  signedInAs(7);
  const calls = stubServer({
    'GET /api/users/7/details': { body: aDetails() },
    'GET /api/users/8/details': { body: aDetails([], [], aUser({ id: 8 })) },
    'GET /api/users/second-factor': () => ({
      body: { app: document.cookie.includes('userId=7'), passkeys: [], recoveryCodesLeft: 9, required: false },
    }),
    'GET /api/users/sessions': { body: { success: true, data: [] } },
  });
  const view = renderAt(
    <>
      <AccountPage />
      <SessionKeeper />
    </>,
    { at: '/account?tab=security' },
  );
  expect(await screen.findByText('On')).toBeVisible();
  return { ...view, calls };
}

test('who logs in after somebody else sees their own second factor', async () => {
  const { store } = await openAsOther();
  act(() => void store.dispatch(endSession()));
  expect(JSON.stringify(store.getState().api.queries)).not.toContain('recoveryCodesLeft');
  signedInAs(8);
  act(() => void store.dispatch(sessionStarted(8)));
  expect(await screen.findByRole('button', { name: 'Set Up Authenticator App' })).toBeVisible();
  expect(screen.queryByText('On')).toBeNull();
});

test('the same when another tab has changed the account', async () => {
  await openAsOther();
  signedInAs(8);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(await screen.findByRole('button', { name: 'Set Up Authenticator App' })).toBeVisible();
  expect(screen.queryByText('On')).toBeNull();
});
