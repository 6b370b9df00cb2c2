import type { DataExportView, OwnDataView } from '@shop/contracts/views';
import { screen, waitFor, within } from '@testing-library/react';
import { refusal } from '#testing/answers.ts';
import { aDetails } from '#testing/a-user.ts';
import { aShop } from '#testing/a-shop.ts';
import { renderAt, signedInAs } from '#testing/render.tsx';
import { AccountPage } from '#pages/account/AccountPage.tsx';

const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
const gathering = (): DataExportView => ({
  state: 'gathering',
  asked_at: inHours(0),
  until: null,
  next_at: inHours(24),
  missing: [],
});
const ready = (over: Partial<DataExportView> = {}): DataExportView => ({
  ...gathering(),
  state: 'ready',
  until: '2026-11-29T10:00:00.000Z',
  ...over,
});

const saved: string[] = [];
beforeEach(() => {
  signedInAs(7);
  saved.length = 0;
  URL.createObjectURL = () => 'blob:the-file';
  URL.revokeObjectURL = () => undefined;
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.download} ${this.href}`);
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

/** Simulates identity with the requested file, which it answers for the token `right`. */
function anAccount(
  first: DataExportView | null,
  { asks = 'password', hash = '' }: { asks?: OwnDataView['asks']; hash?: string } = {},
) {
  const known = { data_export: first };
  const calls = aShop(
    {},
    {
      'GET /api/users/own-data': { body: { deletion: null, open: [], asks } },
      'GET /api/users/7/details': { body: aDetails([]) },
      'GET /api/users/own-data/exports': () => ({ body: known }),
      'POST /api/users/own-data/exports': ({ body }) => {
        const { password } = body as { password?: string };
        if (asks === 'password' && password !== 'Right-One-1!')
          return refusal('400 wrong-password', 'This is not your password.', { field: 'password' });
        known.data_export = gathering();
        return { body: { success: true, ...known } };
      },
      'GET /api/users/own-data/exports/right': { body: 'PK', headers: { 'content-type': 'application/zip' } },
      'GET /api/users/own-data/exports/wrong': refusal('404 not-found', 'No such file for this account, or its time is over.'),
    },
  );
  return { known, calls, ...renderAt(<AccountPage />, { at: `/account?tab=data${hash}` }) };
}
const section = async () => within(await screen.findByRole('region', { name: 'Download your data' }));

test('the file is asked for with the password, and waited for', async () => {
  const { user, known } = anAccount(null);
  await user.click(await (await section()).findByRole('button', { name: 'Download my data' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Download your data?' }));
  await user.type(dialog.getByLabelText('Your password'), 'Wrong-One-1!');
  await user.click(dialog.getByRole('button', { name: 'Download my data' }));
  await waitFor(() => expect(dialog.getByLabelText('Your password')).toHaveAccessibleDescription('This is not your password.'));
  await user.clear(dialog.getByLabelText('Your password'));
  await user.type(dialog.getByLabelText('Your password'), 'Right-One-1!');
  jest.useFakeTimers({ advanceTimers: true });
  await user.click(dialog.getByRole('button', { name: 'Download my data' }));

  expect(await (await section()).findByText(/We are putting it together/)).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect((await section()).queryByRole('button')).toBeNull();
  known.data_export = ready();
  expect(await (await section()).findByText(/open the link that we have mailed you/)).toBeVisible();
});

test('an account with a second factor is not asked for the password', async () => {
  const { user, calls } = anAccount(null, { asks: 'second-factor' });
  await user.click(await (await section()).findByRole('button', { name: 'Download my data' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Download your data?' }));
  expect(dialog.queryByLabelText('Your password')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Download my data' }));
  expect(await (await section()).findByText(/We are putting it together/)).toBeVisible();
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({});
});

test('the mailed link downloads it, says until when, and what is missing', async () => {
  const { user } = anAccount(ready({ missing: ['store.json'] }), { hash: '#export=right' });
  const shown = await section();
  expect(await shown.findByRole('status')).toHaveTextContent('Your file is ready until 29 Nov 2026');
  expect(shown.getByText(/did not answer in time: store\.json/)).toBeVisible();
  expect(shown.getByText(/You can ask for the next one from/)).toBeVisible();
  expect(shown.queryByRole('button', { name: 'Download my data' })).toBeNull();
  await user.click(shown.getByRole('button', { name: 'Download the file' }));
  await waitFor(() => expect(saved).toEqual(['my-data.zip blob:the-file']));
});

test('a wrong link says so, and an expired link offers to ask for a new file', async () => {
  const { user, known } = anAccount(ready(), { hash: '#export=wrong' });
  const shown = await section();
  await user.click(await shown.findByRole('button', { name: 'Download the file' }));
  expect(await shown.findByText('No such file for this account, or its time is over.')).toBeVisible();
  expect(saved).toEqual([]);
  known.data_export = null;
  await user.click(shown.getByRole('button', { name: 'Download the file' }));
  expect(await shown.findByText(/This link is no longer valid/)).toBeVisible();
  expect(shown.getByRole('button', { name: 'Download my data' })).toBeEnabled();
});

test('a file that is downloaded after the end of the session waits for the login', async () => {
  aShop(
    {},
    {
      'GET /api/users/own-data': { body: { deletion: null, open: [], asks: 'password' } },
      'GET /api/users/own-data/exports': { body: { data_export: ready() } },
      'GET /api/users/own-data/exports/right': refusal('401 unauthenticated', 'Please log in.'),
    },
  );
  const { user, store } = renderAt(<AccountPage />, { at: '/account?tab=data#export=right' });
  await user.click(await (await section()).findByRole('button', { name: 'Download the file' }));
  expect(await screen.findByText('Please log in or register to continue.')).toBeVisible();
  expect(store.getState().session.loginOpen).toBe(true);
  expect(screen.queryByText('Please log in.')).toBeNull();
});

test('a day later the next one can be asked for, while the last is still there', async () => {
  anAccount(ready({ next_at: inHours(-1) }));
  const shown = await section();
  expect(await shown.findByRole('button', { name: 'Download my data' })).toBeEnabled();
  expect(shown.getByText(/Your file is ready until/)).toBeVisible();
});

test('a failed load can be tried again, and the account can still be deleted', async () => {
  aShop(
    {},
    {
      'GET /api/users/own-data': { body: { deletion: null, open: [], asks: 'password' } },
      'GET /api/users/own-data/exports': { status: 503 },
    },
  );
  renderAt(<AccountPage />, { at: '/account?tab=data' });
  const shown = await section();
  expect(await shown.findByText('Error loading whether your file is ready.')).toBeVisible();
  expect(shown.getByRole('button', { name: 'Retry' })).toBeEnabled();
  expect(screen.getByRole('button', { name: 'Delete my account' })).toBeEnabled();
});
