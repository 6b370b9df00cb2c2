import { screen } from '@testing-library/react';
import { renderAt } from '#testing/render.tsx';
import { stubServer } from '#testing/stub-server.ts';
import { PasskeyLogin } from './PasskeyLogin';
import { PasskeySetup } from './PasskeySetup';

jest.mock('@simplewebauthn/browser', () => {
  throw new Error('gone');
});

const NOT_LOADED = 'Passkeys could not be loaded. Please check your connection and try again.';

beforeEach(() => {
  window.PublicKeyCredential = function () {} as never;
  // Loading fails at once while the browser is offline.
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
});
afterEach(() => jest.restoreAllMocks());

test('a login whose passkey code cannot be loaded says so, and can be tried again', async () => {
  stubServer({ 'POST /api/users/login/passkey/options': { body: { challenge: 'c', passkey: { challenge: 'x' } } } });
  const { user } = renderAt(<PasskeyLogin onDone={() => {}} />);
  const button = screen.getByRole('button', { name: 'Log in with a passkey' });
  await user.click(button);
  expect(await screen.findByText(NOT_LOADED)).toBeVisible();
  expect(button).toBeEnabled();
});

test('so does the set-up of a passkey', async () => {
  const options = {
    challenge: 'x',
    rp: { name: 'Ghostline' },
    user: { id: '7', name: 'mira@example.com', displayName: 'Mira' },
    pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  };
  stubServer({ 'POST /api/users/login/second-factor/enrol/passkey': { body: options } });
  const { user } = renderAt(<PasskeySetup challenge="c" confirm={() => Promise.resolve()} />);
  const button = screen.getByRole('button', { name: 'Make a passkey and log in' });
  await user.click(button);
  expect(await screen.findByText(NOT_LOADED)).toBeVisible();
  expect(button).toBeEnabled();
});
