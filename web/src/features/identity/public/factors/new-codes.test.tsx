import { act, screen, waitFor } from '@testing-library/react';
import { SessionEffect } from '#app/effects/SessionEffect.tsx';
import { followWindows } from '#app/live/follow-windows.ts';
import { aConfig } from '#testing/answers.ts';
import { aDetails, anAdmin, aSession, aUser } from '#testing/a-user.ts';
import { renderAt, signedInAs } from '#testing/render.tsx';
import { stubServer } from '#testing/stub-server.ts';
import { AdminLoginForm } from '../../admin/AdminLoginForm';
import { loginRequested } from '#features/session/session.ts';
import { AuthModal } from '../login/AuthModal';

let stop = () => {};
beforeEach(() => signedInAs(null));
afterEach(() => {
  stop();
  signedInAs(null);
});

/** A login that has just set up a second factor. Its answer has logged the browser in, and shows the recovery codes. */
async function enrolled(login: React.ReactNode) {
  stubServer({
    'GET /api/config': { body: aConfig() },
    'GET /api/users/7/details': { body: aDetails() },
    'GET /api/users/8/details': { body: aDetails([], [], aUser({ id: 8 })) },
    'POST /api/users/login': {
      body: { message: 'Second factor required', requiresSecondFactor: true, challenge: 'c', enrol: true },
    },
    'POST /api/users/login/second-factor/enrol': { body: { secret: 'ABCD', uri: 'otpauth://totp/x' } },
    'POST /api/users/login/second-factor': () => {
      signedInAs(7);
      return { body: { ...aSession(anAdmin({ id: 7 })), recoveryCodes: ['abcde-fghij'] } };
    },
  });
  const view = renderAt(
    <>
      {login}
      <SessionEffect />
    </>,
  );
  stop = followWindows(view.store);
  act(() => void view.store.dispatch(loginRequested()));
  await view.user.type(await screen.findByLabelText('Email'), 'mira@example.com');
  await view.user.type(screen.getByLabelText('Password'), 'secret');
  await view.user.click(screen.getByRole('button', { name: /^(Login|Log in)$/ }));
  await view.user.type(await screen.findByLabelText('Code from your authenticator app'), '612783');
  await view.user.click(screen.getByRole('button', { name: 'Confirm and log in' }));
  return { ...view, codes: await screen.findByText('abcde-fghij') };
}

const isSaved = { name: 'I have saved them' };

test('new codes stay when their owner comes back from the window in which they saved them', async () => {
  const { user, store, codes } = await enrolled(<AuthModal />);
  act(() => void window.dispatchEvent(new Event('focus')));
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(codes).toBeVisible();

  await user.click(screen.getByRole('button', isSaved));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(store.getState().session).toMatchObject({ userId: 7, loginOpen: false });

  signedInAs(8);
  act(() => void window.dispatchEvent(new Event('focus')));
  expect(store.getState().session.userId).toBe(8);
});

test.each([
  ['login modal', AuthModal],
  ["admins' login", AdminLoginForm],
])('in the %s, only those who say that they have saved new codes leave them', async (_, Login) => {
  const { user, store, codes } = await enrolled(<Login />);
  const confirmSpy = jest.spyOn(window, 'confirm').mockReturnValue(false);
  for (const way of ['Back to the login', 'Register', 'Login', 'Log in'])
    expect([...screen.queryAllByRole('tab', { name: way }), ...screen.queryAllByRole('button', { name: way })]).toEqual([]);
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  act(() => window.history.back());
  await waitFor(() =>
    expect(confirmSpy.mock.calls).toEqual(Array(3).fill(['These codes are not shown again. Have you saved them?'])),
  );
  expect(codes).toBeVisible();
  expect(store.getState().session.userId).toBeNull();

  confirmSpy.mockReturnValue(true);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(store.getState().session.userId).toBe(7));
  expect(screen.queryByRole('dialog')).toBeNull();
  confirmSpy.mockRestore();
});
