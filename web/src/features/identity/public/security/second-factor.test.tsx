import { act, screen, waitFor, within } from '@testing-library/react';
import { StepUpMount } from '#app/mounts/StepUpMount.tsx';
import { sessionStarted } from '#features/session/session.ts';
import { refusal } from '#testing/answers.ts';
import { aSession } from '#testing/a-user.ts';
import { renderAt, signedInAs } from '#testing/render.tsx';
import { stubServer } from '#testing/stub-server.ts';
import { hasPasskeys, makePasskey, takePasskey } from '../factors/browser-passkeys';
import { LoginForm } from '../login/LoginForm';
import { Security } from './Security';

jest.mock('../factors/browser-passkeys', () => ({
  hasPasskeys: jest.fn(() => false),
  makePasskey: jest.fn(),
  takePasskey: jest.fn(),
}));

const session = aSession();
const factors = { app: true, passkeys: [], recoveryCodesLeft: 9, required: false };
/** An invisible character that may be pasted along with a text. */
const INVISIBLE = '\u200b';
const OTHER = '5f0c7c1e-0000-4000-8000-00000000000b';
const sessions = {
  success: true,
  data: [
    {
      id: '5f0c7c1e-0000-4000-8000-00000000000a',
      device: 'Chrome on Windows',
      place: '192.0.2.x',
      current: true,
      first_used_at: '2026-11-20T10:00:00Z',
      last_used_at: '2026-11-22T10:00:00Z',
    },
    {
      id: OTHER,
      device: 'Safari on iOS',
      place: '198.51.100.x',
      current: false,
      first_used_at: '2026-11-20T10:00:00Z',
      last_used_at: '2026-11-21T10:00:00Z',
    },
  ],
};

test('a login that needs the second step asks for the code, however it is pasted', async () => {
  signedInAs(null);
  const calls = stubServer({
    'POST /api/users/login': { body: { message: 'Second factor required', requiresSecondFactor: true, challenge: 'c' } },
    'POST /api/users/login/second-factor/options': { body: { app: true, passkey: null } },
    'POST /api/users/login/second-factor': ({ body }) =>
      (body as { code: string }).code === '612783'
        ? { body: session }
        : refusal('400 wrong-code', 'This code is wrong, or was used already.'),
  });
  const { user, store } = renderAt(<LoginForm email="m@example.com" onEmail={() => {}} />);
  await user.type(screen.getByLabelText('Password'), 'secret');
  await user.click(screen.getByRole('button', { name: 'Login' }));
  const code = await screen.findByLabelText('Code from your authenticator app');
  await user.type(code, '111111');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('This code is wrong, or was used already.')).toBeVisible();
  await user.clear(code);
  await user.click(code);
  await user.paste(' 612 783 ');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(store.getState().session.userId).toBe(7));
  expect(calls.at(-1)!.body).toEqual({ challenge: 'c', code: '612783' });
});

describe('a login that asks to set up a second factor', () => {
  const required = { message: 'Second factor required', requiresSecondFactor: true, challenge: 'c', enrol: true };
  const credential = { id: 'k', rawId: 'k', type: 'public-key', clientExtensionResults: {}, response: {} };

  const NEW_PASSKEY = {
    challenge: 'x',
    rp: { name: 'Ghostline' },
    user: { id: '7', name: 'mira@example.com', displayName: 'Mira' },
    pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  };

  async function enrolling() {
    signedInAs(null);
    const calls = stubServer({
      'POST /api/users/login': { body: required },
      'POST /api/users/login/second-factor/enrol': { body: { secret: 'ABCD', uri: 'otpauth://totp/x' } },
      'POST /api/users/login/second-factor/enrol/passkey': { body: NEW_PASSKEY },
      'POST /api/users/login/second-factor': { body: { ...session, recoveryCodes: ['abcde-fghij'] } },
    });
    const view = renderAt(<LoginForm email="m@example.com" onEmail={() => {}} />);
    await view.user.type(screen.getByLabelText('Password'), 'secret');
    await view.user.click(screen.getByRole('button', { name: 'Login' }));
    await screen.findByLabelText('Code from your authenticator app');
    return { ...view, calls };
  }

  test('takes a passkey instead of an app, and shows the recovery codes', async () => {
    jest.mocked(hasPasskeys).mockReturnValue(true);
    jest
      .mocked(makePasskey)
      .mockResolvedValueOnce(null)
      .mockResolvedValueOnce(credential as never);
    const { user, calls, store } = await enrolling();
    await user.click(screen.getByRole('button', { name: 'Use a passkey instead' }));
    await user.click(screen.getByRole('button', { name: 'Make a passkey and log in' }));
    expect(await screen.findByText(/No passkey was made/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Make a passkey and log in' }));
    expect(await screen.findByText('abcde-fghij')).toBeVisible();
    expect(calls.at(-1)!.body).toEqual({ challenge: 'c', newPasskey: { name: 'My passkey', passkey: credential } });
    expect(store.getState().session.userId).toBeNull();
  });

  test('checks the name of a passkey before the passkey is made', async () => {
    jest.mocked(hasPasskeys).mockReturnValue(true);
    const { user, calls } = await enrolling();
    await user.click(screen.getByRole('button', { name: 'Use a passkey instead' }));
    const name = screen.getByLabelText('Name of the passkey');
    await user.type(name, INVISIBLE);
    await user.click(screen.getByRole('button', { name: 'Make a passkey and log in' }));
    expect(name).toHaveAccessibleDescription(expect.stringContaining('invisible characters are not allowed'));
    expect(name).toHaveFocus();
    expect(calls.map(({ path }) => path)).not.toContain('/api/users/login/second-factor/enrol/passkey');
  });

  test('offers no passkey where the browser has none', async () => {
    jest.mocked(hasPasskeys).mockReturnValue(false);
    await enrolling();
    expect(screen.queryByRole('button', { name: 'Use a passkey instead' })).toBeNull();
  });
});

test('sessions stand below their device, that of the visitor first', async () => {
  signedInAs(7);
  const [here, there] = sessions.data as [(typeof sessions.data)[number], (typeof sessions.data)[number]];
  const third = { ...there, id: '5f0c7c1e-0000-4000-8000-00000000000c', place: '203.0.113.x' };
  stubServer({
    'GET /api/users/second-factor': { body: factors },
    'GET /api/users/sessions': { body: { success: true, data: [there, here, third] } },
  });
  renderAt(<Security />);
  const section = within(await screen.findByRole('region', { name: 'Sessions' }));
  await section.findByText('Chrome on Windows');
  const devices = section.getAllByText(/ on /).map((device) => device.closest('li')!);
  expect(devices.map((device) => device.textContent)).toEqual([
    expect.stringMatching(/^Chrome on Windows This device.*192\.0\.2\.x/),
    expect.stringMatching(/^Safari on iOS.*198\.51\.100\.x.*203\.0\.113\.x/),
  ]);
  expect(devices.map((device) => within(device).queryAllByRole('button').length)).toEqual([0, 2]);
});

describe('a call that asks for a second factor', () => {
  const open = (confirmed: { now: boolean }, more: Parameters<typeof stubServer>[0] = {}) => {
    signedInAs(7);
    const calls = stubServer({
      'GET /api/users/second-factor': { body: factors },
      'GET /api/users/sessions': { body: sessions },
      'POST /api/users/second-factor/recovery-codes': () =>
        confirmed.now
          ? { body: { success: true, recoveryCodes: ['aaaaa-bbbbb'] } }
          : refusal('403 step-up-required', 'Please confirm with your second factor first.'),
      'POST /api/users/step-up/options': { body: { app: true, passkey: null } },
      'POST /api/users/step-up': () => {
        confirmed.now = true;
        return { body: { success: true } };
      },
      ...more,
    });
    return {
      calls,
      ...renderAt(
        <>
          <Security />
          <StepUpMount />
        </>,
      ),
    };
  };
  const ask = async ({ user }: ReturnType<typeof open>) => {
    await user.click(await screen.findByRole('button', { name: 'Make new codes' }));
    await user.type(await screen.findByLabelText('Your password'), 'secret');
    await user.click(screen.getAllByRole('button', { name: 'Make new codes' }).at(-1)!);
    return screen.findByLabelText('Code from your authenticator app');
  };

  test('opens the dialog and goes on by itself once it is confirmed', async () => {
    const view = open({ now: false });
    await view.user.type(await ask(view), '612783');
    await view.user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('aaaaa-bbbbb')).toBeVisible();
    expect(view.calls.filter(({ path }) => path === '/api/users/second-factor/recovery-codes')).toHaveLength(2);
  });

  test('asks an account without one for its password, and goes on once it is right', async () => {
    const confirmed = { now: false };
    const view = open(confirmed, {
      'POST /api/users/step-up/options': { body: { app: false, passkey: null } },
      'POST /api/users/step-up': ({ body }) => {
        if ((body as { password: string }).password !== 'Deep-House-1!')
          return refusal('400 wrong-password', 'This is not your password.', { field: 'password' });
        confirmed.now = true;
        return { body: { success: true } };
      },
    });
    await view.user.click(await screen.findByRole('button', { name: 'Make new codes' }));
    await view.user.type(await screen.findByLabelText('Your password'), 'secret');
    await view.user.click(screen.getAllByRole('button', { name: 'Make new codes' }).at(-1)!);
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
    expect(await dialog.findByText(/asks for your password/)).toBeVisible();
    const password = await dialog.findByLabelText('Your password');
    await view.user.type(password, 'wrong');
    await view.user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await dialog.findByText('This is not your password.')).toBeVisible();
    await view.user.clear(password);
    await view.user.type(password, 'Deep-House-1!');
    await view.user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('aaaaa-bbbbb')).toBeVisible();
  });

  test('asks for the login when the session has ended meanwhile, and goes on after it with a new challenge', async () => {
    jest.mocked(hasPasskeys).mockReturnValue(true);
    jest
      .mocked(takePasskey)
      .mockImplementation(async (options) => ({ id: (options as { challenge: string }).challenge }) as never);
    const confirmed = { now: false };
    const challenges = ['of-the-old-session', 'of-the-new-session'];
    const view = open(confirmed, {
      'POST /api/users/step-up/options': () => ({ body: { app: true, passkey: { challenge: challenges.shift() } } }),
      'POST /api/users/step-up': ({ body }) => {
        if ((body as { passkey: { id: string } }).passkey.id === 'of-the-old-session')
          return refusal('401 unauthenticated', 'Please log in.');
        confirmed.now = true;
        return { body: { success: true } };
      },
    });
    await ask(view);
    await view.user.click(screen.getByRole('button', { name: 'Use a passkey' }));
    expect(await screen.findByText('Please log in or register to continue.')).toBeVisible();
    expect(view.store.getState().session.loginOpen).toBe(true);
    expect(screen.queryByText('Please log in.')).toBeNull();
    act(() => void view.store.dispatch(sessionStarted(7)));
    await view.user.click(screen.getByRole('button', { name: 'Use a passkey' }));
    expect(await screen.findByText('aaaaa-bbbbb')).toBeVisible();
    jest.mocked(hasPasskeys).mockReturnValue(false);
  });

  test.each([
    ['by somebody else here', true],
    ['by somebody else in another window, unnoticed here', false],
  ])('is not sent again once the session has been followed %s', async (_, here) => {
    const view = open({ now: false });
    const code = await ask(view);
    signedInAs(8);
    if (here) {
      act(() => void view.store.dispatch(sessionStarted(8)));
      expect(screen.queryByRole('dialog', { name: 'Confirm that it is you' })).toBeNull();
    } else {
      await view.user.type(code, '612783');
      await view.user.click(screen.getByRole('button', { name: 'Confirm' }));
    }
    expect(await screen.findByText('Please confirm with your second factor first.')).toBeVisible();
    expect(view.calls.filter(({ path }) => path === '/api/users/second-factor/recovery-codes')).toHaveLength(1);
  });

  test('says once how long to wait', async () => {
    const { user } = open(
      { now: true },
      { 'POST /api/users/second-factor/recovery-codes': { status: 429, headers: { 'retry-after': '720' } } },
    );
    await user.click(await screen.findByRole('button', { name: 'Make new codes' }));
    await user.type(await screen.findByLabelText('Your password'), 'secret');
    await user.click(screen.getAllByRole('button', { name: 'Make new codes' }).at(-1)!);
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Too many attempts\. Please try again in 12 minutes\.$/);
  });

  test('shows new recovery codes until the user confirms that they are saved', async () => {
    const { user } = open({ now: true });
    await user.click(await screen.findByRole('button', { name: 'Make new codes' }));
    await user.type(await screen.findByLabelText('Your password'), 'secret');
    await user.click(screen.getAllByRole('button', { name: 'Make new codes' }).at(-1)!);
    const codes = await screen.findByText('aaaaa-bbbbb');
    const confirmSpy = jest.spyOn(window, 'confirm').mockReturnValue(false);
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(confirmSpy.mock.calls).toEqual(Array(2).fill(['These codes are not shown again. Have you saved them?']));
    expect(codes).toBeVisible();

    // Over plain http a browser has no clipboard.
    const clipboard = jest.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('They could not be copied. Please write them down.')).toBeVisible();
    clipboard.mockRestore();
    await user.click(screen.getByRole('button', { name: 'I have saved them' }));
    await waitFor(() => expect(codes).not.toBeInTheDocument());
    expect(confirmSpy).toHaveBeenCalledTimes(2);
    confirmSpy.mockRestore();
  });

  test('is not repeated when the user gives up the confirmation', async () => {
    const view = open({ now: false });
    await ask(view);
    await view.user.click(screen.getByRole('button', { name: 'Close' }));
    expect(await screen.findByText('Please confirm with your second factor first.')).toBeVisible();
    expect(view.calls.filter(({ path }) => path === '/api/users/second-factor/recovery-codes')).toHaveLength(1);
  });
});

describe('after the end of the session, the login is asked for', () => {
  const OVER = refusal('401 unauthenticated', 'Please log in.');
  const open = (refused: string) => {
    signedInAs(7);
    stubServer({
      'GET /api/users/second-factor': { body: { ...factors, app: false } },
      'GET /api/users/sessions': { body: sessions },
      'POST /api/users/second-factor/app': { body: { secret: 'GEZDGNBV', uri: 'otpauth://totp/x' } },
      [refused]: OVER,
    });
    return renderAt(<Security />);
  };
  const press = async ({ user }: ReturnType<typeof open>, name: string | RegExp) =>
    user.click((await screen.findAllByRole('button', { name })).at(-1)!);
  const confirmSpy = async ({ store }: ReturnType<typeof open>) => {
    expect(await screen.findByText('Please log in or register to continue.')).toBeVisible();
    expect(store.getState().session.loginOpen).toBe(true);
    expect(screen.queryByText('Please log in.')).toBeNull();
  };

  test.each([
    ['another one', `DELETE /api/users/sessions/${OTHER}`, /^Sign out Safari on iOS/],
    // The other sessions go on, so this has failed.
    ['all', 'POST /api/users/logout-everywhere', 'Sign out everywhere'],
  ])('to sign out %s', async (_, refused, name) => {
    const view = open(refused);
    await press(view, name);
    await confirmSpy(view);
    expect(screen.queryByText('You are signed out everywhere.')).toBeNull();
  });

  test('to set up an authenticator app, and the typed text waits', async () => {
    const view = open('POST /api/users/second-factor/app');
    await press(view, 'Set up authenticator app');
    await view.user.type(await screen.findByLabelText('Your password'), 'secret');
    await press(view, 'Continue');
    await confirmSpy(view);
    expect(screen.getByLabelText('Your password')).toHaveValue('secret');
  });

  test('to switch it on', async () => {
    const view = open('POST /api/users/second-factor/app/confirm');
    await press(view, 'Set up authenticator app');
    await view.user.type(await screen.findByLabelText('Your password'), 'secret');
    await press(view, 'Continue');
    await view.user.type(await screen.findByLabelText('Code from your authenticator app'), '612783');
    await press(view, 'Switch on');
    await confirmSpy(view);
  });
});

test('a new passkey is named before the password is asked for; Enter will do', async () => {
  signedInAs(7);
  jest.mocked(hasPasskeys).mockReturnValue(true);
  stubServer({ 'GET /api/users/second-factor': { body: factors }, 'GET /api/users/sessions': { body: sessions } });
  const { user } = renderAt(<Security />);
  const name = await screen.findByLabelText('Name of a new passkey');
  const add = screen.getByRole('button', { name: 'Add a passkey' });
  await user.click(add);
  expect(name).toHaveAccessibleDescription('Please name the passkey');
  expect(name).toHaveFocus();
  await user.type(name, `My phone${INVISIBLE}`);
  await user.click(add);
  expect(name).toHaveAccessibleDescription(expect.stringContaining('invisible characters are not allowed'));
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.type(name, '{Backspace}{Enter}');
  expect(screen.getByRole('dialog', { name: 'Add a passkey' })).toBeVisible();
  jest.mocked(hasPasskeys).mockReturnValue(false);
});

test('the sessions are listed and another one can be signed out', async () => {
  signedInAs(7);
  const calls = stubServer({
    'GET /api/users/second-factor': { body: factors },
    'GET /api/users/sessions': { body: sessions },
    [`DELETE /api/users/sessions/${OTHER}`]: { body: { success: true } },
  });
  const { user } = renderAt(<Security />);
  expect(await screen.findByText('This device')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Sign out everywhere' })).toBeEnabled();
  const signOut = screen.getByRole('button', { name: /^Sign out Safari on iOS/ });
  expect(signOut).toHaveTextContent('Sign out');
  await user.click(signOut);
  await waitFor(() =>
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toContain(`DELETE /api/users/sessions/${OTHER}`),
  );
});
