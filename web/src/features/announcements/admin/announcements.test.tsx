import { act, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { ADMIN_TOKEN_KEY } from '#lib/calls/admin-session.ts';
import { AnnouncementFormPage } from '#pages/admin/people/AnnouncementFormPage.tsx';
import { AnnouncementsPage } from '#pages/admin/people/AnnouncementsPage.tsx';
import { aConfig, aPage, refusal, plainRefusal } from '#testing/answers.ts';
import { renderAt } from '#testing/render.tsx';
import { pressInMenu } from '#testing/row-menu.ts';
import { holdToRoute } from '#testing/held-to-routes.ts';
import { imageProblem, markdownLink, replaceSelection } from './admin-form';

const LIST = '/mdghost-panel-secur/announcements';
const anAnnouncement = (over: object = {}) => ({
  id: 7,
  title: 'New this week',
  content: 'Four tracks, each sold once.',
  image_path: null,
  is_active: true,
  created_at: '2026-11-20T10:00:00.000Z',
  ...over,
});
const saved = (over: object = {}) => ({ success: true, ...anAnnouncement(over) });

type Sent = { method: string; path: string; body: FormData | string };
/** The page names the shop in its title. */
const CONFIG = { 'GET /api/config': () => ({ body: aConfig() }) };

/** Answers by method and path, and records the bodies as they were sent. */
function server(answers: Record<string, () => { status?: number; body?: unknown }>) {
  const requests: Sent[] = [];
  const all: typeof answers = { ...CONFIG, ...answers };
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    const isForm = request.headers.get('content-type')?.startsWith('multipart');
    requests.push({ method: request.method, path: pathname, body: isForm ? await request.formData() : await request.text() });
    const { status = 200, body = plainRefusal(status) } = all[`${request.method} ${pathname}`]?.() ?? { status: 404 };
    holdToRoute(request.method, pathname, { status, type: 'application/json', body });
    return Response.json(body, { status });
  };
  return requests;
}

const open = (at: string) =>
  renderAt(
    <Routes>
      <Route path={LIST} element={<AnnouncementsPage />} />
      <Route path={`${LIST}/new`} element={<AnnouncementFormPage />} />
      <Route path={`${LIST}/edit/:id`} element={<AnnouncementFormPage />} />
    </Routes>,
    { at },
  );

beforeEach(() => {
  localStorage.setItem(ADMIN_TOKEN_KEY, 'the-token');
  URL.createObjectURL = () => 'blob:preview';
  URL.revokeObjectURL = () => {};
});
afterEach(() => jest.restoreAllMocks());

test('the status is toggled in place; a refusal shows as an error above the list', async () => {
  let refused = false;
  const requests = server({
    'GET /api/announcements': () => ({ body: aPage(anAnnouncement()) }),
    'PUT /api/announcements/7': () =>
      refused ? refusal('404 not-found', 'No such announcement.') : { body: saved({ is_active: false }) },
  });
  const { user } = open(LIST);
  expect(screen.getByText('Loading...')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Active' }));
  const off = await screen.findByRole('button', { name: 'Inactive' });
  expect(requests.at(-1)).toMatchObject({ method: 'PUT', body: '{"is_active":false}' });
  refused = true;
  await user.click(off);
  expect(await screen.findByText('Error: No such announcement.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Inactive' })).toBeVisible();
});

test('the list tells days as all lists do', async () => {
  server({ 'GET /api/announcements': () => ({ body: aPage(anAnnouncement()) }) });
  open(LIST);
  expect(await screen.findByText('20 Nov 2026')).toBeVisible();
});

test('a list that cannot be loaded says so', async () => {
  server({ 'GET /api/announcements': () => ({ status: 500 }) });
  open(LIST);
  expect(await screen.findByText('Error: Failed to load announcements')).toBeVisible();
});

test('nothing is deleted without a yes', async () => {
  const requests = server({
    'GET /api/announcements': () => ({ body: aPage(anAnnouncement()) }),
    'DELETE /api/announcements/7': () => ({ body: { success: true } }),
  });
  const confirm = jest.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true);
  const { user } = open(LIST);
  await pressInMenu(user, 'New this week', 'Delete New this week');
  expect(confirm).toHaveBeenCalledWith('Are you sure you want to delete this announcement?');
  expect(requests.map(({ method }) => method)).toEqual(['GET']);
  await pressInMenu(user, 'New this week', 'Delete New this week');
  await waitFor(() => expect(requests.map(({ method }) => method)).toEqual(['GET', 'DELETE', 'GET']));
});

test('a new announcement is checked, previewed and sent as a form; a refusal loses nothing', async () => {
  let status = 400;
  const requests = server({
    'POST /api/announcements': () =>
      status === 400 ? refusal('400 invalid', 'The image is damaged', { field: 'image' }) : { status, body: saved() },
    'GET /api/announcements': () => ({ body: aPage() }),
  });
  const { user, router } = open(`${LIST}/new`);
  await user.click(screen.getByRole('button', { name: 'Create Announcement' }));
  expect(await screen.findByText('Title is required')).toBeVisible();
  expect(screen.getByText('Content is required')).toBeVisible();
  await user.type(screen.getByLabelText('Title*'), 'New this week');
  await user.type(screen.getByLabelText('Content*'), 'Four **tracks**, each sold once.');
  expect((await screen.findByText('tracks')).tagName).toBe('STRONG');
  const image = screen.getByLabelText('Image');
  await user.upload(image, new File([new Uint8Array(2_097_153)], 'big.png', { type: 'image/png' }));
  expect(screen.getByText('Image size should be less than 2MB')).toBeVisible();
  await user.upload(image, new File(['x'], 'a.png', { type: 'image/png' }));
  expect(image).toHaveAccessibleDescription(/a\.png$/); // the browser itself says that no file is chosen
  expect(screen.getByRole('img', { name: 'The image of the announcement' })).toHaveAttribute('src', 'blob:preview');
  await user.click(screen.getByLabelText('Active (visible to users)'));

  await user.click(screen.getByRole('button', { name: 'Create Announcement' }));
  expect(await screen.findAllByText('The image is damaged')).not.toHaveLength(0);
  expect(image).toBeInvalid();
  await waitFor(() => expect(image).toHaveFocus());
  expect(screen.getByLabelText('Title*')).toHaveValue('New this week');
  status = 201;
  await user.click(screen.getByRole('button', { name: 'Create Announcement' }));
  expect(await screen.findByText('Announcement created successfully')).toBeVisible();
  expect(router.state.location.pathname).toBe(LIST);
  const form = requests.find(({ method }) => method === 'POST')!.body as FormData;
  expect([form.get('title'), form.get('content'), form.get('is_active'), (form.get('image') as File).name]).toEqual([
    'New this week',
    'Four **tracks**, each sold once.',
    'false',
    'a.png',
  ]);
});

test('an unusable image blocks saving until it is removed; the stored image stays', async () => {
  const requests = server({
    'GET /api/announcements/7': () => ({ body: anAnnouncement({ image_path: '/media/notifications/a.webp' }) }),
    'PUT /api/announcements/7': () => ({ body: saved() }),
    'GET /api/announcements': () => ({ body: aPage() }),
  });
  const { user } = open(`${LIST}/edit/7`);
  const picture = () => screen.queryByRole('img', { name: 'The image of the announcement' });
  const image = await screen.findByLabelText('Image');
  await user.upload(image, new File([new Uint8Array(2_097_153)], 'big.png', { type: 'image/png' }));
  expect(picture()).toBeNull();
  await user.type(screen.getByLabelText('Title*'), '!');
  await user.click(screen.getByRole('button', { name: 'Update Announcement' }));
  await waitFor(() => expect(image).toHaveFocus());
  expect(image).toHaveAccessibleDescription(/^Image size should be less than 2MB big\.png$/);
  await user.click(screen.getByRole('button', { name: 'Remove Image' }));
  expect(image).toBeValid();
  expect(picture()).toHaveAttribute('src', '/media/notifications/a.webp');
  await user.click(screen.getByRole('button', { name: 'Update Announcement' }));
  expect(await screen.findByText('Announcement updated successfully')).toBeVisible();
  const puts = requests.filter(({ method }) => method === 'PUT').map(({ body }) => [...(body as FormData).entries()]);
  expect(puts).toEqual([[['title', 'New this week!']]]);
});

test('an edit removes the image with remove_image, and a 401 keeps the typed values until after the login', async () => {
  let status = 401;
  const requests = server({
    'GET /api/announcements/7': () => ({ body: anAnnouncement({ image_path: '/media/notifications/a.webp' }) }),
    'PUT /api/announcements/7': () => (status === 401 ? { status } : { body: saved() }),
    'GET /api/announcements': () => ({ body: aPage() }),
  });
  const first = open(`${LIST}/edit/7`);
  expect(screen.getByText('Loading announcement data...')).toBeVisible();
  await first.user.type(await screen.findByLabelText('Title*'), '!');
  await first.user.click(screen.getByRole('button', { name: 'Remove Image' }));
  await first.user.click(screen.getByRole('button', { name: 'Update Announcement' }));
  expect(await screen.findAllByText('Please log in.')).not.toHaveLength(0);
  expect(localStorage.getItem(ADMIN_TOKEN_KEY)).toBeNull();
  first.unmount();

  status = 200;
  const { user } = open(`${LIST}/edit/7`);
  expect(await screen.findByLabelText('Title*')).toHaveValue('New this week!');
  await user.click(screen.getByRole('button', { name: 'Update Announcement' }));
  expect(await screen.findByText('Announcement updated successfully')).toBeVisible();
  const form = requests.findLast(({ method }) => method === 'PUT')!.body as FormData;
  expect([...form.entries()]).toEqual([
    ['title', 'New this week!'],
    ['remove_image', 'true'],
  ]);
});

test('an admin who has left the page during saving is not led away again', async () => {
  let answer = () => {};
  const answers = new Promise<void>((resolve) => (answer = resolve));
  server({
    'GET /api/announcements/7': () => ({ body: anAnnouncement() }),
    'PUT /api/announcements/7': () => ({ body: saved() }),
  });
  const answered = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    if (input instanceof Request && input.method === 'PUT') await answers;
    return answered(input, init);
  };
  const { user, router } = open(`${LIST}/edit/7`);
  await user.type(await screen.findByLabelText('Title*'), '!');
  await user.click(screen.getByRole('button', { name: 'Update Announcement' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled());
  await act(() => router.navigate(`${LIST}/new`));
  await screen.findByRole('heading', { name: 'Add New Announcement' });
  answer();
  expect(await screen.findByText('Announcement updated successfully')).toBeVisible();
  expect(router.state.location.pathname).toBe(`${LIST}/new`);
});

test('a typed link asks before it is lost, an untouched dialog does not', async () => {
  server({});
  const { user } = open(`${LIST}/new`);
  const addLink = async () => {
    await user.click(screen.getByRole('button', { name: 'Add Link' }));
    return screen.findByRole('dialog', { name: 'Add Link' });
  };
  const ask = jest.spyOn(window, 'confirm').mockReturnValue(false);
  await addLink();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  for (const label of ['Link Text', 'URL']) {
    const dialog = within(await addLink());
    await user.type(dialog.getByLabelText(label), 'shop');
    ask.mockClear().mockReturnValueOnce(false).mockReturnValueOnce(true);
    await user.keyboard('{Escape}');
    expect(ask).toHaveBeenCalledTimes(1);
    await user.keyboard('{Escape}');
    expect(ask).toHaveBeenCalledTimes(2);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
});

test('leaving with unsaved changes asks, without them it does not', async () => {
  server({ 'GET /api/announcements': () => ({ body: aPage() }) });
  const confirm = jest.spyOn(window, 'confirm').mockReturnValue(false);
  const { user, router } = open(`${LIST}/new`);
  await user.type(screen.getByLabelText('Title*'), 'N');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(router.state.location.pathname).toBe(`${LIST}/new`);
  await user.clear(screen.getByLabelText('Title*'));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(router.state.location.pathname).toBe(LIST);
  expect(confirm).toHaveBeenCalledTimes(1);
});

test('a link replaces the selected text and stays one link, whatever its text and address are', () => {
  expect(replaceSelection('hear them now', { start: 5, end: 9 }, '[them](/a)')).toEqual({
    text: 'hear [them](/a) now',
    caret: 15,
  });
  expect(markdownLink(' a [b] *c* ', 'https://a.example/x (1)>')).toBe('[a \\[b\\] \\*c\\*](https://a.example/x%20%281%29%3E)');
});

test('an image is a JPEG, PNG, WebP or GIF of at most 2 MB', () => {
  expect(imageProblem({ size: 2_097_152, type: 'image/webp' })).toBeUndefined();
  expect(imageProblem({ size: 2_097_153, type: 'image/gif' })).toBe('Image size should be less than 2MB');
  expect(imageProblem({ size: 1, type: 'image/svg+xml' })).toBe('Only JPG, PNG, WebP or GIF images are allowed');
});
