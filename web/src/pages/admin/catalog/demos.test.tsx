import { screen, waitFor } from '@testing-library/react';
import { AppRoutes } from '../../../app/router';
import { ADMIN_TOKEN_KEY } from '../../../lib/calls/admin-session';
import { refusal } from '../../../testing/answers';
import { aDemo } from '../../../testing/a-track';
import { renderAt, signedInAs } from '../../../testing/render';
import { stubServer } from '../../../testing/stub-server';
import { stubUploads } from '../../../testing/stub-upload';

jest.mock('../../../features/catalog/admin/sound/sound-of-file', () => ({
  soundOf: () => Promise.reject(new Error('cannot decode')),
}));

const ROOT = '/mdghost-panel-secur';
const LIST = { body: { success: true, data: [aDemo()], pagination: { page: 1, limit: 10, total: 1, totalPages: 1 } } };
const at = (path: string) => renderAt(<AppRoutes />, { at: `${ROOT}/${path}` });

afterEach(() => jest.restoreAllMocks());
beforeEach(() => {
  localStorage.setItem(ADMIN_TOKEN_KEY, 'the-token');
  signedInAs(null);
  URL.createObjectURL = () => 'blob:chosen';
  URL.revokeObjectURL = () => undefined;
});

test('the list has its columns, searches in the service, and deletes after the question', async () => {
  const calls = stubServer({ 'GET /api/demos': LIST, 'DELETE /api/demos/1': { body: { success: true } } });
  const ask = jest.spyOn(window, 'confirm').mockReturnValue(true);
  const { user } = at('demos');
  await screen.findByText('Demo 1');
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'ID',
    'Image',
    'Name',
    'Category',
    'Actions',
  ]);
  expect(screen.getByRole('link', { name: 'Add New Demo Track' })).toHaveAttribute('href', `${ROOT}/demos/new`);
  await user.type(screen.getByRole('searchbox'), 'mix');
  await waitFor(() => expect(calls.at(-1)!.path).toContain('q=mix'));
  await user.click(await screen.findByRole('button', { name: 'Delete Demo 1' }));
  expect(ask).toHaveBeenCalledWith('Are you sure you want to delete this demo track?');
  expect(await screen.findByText('Demo track deleted successfully')).toBeVisible();
});

test('a demo needs its name, category, image and audio; a file that the browser cannot read may still be sent', async () => {
  stubServer({ 'GET /api/demos': LIST });
  const uploads = stubUploads({ status: 201, body: aDemo() });
  const { user, router } = at('demos/new');
  await user.click(await screen.findByRole('button', { name: 'Add Demo Track' }));
  for (const text of ['Name is required', 'Category is required', 'Please choose an image.', 'Please choose an audio file.'])
    expect(await screen.findByText(text)).toBeVisible();
  await user.type(screen.getByLabelText('Name'), 'Cellar');
  await user.type(screen.getByLabelText('Category'), 'Mixing');
  await user.click(screen.getByRole('button', { name: 'Add Demo Track' }));
  await waitFor(() => expect(screen.getByLabelText('Image')).toHaveFocus());
  await user.upload(screen.getByLabelText('Image'), new File(['x'], 'a.png', { type: 'image/png' }));
  expect(screen.getByLabelText('Image')).toHaveAccessibleDescription(/a\.png 1 KB$/);
  await user.upload(screen.getByLabelText('Audio'), new File(['y'], 'a.ogg', { type: 'video/ogg' })); // as Firefox calls it
  expect(await screen.findByText('This browser cannot read the file. The shop will try.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add Demo Track' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`${ROOT}/demos`));
  expect(uploads[0]).toMatchObject({ method: 'POST', path: '/api/demos' });
  expect([uploads[0]!.form.get('name'), uploads[0]!.form.get('category')]).toEqual(['Cellar', 'Mixing']);
});

test('an edit sends what was changed and keeps the files that are not replaced; Cancel asks first and returns to the list', async () => {
  stubServer({ 'GET /api/demos': LIST, 'GET /api/demos/1': { body: aDemo() } });
  const uploads = stubUploads(refusal('500 internal', 'Something went wrong'));
  const ask = jest.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValue(true);
  const { user, router } = at('demos/edit/1');
  await user.type(await screen.findByLabelText('Name'), ' II');
  await user.click(screen.getByRole('button', { name: 'Update Demo Track' }));
  expect((await screen.findAllByText('Failed to update demo track')).length).toBeGreaterThan(0);
  expect([uploads[0]!.method, [...uploads[0]!.form.entries()]]).toEqual(['PUT', [['name', 'Demo 1 II']]]);
  expect(screen.getByLabelText('Name')).toHaveValue('Demo 1 II');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(router.state.location.pathname).toBe(`${ROOT}/demos/edit/1`);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(router.state.location.pathname).toBe(`${ROOT}/demos`);
  expect(ask).toHaveBeenCalledTimes(2);
});
