import { act, screen, waitFor } from '@testing-library/react';
import { loginRequested } from '#features/session/session.ts';
import { aConfig, refusal } from '#testing/answers.ts';
import { aSession } from '#testing/a-user.ts';
import { renderAt, signedInAs } from '#testing/render.tsx';
import { stubServer } from '#testing/stub-server.ts';
import { AuthModal } from './AuthModal';

const config = { body: aConfig() };
const session = (message: string) => ({ body: { ...aSession(), message } });
const BEGUN = { requiresVerification: true, message: 'A code is on its way.' };

async function openModal(handlers: Parameters<typeof stubServer>[0] = {}) {
  const calls = stubServer({ 'GET /api/config': config, ...handlers });
  const view = renderAt(<AuthModal />);
  act(() => void view.store.dispatch(loginRequested()));
  await screen.findByRole('dialog');
  return { ...view, calls };
}

async function fillRegistration(
  user: Awaited<ReturnType<typeof openModal>>['user'],
  more: { password?: string; confirm?: string; country?: string } = {},
) {
  await user.click(screen.getByRole('tab', { name: 'Register' }));
  await user.type(screen.getByLabelText('Name'), 'Mira');
  await user.type(screen.getByLabelText('Last Name'), 'Volk');
  await user.type(screen.getByLabelText('Email'), 'mira@example.com');
  await user.type(screen.getByLabelText('Password'), more.password ?? 'Secret12!');
  await user.type(screen.getByLabelText('Confirm Password'), more.confirm ?? more.password ?? 'Secret12!');
  await user.click(screen.getByRole('combobox', { name: 'Country' }));
  await user.keyboard(more.country ?? 'Germ{Enter}');
  await user.click(screen.getByRole('checkbox', { name: /I accept the Privacy Policy/ }));
}

beforeEach(() => signedInAs(null));
afterEach(() => jest.useRealTimers());

describe('login', () => {
  test('a successful login starts the session and closes the modal', async () => {
    const { user, store, calls } = await openModal({ 'POST /api/users/login': session('Login successful') });
    await user.type(screen.getByLabelText('Email'), 'mira@example.com');
    await user.type(screen.getByLabelText('Password'), 'Secret12!');
    await user.click(screen.getByRole('button', { name: 'Login' }));

    await waitFor(() => expect(store.getState().session).toMatchObject({ userId: 7, loginOpen: false }));
    expect(calls.at(-1)?.body).toEqual({ email: 'mira@example.com', password: 'Secret12!', recaptchaToken: '' });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  test.each([
    ['a refusal', refusal('401 unauthenticated', 'No such account')],
    ['an unexpected message', { ...session('Welcome'), malformed: true as const }],
    ['a server that is down', { status: 503 }],
  ])('%s gives the one fixed text', async (_, answer) => {
    const { user, store } = await openModal({ 'POST /api/users/login': answer });
    await user.type(screen.getByLabelText('Email'), 'mira@example.com');
    await user.type(screen.getByLabelText('Password'), 'wrong');
    await user.click(screen.getByRole('button', { name: 'Login' }));

    expect(await screen.findByText('Invalid email or password.')).toBeVisible();
    expect(store.getState().session.userId).toBeNull();
  });

  test.each([
    ['840', '14 minutes'],
    ['1', '1 second'],
  ])('too many attempts keep the fixed text and say when the next one may come, after %s s', async (wait, words) => {
    const { user } = await openModal({
      'POST /api/users/login': refusal('429 too-many', 'Too many attempts.', { headers: { 'retry-after': wait } }),
    });
    await user.type(screen.getByLabelText('Email'), 'mira@example.com');
    await user.type(screen.getByLabelText('Password'), 'wrong{Enter}');

    expect(await screen.findByText('Invalid email or password.')).toBeVisible();
    expect(screen.getByText(`Too many attempts. Please try again in ${words}.`)).toBeVisible();
  });

  test('an address without a dot is refused on submit, before any call', async () => {
    const { user, calls } = await openModal();
    await user.type(screen.getByLabelText('Email'), 'mira@example');
    expect(screen.queryByText('Please enter a valid email')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Login' }));

    expect(await screen.findByText('Please enter a valid email')).toBeVisible();
    expect(calls.filter((call) => call.method === 'POST')).toEqual([]);
  });

  test('the password can be shown and hidden', async () => {
    const { user } = await openModal();
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    const passwordField = screen.getByLabelText('Password');
    expect(passwordField).toHaveAttribute('type', 'text');
    for (const [name, value] of Object.entries({ autocapitalize: 'none', autocorrect: 'off', spellcheck: 'false' }))
      expect(passwordField).toHaveAttribute(name, value);
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
  });
});

describe('registration', () => {
  test('the address is checked while it is typed, and the hints follow the password', async () => {
    const { user } = await openModal();
    await user.click(screen.getByRole('tab', { name: 'Register' }));
    await user.type(screen.getByLabelText('Email'), 'mira');
    expect(await screen.findByText('Please enter a valid email')).toBeVisible();

    await user.type(screen.getByLabelText('Password'), 'Secret');
    const met = () => screen.getAllByText('(met)').map((mark) => mark.previousSibling?.textContent);
    expect(met()).toEqual(['At least one uppercase letter', 'At least one lowercase letter']);
    await user.type(screen.getByLabelText('Password'), '12!');
    expect(met()).toHaveLength(5);
  });

  test('all missing fields are named at once', async () => {
    const { user, calls } = await openModal();
    await user.click(screen.getByRole('tab', { name: 'Register' }));
    await user.type(screen.getByLabelText('Password'), 'short');
    await user.click(screen.getByRole('checkbox', { name: 'I am a seller' }));
    await user.click(screen.getByRole('button', { name: 'Register' }));

    expect(await screen.findByText('Password does not meet requirements')).toBeVisible();
    for (const text of [
      'Please enter a valid email',
      'Passwords do not match',
      'Please select a country.',
      'Please enter your store name',
    ])
      expect(screen.getByText(text)).toBeVisible();
    expect(calls.filter((call) => call.method === 'POST')).toEqual([]);
  });

  test('the first field that is missing gets the focus, also a country', async () => {
    const { user } = await openModal();
    await fillRegistration(user, { country: '{Tab}' });
    await user.click(screen.getByRole('checkbox', { name: /I accept the Privacy Policy/ }));
    await user.click(screen.getByRole('button', { name: 'Register' }));
    expect(await screen.findByText('Please select a country.')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Country' })).toHaveFocus());
  });

  test('a country nobody has heard of is not found', async () => {
    const { user } = await openModal();
    await user.click(screen.getByRole('tab', { name: 'Register' }));
    await user.click(screen.getByRole('combobox', { name: 'Country' }));
    await user.keyboard('Atlantis');
    expect(screen.getByText('No countries found')).toBeVisible();
  });

  test('the link of a seller must be SoundCloud, Facebook or VK', async () => {
    const { user } = await openModal();
    await fillRegistration(user);
    await user.click(screen.getByRole('checkbox', { name: 'I am a seller' }));
    await user.type(screen.getByLabelText('Store Name'), 'Nordlys');
    await user.type(screen.getByLabelText('SoundCloud, Facebook or VK Link'), 'https://evil.example/?soundcloud.com');
    await user.click(screen.getByRole('button', { name: 'Register' }));
    expect(await screen.findByText(/Please provide a valid SoundCloud, Facebook or VK link/)).toBeVisible();
  });

  test('a taken store name shows a message beside the field', async () => {
    const { user } = await openModal({
      'POST /api/users/register': refusal('409 store-name-taken', 'This store name is taken', { field: 'shop_name' }),
    });
    await fillRegistration(user);
    await user.click(screen.getByRole('checkbox', { name: 'I am a seller' }));
    await user.type(screen.getByLabelText('Store Name'), 'Nordlys');
    await user.click(screen.getByRole('button', { name: 'Register' }));

    expect(await screen.findByText('This store name is taken')).toBeVisible();
    expect(screen.getByLabelText('Store Name')).toHaveAccessibleDescription('This store name is taken');
    expect(screen.queryByText('Registration error. Please try again.')).not.toBeInTheDocument();
  });

  test('any other failure gives the fixed text', async () => {
    const { user } = await openModal({ 'POST /api/users/register': refusal('400 invalid', 'Nope', { field: 'email' }) });
    await fillRegistration(user);
    await user.click(screen.getByRole('button', { name: 'Register' }));
    expect(await screen.findByText('Registration error. Please try again.')).toBeVisible();
  });

  test('the code completes it; a new one can be requested after sixty seconds, and again sixty seconds later', async () => {
    const { user, store, calls } = await openModal({
      'POST /api/users/register': { body: BEGUN },
      'POST /api/users/resend-code': { body: { message: 'Verification code resent' } },
      'POST /api/users/complete-registration': (call) =>
        (call.body as { verificationCode: string }).verificationCode === '123456'
          ? session('User registered successfully')
          : refusal('400 wrong-code', 'Wrong code'),
    });
    await fillRegistration(user);
    await user.click(screen.getByRole('button', { name: 'Register' }));
    await screen.findByLabelText('Verification Code');
    const resend = screen.getByRole('button', { name: 'Resend Code' });
    expect(resend).toBeDisabled();

    await user.click(screen.getByRole('button', { name: 'Verify & Register' }));
    expect(screen.getByText('Please enter verification code')).toBeVisible();

    const begun = Date.now();
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => begun + 61_000);
    await waitFor(() => expect(resend).toBeEnabled());
    await user.click(resend);
    expect(await screen.findByText('New verification code sent.')).toBeVisible();
    expect(resend).toBeDisabled();
    clock.mockRestore();

    await user.type(screen.getByLabelText('Verification Code'), '000000');
    await user.click(screen.getByRole('button', { name: 'Verify & Register' }));
    expect(await screen.findByText('Error verifying code. Please try again.')).toBeVisible();

    await user.clear(screen.getByLabelText('Verification Code'));
    await user.type(screen.getByLabelText('Verification Code'), '123456');
    await user.click(screen.getByRole('button', { name: 'Verify & Register' }));
    await waitFor(() => expect(store.getState().session).toMatchObject({ userId: 7, loginOpen: false }));
    expect(calls.find((call) => call.path === '/api/users/register')?.body).toEqual({
      name: 'Mira',
      last_name: 'Volk',
      email: 'mira@example.com',
      password: 'Secret12!',
      confirmPassword: 'Secret12!',
      country: 'Germany',
      is_seller: false,
      shop_name: '',
      social_link: '',
      recaptchaToken: '',
    });
  });

  test('a code that cannot be sent again says so', async () => {
    const { user } = await openModal({
      'POST /api/users/register': { body: BEGUN },
      'POST /api/users/resend-code': { status: 500 },
    });
    await fillRegistration(user);
    await user.click(screen.getByRole('button', { name: 'Register' }));
    await screen.findByLabelText('Verification Code');
    const begun = Date.now();
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => begun + 61_000);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Resend Code' })).toBeEnabled());
    await user.click(screen.getByRole('button', { name: 'Resend Code' }));
    expect(await screen.findByText('Error sending code. Please try again.')).toBeVisible();
    clock.mockRestore();
  });

  test('a refused new code says how long to wait, even after a wrong code', async () => {
    const { user } = await openModal({
      'POST /api/users/register': { body: BEGUN },
      'POST /api/users/complete-registration': refusal('400 wrong-code', 'Wrong code'),
      'POST /api/users/resend-code': refusal('429 too-many', 'Too many attempts.', { headers: { 'retry-after': '45' } }),
    });
    await fillRegistration(user);
    await user.click(screen.getByRole('button', { name: 'Register' }));
    await user.type(await screen.findByLabelText('Verification Code'), '000000');
    await user.click(screen.getByRole('button', { name: 'Verify & Register' }));
    expect(await screen.findByText('Error verifying code. Please try again.')).toBeVisible();

    const begun = Date.now();
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => begun + 61_000);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Resend Code' })).toBeEnabled());
    await user.click(screen.getByRole('button', { name: 'Resend Code' }));
    expect(await screen.findByText('Error sending code. Please try again.')).toBeVisible();
    expect(screen.getByText('Too many attempts. Please try again in 45 seconds.')).toBeVisible();
    clock.mockRestore();
  });

  test('changing the tab clears errors, code step, seller fields, hints and country', async () => {
    const { user } = await openModal();
    await fillRegistration(user);
    await user.click(screen.getByRole('checkbox', { name: 'I am a seller' }));
    await user.click(screen.getByRole('tab', { name: 'Login' }));
    await user.click(screen.getByRole('tab', { name: 'Register' }));

    expect(screen.queryByLabelText('Store Name')).not.toBeInTheDocument();
    expect(screen.queryByText('Minimum 8 characters')).not.toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: 'Country' })).toHaveValue('');
    expect(screen.getByLabelText('Email')).toHaveValue('mira@example.com');
  });
});

test("a registration's passwords are never kept, and nothing is once the form is left", async () => {
  const { user } = await openModal();
  await fillRegistration(user);
  expect(JSON.parse(sessionStorage.getItem('typed:visitor/register')!)).toEqual({
    name: 'Mira',
    last_name: 'Volk',
    email: 'mira@example.com',
    country: 'Germany',
    privacy: true,
  });
  await user.click(screen.getByRole('tab', { name: 'Login' }));
  expect(Object.keys(sessionStorage)).toEqual([]);
});
