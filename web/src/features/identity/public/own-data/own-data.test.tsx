import type { OwnDataView } from '@shop/contracts/views';
import { screen, waitFor, within } from '@testing-library/react';
import { LeavingMount } from '#app/mounts/LeavingMount.tsx';
import { refusal } from '#testing/answers.ts';
import { aDetails } from '#testing/a-user.ts';
import { aShop } from '#testing/a-shop.ts';
import { renderAt, signedInAs } from '#testing/render.tsx';
import { AccountPage } from '#pages/account/AccountPage.tsx';

beforeEach(() => signedInAs(7));

const ERASE_AT = '2026-11-29T10:00:00.000Z';
const waits = { asked_at: '2026-11-22T10:00:00.000Z', erase_at: ERASE_AT };

/** Simulates identity with an account that can be deleted and kept. */
function anAccount(over: Partial<OwnDataView> = {}) {
  const ownData: OwnDataView = { deletion: null, open: [], asks: 'password', ...over };
  const calls = aShop(
    {},
    {
      'GET /api/users/own-data': () => ({ body: ownData }),
      'GET /api/users/own-data/exports': { body: { data_export: null } },
      'GET /api/users/7/details': () => ({ body: { ...aDetails([]), erase_at: ownData.deletion?.erase_at ?? null } }),
      'POST /api/users/own-data/deletion': ({ body }) => {
        const { password } = body as { password?: string };
        if (ownData.asks === 'password' && password !== 'Right-One-1!')
          return refusal('400 wrong-password', 'This is not your password.', { field: 'password' });
        ownData.deletion = waits;
        return { body: { success: true, deletion: waits } };
      },
      'DELETE /api/users/own-data/deletion': () => {
        ownData.deletion = null;
        return { body: { success: true, deletion: null } };
      },
    },
  );
  const page = (
    <>
      <LeavingMount />
      <AccountPage />
    </>
  );
  return { calls, ...renderAt(page, { at: '/account?tab=data' }) };
}

test('the account is deleted with the password, and kept from the notice above every page', async () => {
  const { user } = anAccount();
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }));
  await user.type(dialog.getByLabelText('Your password'), 'Wrong-One-1!');
  await user.click(dialog.getByRole('button', { name: 'Delete my account' }));
  await waitFor(() => expect(dialog.getByLabelText('Your password')).toHaveAccessibleDescription('This is not your password.'));
  expect(dialog.getByLabelText('Your password')).toHaveFocus();
  await user.clear(dialog.getByLabelText('Your password'));
  await user.type(dialog.getByLabelText('Your password'), 'Right-One-1!');
  await user.click(dialog.getByRole('button', { name: 'Delete my account' }));

  expect(await screen.findByRole('heading', { name: 'Your account will be deleted' })).toBeVisible();
  const notice = within(await screen.findByRole('region', { name: 'Your account' }));
  expect(notice.getByText(/29 Nov 2026/)).toBeVisible();
  await user.click(notice.getByRole('button', { name: 'Keep my account' }));
  expect(await screen.findByText('Your account stays.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Your account' })).toBeNull());
  expect(await screen.findByRole('button', { name: 'Delete my account' })).toBeEnabled();
});

test('open matters are named, and must be finished first', async () => {
  anAccount({ open: [{ kind: 'hold', message: 'Tracks are held for you in an order.' }] });
  expect(await screen.findByText('Tracks are held for you in an order.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Delete my account' })).toBeDisabled();
});

test('an account with a second factor is not asked for the password', async () => {
  const { user, calls } = anAccount({ asks: 'second-factor' });
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }));
  expect(dialog.queryByLabelText('Your password')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Delete my account' }));
  expect(await screen.findByRole('heading', { name: 'Your account will be deleted' })).toBeVisible();
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({});
});

test('a failed load can be tried again', async () => {
  aShop({}, { 'GET /api/users/own-data': { status: 503 } });
  renderAt(<AccountPage />, { at: '/account?tab=data' });
  expect(await screen.findByText('Error loading what concerns your data.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeEnabled();
});
