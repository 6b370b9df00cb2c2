import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { SessionEffect } from '#app/effects/SessionEffect.tsx';
import { aConfig, refusal } from '#testing/answers.ts';
import { aDetails } from '#testing/a-user.ts';
import { renderAt, signedInAs } from '#testing/render.tsx';
import { stubServer } from '#testing/stub-server.ts';
import { ForgotPasswordPage } from '#pages/account/ForgotPasswordPage.tsx';
import { ConfirmContactPage } from '#pages/account/ConfirmContactPage.tsx';
import { ConfirmEmailPage } from '#pages/account/ConfirmEmailPage.tsx';
import { ResetPasswordPage } from '#pages/account/ResetPasswordPage.tsx';
import { UndoEmailChangePage } from '#pages/account/UndoEmailChangePage.tsx';

const config = { body: aConfig() };

async function choose(password: string, confirmation: string, answer: Parameters<typeof stubServer>[0][string] = {}) {
  const calls = stubServer({ 'GET /api/config': config, 'POST /api/users/reset-password/t0ken': answer });
  const view = renderAt(null, {
    at: '/reset-password/t0ken',
    routes: [{ path: '/reset-password/:token', element: <ResetPasswordPage /> }],
  });
  if (password) await view.user.type(screen.getByLabelText('New Password'), password);
  if (confirmation) await view.user.type(screen.getByLabelText('Confirm New Password'), confirmation);
  await view.user.click(screen.getByRole('button', { name: 'Reset Password' }));
  return { ...view, calls };
}

describe('the link of a mail about the address', () => {
  const LINKS = [
    ['confirm-email', 'users', 'Confirm this address', <ConfirmEmailPage key="confirm" />],
    ['undo-email-change', 'users', 'Undo the change', <UndoEmailChangePage key="undo" />],
    ['confirm-contact', 'contact', 'Confirm this address', <ConfirmContactPage key="contact" />],
  ] as const;
  const LINK_USED = {
    'confirm-email': 'confirm-link-used',
    'undo-email-change': 'undo-link-used',
    'confirm-contact': 'confirm-link-used',
  };
  const callOf = (path: string, owner: string) => `POST /api/${owner}/${owner === 'contact' ? 'confirm' : path}/t0ken`;

  test.each(LINKS)('%s does nothing until the button is pressed, then says what happened', async (path, owner, does, element) => {
    const call = callOf(path, owner);
    const calls = stubServer({ 'GET /api/config': config, [call]: { body: { message: 'It is done.' } } });
    const { user } = renderAt(null, { at: `/${path}/t0ken`, routes: [{ path: `/${path}/:token`, element }] });
    const button = await screen.findByRole('button', { name: does });
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
    await user.click(button);
    expect(await screen.findByText('It is done.')).toBeVisible();
    expect(screen.queryByRole('button', { name: does })).toBeNull();
  });

  test('the link to a PayPal address says that money goes there, and confirms only that address', async () => {
    const confirm = 'POST /api/sellers/confirm-paypal/t0ken';
    const calls = stubServer({ 'GET /api/config': config, [confirm]: { body: { message: 'It is done.' } } });
    const routes = [{ path: '/confirm-email/:token', element: <ConfirmEmailPage /> }];
    const { user } = renderAt(null, { at: '/confirm-email/t0ken?for=paypal', routes });
    expect(await screen.findByRole('heading', { name: 'Confirm your PayPal address' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Confirm this address' }));
    expect(await screen.findByText('It is done.')).toBeVisible();
    expect(calls.filter(({ method }) => method === 'POST')).toMatchObject([{ path: '/api/sellers/confirm-paypal/t0ken' }]);
  });

  test.each(LINKS)('%s says why it did not work', async (path, owner, does, element) => {
    const refused = refusal(`400 ${LINK_USED[path]}`, 'This link has expired.');
    stubServer({ 'GET /api/config': config, [callOf(path, owner)]: refused });
    const { user } = renderAt(null, { at: `/${path}/t0ken`, routes: [{ path: `/${path}/:token`, element }] });
    await user.click(await screen.findByRole('button', { name: does }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This link has expired.');
  });
});

describe('a session that the link has ended', () => {
  const ended = async (address: string, element: ReactNode, press: (user: UserEvent) => Promise<void>) => {
    signedInAs(7);
    let over = false;
    const done = () => {
      over = true;
      return { body: { message: 'It is done.' } };
    };
    stubServer({
      'GET /api/config': config,
      'GET /api/users/7/details': () => (over ? refusal('404 not-found', 'No user 7.') : { body: aDetails() }),
      'POST /api/users/reset-password/t0ken': done,
      'POST /api/users/undo-email-change/t0ken': done,
    });
    const page = (
      <>
        {element}
        <SessionEffect />
      </>
    );
    const { user, store } = renderAt(null, { at: `/${address}/t0ken`, routes: [{ path: `/${address}/:token`, element: page }] });
    expect(store.getState().session.userId).toBe(7);
    await press(user);
    expect(await screen.findByText('It is done.')).toBeVisible();
    await waitFor(() => expect(store.getState().session.userId).toBeNull());
    expect(document.cookie).not.toContain('userId');
  };
  afterEach(() => signedInAs(null));

  test('by a new password ends on the page too', () =>
    ended('reset-password', <ResetPasswordPage />, async (user) => {
      await user.type(screen.getByLabelText('New Password'), 'secret');
      await user.type(screen.getByLabelText('Confirm New Password'), 'secret{Enter}');
    }));

  test('by the return of the old address ends on the page too', () =>
    ended('undo-email-change', <UndoEmailChangePage />, (user) =>
      user.click(screen.getByRole('button', { name: 'Undo the change' })),
    ));
});

describe('forgot password', () => {
  test('the answer of the shop is shown, and the way back to the login', async () => {
    const calls = stubServer({
      'GET /api/config': config,
      'POST /api/users/forgot-password': { body: { message: 'A mail is on its way.' } },
    });
    const { user } = renderAt(<ForgotPasswordPage />);
    await user.type(screen.getByLabelText('Email'), 'mira@example.com{Enter}');
    expect(await screen.findByText('A mail is on its way.')).toBeVisible();
    expect(calls.at(-1)).toMatchObject({ method: 'POST', body: { email: 'mira@example.com' } });
    expect(calls.at(-1)!.body).not.toHaveProperty('recaptchaToken');
    expect(screen.getByRole('link', { name: 'Back to login' })).toHaveAttribute('href', '/login');
  });

  test('a failure gives the documented text', async () => {
    stubServer({ 'GET /api/config': config, 'POST /api/users/forgot-password': { status: 500 } });
    const { user } = renderAt(<ForgotPasswordPage />);
    await user.type(screen.getByLabelText('Email'), 'mira@example.com{Enter}');
    expect(await screen.findByText('Error sending password reset email')).toBeVisible();
  });
});

describe('reset password', () => {
  afterEach(() => jest.useRealTimers());

  test('five characters are too few, and both entries must be the same', async () => {
    const { calls } = await choose('12345', '12346');
    expect(await screen.findByText('Password must be at least 6 characters')).toBeVisible();
    expect(screen.getByText('Passwords do not match')).toBeVisible();
    expect(calls.filter((call) => call.method === 'POST')).toEqual([]);
  });

  test('a new password is confirmed, and three seconds later the login opens', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const { router, calls } = await choose('secret', 'secret', { body: { message: 'Password has been reset.' } });
    expect(await screen.findByText('Password has been reset.')).toBeVisible();
    expect(calls.at(-1)?.body).toEqual({ password: 'secret' });
    expect(router.state.location.pathname).toBe('/reset-password/t0ken');
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  });

  test('a link that is used up or too old says so and leads to a new one', async () => {
    await choose('secret', 'secret', refusal('400 reset-link-used', 'expired'));
    expect(await screen.findByText('Error resetting password')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute('href', '/forgot-password');
  });
});
