import { act, screen, waitFor } from '@testing-library/react';
import { AppRoutes } from '#app/AppRoutes.tsx';
import { ADMIN_TOKEN_KEY } from '#lib/calls/admin-session.ts';
import { refusal } from '#testing/answers.ts';
import { aDemo } from '#testing/a-track.ts';
import { renderAt, signedInAs } from '#testing/render.tsx';
import { pressInMenu } from '#testing/row-menu.ts';
import { stubServer } from '#testing/stub-server.ts';
import { stubUploads } from '#testing/stub-upload.ts';

jest.mock('../sound/sound-of-file', () => ({
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
  await pressInMenu(user, 'Demo 1', 'Delete Demo 1');
  expect(ask).toHaveBeenCalledWith('Are you sure you want to delete this demo track?');
  expect(await screen.findByText('Demo track deleted successfully')).toBeVisible();
});

describe('a recording that is played from the list', () => {
  const pageOf = (page: number, ids: number[]) => ({
    body: { success: true, data: ids.map((id) => aDemo({ id })), pagination: { page, limit: 10, total: 11, totalPages: 2 } },
  });
  const button = (name: string) => screen.findByRole('button', { name });
  let sounding: HTMLMediaElement[];

  async function listen({ refuse = false } = {}) {
    sounding = [];
    const ends = new Map<HTMLMediaElement, (reason: DOMException) => void>();
    jest.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (this: HTMLMediaElement) {
      if (refuse) return Promise.reject(new DOMException('', 'NotAllowedError'));
      sounding.push(this);
      return new Promise((_begun, end) => ends.set(this, end)); // the recording loads for as long as the test lasts
    });
    jest.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function (this: HTMLMediaElement) {
      sounding = sounding.filter((player) => player !== this);
      ends.get(this)?.(new DOMException('', 'AbortError'));
    });
    let fails = false;
    stubServer({
      'GET /api/demos': ({ path }) => (fails ? { status: 503 } : path.includes('page=2') ? pageOf(2, [3]) : pageOf(1, [1, 2])),
    });
    const page = at('demos');
    await page.user.click(await button('Play Demo 1'));
    return { ...page, fail: () => (fails = true) };
  }

  test('stops when its row has left, and does not begin again with it', async () => {
    const { user } = await listen();
    expect(sounding).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(await button('Play Demo 3')).toBeVisible();
    expect(sounding).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    expect(await button('Play Demo 1')).toBeVisible();
    expect(sounding).toEqual([]);
  });

  test('stops when the page that was chosen next cannot be loaded', async () => {
    const { user, fail } = await listen();
    fail();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByText('Failed to load demo tracks')).toBeVisible();
    expect(sounding).toEqual([]);
  });

  test('plays again at the first click after a media key or a headset has paused it', async () => {
    const { user } = await listen();
    act(() => void sounding[0]!.dispatchEvent(new Event('pause')));
    await user.click(await button('Play Demo 1'));
    expect(await button('Pause Demo 1')).toBeVisible();
  });

  test('does not show as playing when the browser refuses it', async () => {
    await listen({ refuse: true });
    expect(await button('Play Demo 1')).toBeVisible();
  });

  test('gives way to the next one', async () => {
    const { user } = await listen();
    await user.click(await button('Play Demo 2'));
    expect(await button('Pause Demo 2')).toBeVisible();
    expect(sounding.map(({ src }) => new URL(src).pathname)).toEqual([aDemo({ id: 2 }).audio]);
  });
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
  await user.upload(screen.getByLabelText('Audio'), new File(['y'], 'a.ogg', { type: 'video/ogg' })); // as Firefox names it
  expect(await screen.findByText('This browser cannot read the file. The shop will try.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add Demo Track' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`${ROOT}/demos`));
  expect(uploads[0]).toMatchObject({ method: 'POST', path: '/api/demos' });
  expect([uploads[0]!.form.get('name'), uploads[0]!.form.get('category')]).toEqual(['Cellar', 'Mixing']);
});

test('an edit sends the changed fields and keeps the files that are not replaced; Cancel asks first and returns to the list', async () => {
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
