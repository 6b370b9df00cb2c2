import { screen, waitFor, within } from '@testing-library/react';
import type { SubmissionView } from '@shop/contracts/views';
import { AppRoutes } from '#app/AppRoutes.tsx';
import { aListedOrder, anAdminOrder } from '#testing/an-admin-order.ts';
import { ADMIN_TOKEN_KEY } from '#lib/calls/admin-session.ts';
import { aConfig, refusal } from '#testing/answers.ts';
import { anAdminProduct, aProduct } from '#testing/a-track.ts';
import { aDetails, anAdmin, aSession, aToken } from '#testing/a-user.ts';
import { adminIs, renderAt, signedInAs } from '#testing/render.tsx';
import { pressInMenu } from '#testing/row-menu.ts';
import { stubServer, type Call } from '#testing/stub-server.ts';
import { stubUploads } from '#testing/stub-upload.ts';

jest.mock('../sound/sound-of-file', () => ({
  soundOf: () => Promise.resolve({ duration: 24, wave: '80'.repeat(160), tempo: 164.2 }),
}));

const ROOT = '/mdghost-panel-secur';
const page = <Row,>(data: Row[], totalPages = 1) => ({
  body: { success: true, data, pagination: { page: 1, limit: 10, total: data.length, totalPages } },
});
const STORES = page([{ seller_id: 7, name: 'Night Works', status: 'active' }]);
const CONFIG = { body: aConfig() };
/** The review queue, to which the form of a submission leads. */
const QUEUE = {
  'GET /api/track-submissions': page([]),
  'GET /api/sellers': { body: { ...page([]).body, message: 'ok' } },
};
const server = (more: Parameters<typeof stubServer>[0] = {}) =>
  stubServer({
    ...{ 'GET /api/config': CONFIG, 'GET /api/stores': STORES, 'GET /api/products': page([anAdminProduct()]), ...QUEUE },
    ...more,
  });
const lists = (calls: Call[]) => calls.filter(({ path }) => path.startsWith('/api/products?')).map(({ path }) => path);
const at = (path: string) => renderAt(<AppRoutes />, { at: `${ROOT}/${path}` });

const cover = new File(['x'], 'cover.png', { type: 'image/png' });
const loop = new File(['y'], 'loop.wav', { type: 'audio/wav' });

afterEach(() => jest.restoreAllMocks());
beforeEach(() => {
  localStorage.setItem(ADMIN_TOKEN_KEY, 'the-token');
  signedInAs(null);
  URL.createObjectURL = () => 'blob:chosen';
  URL.revokeObjectURL = () => undefined;
});

const aSubmission = (over: Partial<SubmissionView> = {}) => ({
  body: {
    success: true,
    data: {
      id: 12,
      trackName: 'Sent In',
      price: 399,
      genre: 'Techno',
      bpm: 133,
      key: 'F',
      status: 'approved',
      reason: null,
      productId: null,
      submittedAt: '2026-11-01T10:00:00.000Z',
      dueAt: null,
      overdue: false,
      changedAt: '2026-11-01T10:00:00.000Z',
      sellerId: 7,
      storeName: 'Night Works',
      packageId: null,
      trackFilesLink: 'https://www.dropbox.com/t',
      projectFilesLink: 'https://www.dropbox.com/p',
      accountEmail: 'nora@shop.test',
      contactEmail: 'nora@shop.test',
      ...over,
    } satisfies SubmissionView,
  },
});

describe('the list', () => {
  test('does not call a track active whose store sells nothing', async () => {
    server({
      'GET /api/products': page([
        anAdminProduct({ id: 1, name: 'On Sale' }),
        anAdminProduct({ id: 2, name: 'Kept Back', store_active: false }),
        anAdminProduct({ id: 3, name: 'Gone', status: 'sold', store_active: false }),
      ]),
    });
    at('products');
    const row = async (name: string) => (await screen.findByText(name)).closest('tr')!;
    expect(within(await row('On Sale')).getByText('Active')).toBeInTheDocument();
    expect(within(await row('Kept Back')).getByText('Store inactive')).toBeInTheDocument();
    expect(within(await row('Kept Back')).queryByText('Active')).not.toBeInTheDocument();
    expect(within(await row('Gone')).getByText('Sold')).toBeInTheDocument();
    expect(within(await row('Gone')).queryByText('Store inactive')).not.toBeInTheDocument();
  });

  test('marks the tracks that a link delivers, and shows these alone', async () => {
    const files = { stems: 4, midi: true, project: false, seconds: 176, loudness: -9 };
    const calls = server({
      'GET /api/products': page([
        anAdminProduct({ id: 1, name: 'Linked' }),
        anAdminProduct({ id: 2, name: 'Held by the shop', files }),
        anAdminProduct({ id: 3, name: 'Gone', status: 'removed' }),
      ]),
    });
    const { user } = at('products');
    const marks = async (name: string) =>
      within((await screen.findByText(name)).closest('tr')!).queryAllByText('Delivered by a link').length;
    expect([await marks('Linked'), await marks('Held by the shop'), await marks('Gone')]).toEqual([1, 0, 0]);
    await user.selectOptions(screen.getByLabelText('Delivery'), 'By a link');
    await waitFor(() => expect(lists(calls).at(-1)).toContain('delivery=link'));
  });

  test('shows every track with its status; search, filters and order go to the service and into the address', async () => {
    const calls = server({
      'GET /api/products': page([anAdminProduct(), anAdminProduct({ id: 2, name: 'Gone', status: 'sold', price: 312.5 })], 3),
    });
    const { user, router } = at('products');
    const sold = (await screen.findByText('Gone')).closest('tr')!;
    expect(within(sold).getByText('Sold')).toBeVisible();
    expect(within(sold).getByText('$312')).toBeVisible();
    expect(within(sold).queryByRole('button', { name: 'Actions for Gone' })).toBeNull();
    expect(within(sold).getByRole('link', { name: 'View Gone' })).toBeVisible();

    await user.selectOptions(screen.getByLabelText('Status'), 'sold');
    await user.selectOptions(await screen.findByLabelText('Store'), 'Night Works');
    await user.click(screen.getByRole('button', { name: 'Price' }));
    await user.type(screen.getByRole('searchbox'), 'acid');
    await waitFor(() => expect(lists(calls).at(-1)).toContain('q=acid'));
    expect(Object.fromEntries(new URLSearchParams(lists(calls).at(-1)!.split('?')[1]))).toEqual({
      q: 'acid',
      sort: 'price',
      status: 'sold',
      store: '7',
      page: '1',
      limit: '10',
    });
    expect(router.state.location.search).toContain('status=sold');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(lists(calls).at(-1)).toContain('page=2'));
  });

  test("a visitor's answer leads to the login when the session is over, and is a failure when nobody can tell", async () => {
    let answers: object | null = null;
    const calls = server({
      'GET /api/products': () => (answers ? { body: [aProduct()] } : page([anAdminProduct()], 3)),
      'GET /api/stores': () => answers ?? STORES,
    });
    const { user, store } = at('products');
    await screen.findByText('Track 1');
    answers = { status: 503 };
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByText('Failed to load products')).toBeVisible();
    expect(store.getState().adminSession.token).toBe('the-token');
    answers = refusal('401 unauthenticated', 'Please log in.');
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { name: 'Admin login' })).toBeVisible();
    expect(store.getState().adminSession.hasExpired).toBe(true);
    expect(calls.filter(({ path }) => path === '/api/stores').length).toBeGreaterThan(2);
  });

  test("a track is deleted after a question; a refusal is shown in the server's words", async () => {
    const calls = server({
      'DELETE /api/products/1': refusal('409 sold', 'This track is sold.'),
    });
    const ask = jest.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValue(true);
    const { user } = at('products');
    const remove = () => pressInMenu(user, 'Track 1', 'Delete Track 1');
    await remove();
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
    await remove();
    expect(await screen.findByText('This track is sold.')).toBeVisible();
    expect(ask).toHaveBeenCalledTimes(2);
  });

  describe('a held track', () => {
    const RELEASE = 'POST /api/orders/holds/1/release';
    const held = (more: Parameters<typeof stubServer>[0] = {}) => {
      const calls = server({
        'GET /api/products': page([anAdminProduct({ status: 'held' })]),
        'GET /api/orders': page([aListedOrder({ id: 31 })]),
        [RELEASE]: { body: { success: true, data: anAdminOrder() } },
        ...more,
      });
      return { calls, ...at('products') };
    };
    const theButton = () => screen.findByRole('button', { name: 'Actions for Track 1' });
    const letGo = (user: ReturnType<typeof held>['user']) => pressInMenu(user, 'Track 1', 'Release hold on Track 1');
    const sent = (calls: Call[]) => calls.filter(({ method }) => method === 'POST').map(({ body }) => body);

    test('is released after a question that names the order which holds it', async () => {
      const ask = jest.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValue(true);
      const { calls, user } = held();
      await letGo(user);
      await waitFor(() =>
        expect(ask).toHaveBeenCalledWith(
          'Release the hold on "Track 1"? Order #31 of Marta Kowalczyk ends, and its buyer can no longer pay it.',
        ),
      );
      expect(calls.some(({ path }) => path === '/api/orders?holds=1&limit=1')).toBe(true);
      expect(sent(calls)).toEqual([]);
      await letGo(user);
      expect(await screen.findByText('The hold is released')).toBeVisible();
      expect(sent(calls)).toEqual([{ shownOrderId: 31 }]);
    });

    test('asks once: while the order loads, its menu cannot be opened again', async () => {
      const ask = jest.spyOn(window, 'confirm').mockReturnValue(true);
      let answer = () => {};
      const lookedUp = new Promise<void>((resolve) => (answer = resolve));
      const { calls, user } = held({ 'GET /api/orders': () => lookedUp.then(() => page([aListedOrder({ id: 31 })])) });
      await letGo(user);
      await waitFor(async () => expect(await theButton()).toBeDisabled());
      await user.click(await theButton());
      expect(screen.queryByRole('menu')).toBeNull();
      answer();
      expect(await screen.findByText('The hold is released')).toBeVisible();
      await waitFor(async () => expect(await theButton()).toBeEnabled());
      expect(ask).toHaveBeenCalledTimes(1);
      expect(sent(calls)).toEqual([{ shownOrderId: 31 }]);
    });

    test('that no order holds any more shows a message, without a question', async () => {
      const ask = jest.spyOn(window, 'confirm').mockReturnValue(true);
      const { calls, user } = held({ 'GET /api/orders': page([]) });
      await theButton();
      const before = lists(calls).length;
      await letGo(user);
      expect(await screen.findByText('Nobody holds "Track 1" any more.')).toBeVisible();
      expect(ask).not.toHaveBeenCalled();
      await waitFor(() => expect(lists(calls).length).toBeGreaterThan(before));
      expect(sent(calls)).toEqual([]);
    });

    test.each([
      ['while its holder cannot be looked up', { 'GET /api/orders': { status: 503 } }, 'Failed to release the hold'],
      [
        'when another order has it by now',
        { [RELEASE]: refusal('409 holder-changed', 'Order #44 has this track by now.') },
        'Order #44 has this track by now.',
      ],
    ])('is not let go %s', async (_, more, text) => {
      jest.spyOn(window, 'confirm').mockReturnValue(true);
      const { user } = held(more);
      await letGo(user);
      expect(await screen.findByText(text)).toBeVisible();
      expect(screen.queryByText('The hold is released')).toBeNull();
    });
  });

  test('nothing found, nothing there, and a service that does not answer', async () => {
    server({ 'GET /api/products': page([]) });
    at('products?q=zzz');
    expect(await screen.findByText('No matching products found')).toBeVisible();
    server({ 'GET /api/products': { status: 503 } });
    at('products');
    expect(await screen.findByText('Failed to load products')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
  });
});

describe('the form', () => {
  test.each([
    ['a visitor', aProduct()],
    ['its seller', { ...aProduct(), status: 'sold' }],
  ])('leads to the login when its track comes as %s sees it', async (_, track) => {
    let stores = 0;
    server({
      'GET /api/products/1': { body: track },
      'GET /api/stores': () => (stores++ === 0 ? STORES : refusal('401 unauthenticated', 'Please log in.')),
    });
    at('products/edit/1');
    expect(await screen.findByRole('heading', { name: 'Admin login' })).toBeVisible();
  });

  async function fillIn(user: ReturnType<typeof at>['user']) {
    await user.upload(await screen.findByLabelText('Image'), cover);
    await user.upload(screen.getByLabelText('Audio'), loop);
    await user.type(screen.getByLabelText('Name'), 'Tape Hiss');
    await user.selectOptions(screen.getByLabelText('Category'), 'Lo-Fi');
    await user.selectOptions(screen.getByLabelText('Type'), 'Instrumental');
    await user.selectOptions(screen.getByLabelText('Price, $'), '349');
    await user.selectOptions(screen.getByLabelText('Key'), 'C#');
    await user.type(screen.getByLabelText('Download link'), 'https://files.example/a.zip');
  }

  test('offers the documented choices and says what is missing beside each field', async () => {
    server();
    const uploads = stubUploads({ status: 201, body: {} });
    const { user } = at('products/new');
    const choices = (label: string) => within(screen.getByLabelText(label)).getAllByRole('option').length - 1;
    await screen.findByLabelText('Name');
    expect(['Category', 'Price, $', 'Key', 'Type', 'Project'].map(choices)).toEqual([41, 18, 12, 2, 4]);
    await user.click(screen.getByRole('button', { name: 'Add Product' }));
    for (const text of ['Name is required', 'Please choose a genre', 'Please choose a price', 'Please choose a key'])
      expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryByText('Please choose an image.')).toBeNull();
    expect(screen.getByText('Please choose an audio file.')).toBeVisible();
    expect(uploads).toEqual([]);
  });

  test('goes without an image: the shop draws the cover', async () => {
    server({ 'GET /api/track-submissions/12': aSubmission({ projectFilesLink: null }) });
    const uploads = stubUploads({ status: 201, body: anAdminProduct() });
    const { user } = at('products/new?submission=12');
    expect(await screen.findByLabelText('Image')).toHaveAccessibleDescription(/Without one, the shop draws a cover/);
    await user.upload(screen.getByLabelText('Audio'), loop);
    await user.selectOptions(screen.getByLabelText('Type'), 'Instrumental');
    await user.click(screen.getByRole('button', { name: 'Add Product' }));
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect([...uploads[0]!.form.keys()].sort()).toEqual(['audio', 'fields']);
  });

  test('a chosen project needs its link', async () => {
    server();
    const uploads = stubUploads({ status: 201, body: anAdminProduct() });
    const { user } = at('products/new');
    await fillIn(user);
    await user.selectOptions(screen.getByLabelText('Project'), 'Cubase');
    await user.click(screen.getByRole('button', { name: 'Add Product' }));
    expect(await screen.findByText('A project link is required when a project is chosen')).toBeVisible();
    expect(uploads).toEqual([]);
  });

  const LINK_ALONE = 'Please choose the program of the project, or remove its link.';
  const fieldsSent = (uploads: ReturnType<typeof stubUploads>) =>
    JSON.parse(uploads.at(-1)!.form.get('fields') as string) as Record<string, unknown>;

  test('the project link of a submission is not dropped: its program must be chosen', async () => {
    server({ 'GET /api/track-submissions/12': aSubmission() });
    const uploads = stubUploads({ status: 201, body: anAdminProduct() });
    const { user } = at('products/new?submission=12');
    await user.upload(await screen.findByLabelText('Audio'), loop);
    await user.selectOptions(screen.getByLabelText('Type'), 'Instrumental');
    await user.click(screen.getByRole('button', { name: 'Add Product' }));
    expect(await screen.findByText(LINK_ALONE)).toBeVisible();
    expect(screen.getByLabelText('Project')).toHaveFocus();
    expect(uploads).toEqual([]);
    await user.selectOptions(screen.getByLabelText('Project'), 'Cubase');
    expect(screen.queryByText(LINK_ALONE)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Add Product' }));
    expect(await screen.findByText('Product added successfully')).toBeVisible();
    expect(fieldsSent(uploads)).toMatchObject({ project_name: 'Cubase', project_link: 'https://www.dropbox.com/p' });
  });

  test('an edit refuses a project link without its program, until the link is removed', async () => {
    server({ 'GET /api/products/1': { body: anAdminProduct() } });
    const uploads = stubUploads({ status: 200, body: anAdminProduct() });
    const { user } = at('products/edit/1');
    await user.type(await screen.findByLabelText('Name'), ' II');
    await user.type(screen.getByLabelText('Project link'), 'https://files.example/p');
    await user.click(screen.getByRole('button', { name: 'Update Product' }));
    expect(await screen.findByText(LINK_ALONE)).toBeVisible();
    expect(uploads).toEqual([]);
    await user.clear(screen.getByLabelText('Project link'));
    await waitFor(() => expect(screen.queryByText(LINK_ALONE)).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Update Product' }));
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(fieldsSent(uploads)).toEqual({ name: 'Track 1 II' });
  });

  test('a project set back to None takes its link along, and the next program brings it back', async () => {
    const link = 'https://files.example/p';
    server({ 'GET /api/products/1': { body: anAdminProduct({ project_name: 'Cubase', project_link: link }) } });
    const { user } = at('products/edit/1');
    const project = await screen.findByLabelText('Project');
    await user.selectOptions(project, 'None');
    expect(screen.getByLabelText('Project link')).toHaveValue('');
    // By keyboard one passes None on the way to another program.
    await user.selectOptions(project, 'FL Studio');
    expect(screen.getByLabelText('Project link')).toHaveValue(link);
    await user.clear(screen.getByLabelText('Project link'));
    await user.selectOptions(project, 'Cubase');
    expect(screen.getByLabelText('Project link')).toHaveValue('');
  });

  test('detects the tempo, sends fields and files with the token, and returns to the list', async () => {
    server();
    const uploads = stubUploads({ status: 201, body: anAdminProduct() });
    const { user, router } = at('products/new');
    await fillIn(user);
    expect(screen.getByLabelText('Listen')).toHaveAttribute('src', 'blob:chosen');
    await user.click(await screen.findByRole('button', { name: 'Use 82 BPM' }));
    await user.click(screen.getByRole('button', { name: 'Add Product' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`${ROOT}/products`));
    expect(router.state.location.pathname).toBe(`${ROOT}/products`);
    const [{ method, path, headers, form }] = uploads as [(typeof uploads)[0]];
    expect([method, path, headers.authorization]).toEqual(['POST', '/api/products', 'Bearer the-token']);
    expect(headers.upload).toMatch(/^[\da-f]{8}-[\da-f]{4}-4/);
    expect(JSON.parse(form.get('fields') as string)).toMatchObject({
      name: 'Tape Hiss',
      price: '349',
      bpm: '82',
      seller_id: null,
    });
    expect([(form.get('img') as File).name, (form.get('audio') as File).name]).toEqual(['cover.png', 'loop.wav']);
  });

  test('nothing typed is lost when the server refuses or the upload is cancelled', async () => {
    server();
    const message = 'The audio must be at least 10 seconds long.';
    stubUploads(refusal('400 invalid', message, { field: 'audio' }), 'never');
    const { user } = at('products/new');
    await fillIn(user);
    await user.click(screen.getByRole('button', { name: 'Add Product' }));
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(1);
    await waitFor(() => expect(screen.getByLabelText('Audio')).toHaveFocus());
    expect(screen.getByLabelText('Name')).toHaveValue('Tape Hiss');
    await user.click(screen.getByRole('button', { name: 'Add Product' }));
    expect(await screen.findByText('40 %')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Processing...' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Cancel upload' }));
    expect(await screen.findByText('The upload was cancelled. Nothing was saved.')).toBeVisible();
    expect(screen.getByLabelText('Name')).toHaveValue('Tape Hiss');
    expect(screen.getByText('loop.wav')).toBeVisible();
  });

  test('keeps one upload id until it is saved, because the answer about an added track may be lost', async () => {
    server();
    const uploads = stubUploads('network-error', { status: 201, body: anAdminProduct() });
    const { user, router } = at('products/new');
    const add = async () => {
      const sent = uploads.length;
      await user.click(await screen.findByRole('button', { name: 'Add Product' }));
      await waitFor(() => expect(uploads).toHaveLength(sent + 1));
    };
    await fillIn(user);
    await add();
    expect((await screen.findAllByText('Failed to add product')).length).toBeGreaterThan(0);
    await add();
    await waitFor(() => expect(router.state.location.pathname).toBe(`${ROOT}/products`));
    await user.click(await screen.findByRole('link', { name: 'Add New Product' }));
    await fillIn(user);
    await add();
    const [first, again, next] = uploads.map(({ headers }) => headers.upload);
    expect(again).toBe(first);
    expect(next).not.toBe(first);
  });

  test('a file that was exported again since it was chosen must be chosen again', async () => {
    server();
    const uploads = stubUploads('network-error', { status: 201, body: anAdminProduct() });
    const { user } = at('products/new');
    await fillIn(user);
    const isGone = new DOMException('The file has changed.', 'NotReadableError');
    jest.spyOn(loop, 'slice').mockReturnValue({ arrayBuffer: () => Promise.reject(isGone) } as Blob);
    await user.click(screen.getByRole('button', { name: 'Add Product' }));
    const sentence = 'The file has changed or is gone. Please choose it again.';
    await waitFor(() => expect(screen.getByLabelText('Audio')).toHaveAccessibleDescription(expect.stringContaining(sentence)));
    expect(screen.queryByText('loop.wav')).toBeNull();
    expect(screen.getByText('cover.png')).toBeVisible();
    expect(screen.queryByText('Failed to add product')).toBeNull();
    await user.upload(screen.getByLabelText('Audio'), new File(['z'], 'loop.wav', { type: 'audio/wav' }));
    await user.click(screen.getByRole('button', { name: 'Add Product' }));
    await waitFor(() => expect(uploads).toHaveLength(2));
  });

  test('a session that ends during saving leads to the login and back to the typed values', async () => {
    adminIs(5);
    server({
      'POST /api/users/login': { body: aSession(anAdmin(), aToken(5, 'new')) },
      'GET /api/users/5/details': { body: aDetails([], [], anAdmin()) },
    });
    const uploads = stubUploads(refusal('401 unauthenticated', 'Please log in.'));
    const { user } = at('products/new');
    await fillIn(user);
    await user.click(screen.getByRole('button', { name: 'Add Product' }));
    await user.type(await screen.findByLabelText('Email'), 'a@b.c');
    await user.type(screen.getByLabelText('Password'), 'Secret!1');
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    expect(await screen.findByLabelText('Name')).toHaveValue('Tape Hiss');
    expect(screen.getByText('loop.wav')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Add Product' }));
    await waitFor(() => expect(uploads).toHaveLength(2));
    expect(uploads[1]!.headers.upload).toBe(uploads[0]!.headers.upload);
  });

  test('an unusable file blocks the form until it is replaced or removed', async () => {
    server({ 'GET /api/products/1': { body: anAdminProduct() } });
    const uploads = stubUploads({ status: 200, body: anAdminProduct() });
    const { user } = at('products/edit/1');
    const input = await screen.findByLabelText('Image (replace)');
    const drawing = new File(['<svg/>'], 'x.svg', { type: 'image/svg+xml' });
    input.removeAttribute('accept');
    await user.upload(input, drawing);
    expect(await screen.findByText('The image must be JPEG, PNG, WebP or GIF.')).toBeVisible();
    expect(screen.queryByRole('img', { name: 'The chosen cover' })).toBeNull();
    await user.upload(input, cover);
    expect(input).toBeValid();
    expect(screen.getByRole('img', { name: 'The chosen cover' })).toBeVisible();

    await user.upload(input, drawing);
    await user.type(screen.getByLabelText('Name'), ' II');
    await user.click(screen.getByRole('button', { name: 'Update Product' }));
    await waitFor(() => expect(input).toHaveFocus());
    expect(input).toBeInvalid();
    expect(uploads).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Remove image x.svg' }));
    expect(input).toBeValid();
    await user.click(screen.getByRole('button', { name: 'Update Product' }));
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(uploads[0]!.form.has('img')).toBe(false);
  });

  test('an edit is filled in, keeps its price outside the choices, and sends no file that was not chosen', async () => {
    server({ 'GET /api/products/1': { body: anAdminProduct({ price: 312.5, bpm: 124 }) } });
    const uploads = stubUploads({ status: 200, body: anAdminProduct() });
    const { user } = at('products/edit/1');
    expect(await screen.findByLabelText('Price, $')).toHaveValue('312.5');
    expect(screen.getByLabelText('Store')).toHaveValue('7');
    await user.clear(screen.getByLabelText('Name'));
    await user.type(screen.getByLabelText('Name'), 'Renamed');
    await user.click(screen.getByRole('button', { name: 'Update Product' }));
    expect(await screen.findByText('Product updated successfully')).toBeVisible();
    expect([uploads[0]!.method, uploads[0]!.path, uploads[0]!.form.has('img')]).toEqual(['PUT', '/api/products/1', false]);
    // Somebody else may have changed the other fields in the meantime.
    expect(JSON.parse(uploads[0]!.form.get('fields') as string)).toEqual({ name: 'Renamed' });
  });

  test('an edit refuses text that is no number instead of sending an empty value', async () => {
    server({ 'GET /api/products/1': { body: anAdminProduct({ old_price: 499, bpm: 124 }) } });
    const uploads = stubUploads({ status: 200, body: anAdminProduct() });
    const { user } = at('products/edit/1');
    for (const [label, text] of Object.entries({ 'Old price, $': '449,-', BPM: '12O' })) {
      await user.clear(await screen.findByLabelText(label));
      await user.type(screen.getByLabelText(label), text);
    }
    expect(screen.queryByText('$NaN')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Update Product' }));
    expect(await screen.findByText('Must be an amount with at most two decimals')).toBeVisible();
    expect(screen.getByText('BPM must be a number from 0 to 400, with at most one decimal')).toBeVisible();
    expect(uploads).toEqual([]);
  });

  test.each<[string, (user: ReturnType<typeof at>['user']) => Promise<void>, object]>([
    [
      'its link, and brings back no project that somebody else removed',
      (user) => user.type(screen.getByLabelText('Project link'), '2'),
      { project_link: 'https://files.example/p2' },
    ],
    ['its program', (user) => user.selectOptions(screen.getByLabelText('Project'), 'FL Studio'), { project_name: 'FL Studio' }],
    [
      'both, when it is removed',
      (user) => user.selectOptions(screen.getByLabelText('Project'), 'None'),
      { project_name: '', project_link: '' },
    ],
  ])('an edit of a project sends %s', async (_name, edit, fields) => {
    const project = { project_name: 'Cubase', project_link: 'https://files.example/p' } as const;
    server({ 'GET /api/products/1': { body: anAdminProduct(project) } });
    const uploads = stubUploads({ status: 200, body: anAdminProduct(project) });
    const { user } = at('products/edit/1');
    await screen.findByLabelText('Project link');
    await edit(user);
    await user.click(screen.getByRole('button', { name: 'Update Product' }));
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(JSON.parse(uploads[0]!.form.get('fields') as string)).toEqual(fields);
  });

  const choices = () =>
    within(screen.getByLabelText('Store'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);

  test('a track keeps its store also when the list of stores does not have it', async () => {
    server({ 'GET /api/products/1': { body: anAdminProduct({ seller_id: 9, store_name: 'Late Opener' }) } });
    const { user } = at('products/edit/1');
    expect(await screen.findByLabelText('Store')).toHaveValue('9');
    expect(choices()).toEqual(['Ghostline (the house)', 'Late Opener', 'Night Works']);
    expect(screen.getByText(/^Late Opener · /)).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Store'), 'Night Works');
    expect(screen.getByText(/^Night Works · /)).toBeVisible();
  });

  test('the track of a submission can belong only to its store', async () => {
    server({ 'GET /api/track-submissions/12': aSubmission({ sellerId: 9, storeName: 'Late Opener' }) });
    at('products/new?submission=12');
    expect(await screen.findByLabelText('Store')).toHaveValue('9');
    expect(choices()).toEqual(['Late Opener']);
    expect(screen.getByText(/^Late Opener · /)).toBeVisible();
  });

  test('a store that has opened since the list was read is there when the form opens', async () => {
    const stores = [{ seller_id: 7, name: 'Night Works', status: 'active' }];
    server({ 'GET /api/stores': () => page(stores) });
    const { user } = at('products');
    await screen.findByText('Track 1');
    stores.push({ seller_id: 9, name: 'Late Opener', status: 'active' });
    await user.click(screen.getByRole('link', { name: 'Add New Product' }));
    expect(await screen.findByRole('option', { name: 'Late Opener' })).toBeInTheDocument();
  });

  test('a sold track says why it cannot be changed', async () => {
    server({ 'GET /api/products/1': { body: anAdminProduct({ status: 'sold' }) } });
    at('products/edit/1');
    expect(await screen.findByText('This track is sold and can no longer be changed.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Update Product' })).toBeNull();
  });

  test('only the links of a sold track may be changed', async () => {
    const track = anAdminProduct({
      status: 'sold',
      project_name: 'Cubase',
      project_link: 'https://files.example/p.zip',
    });
    server({ 'GET /api/products/1': { body: track } });
    const uploads = stubUploads({ status: 200, body: track });
    const { user, router } = at('products/edit/1');
    const link = await screen.findByLabelText('Download link');
    expect(screen.getAllByRole('textbox')).toEqual([
      screen.getByLabelText('Package'),
      link,
      screen.getByLabelText('Project link (Cubase)'),
    ]);
    await user.clear(link);
    await user.type(link, 'ftp://files.example/b.zip');
    await user.clear(screen.getByLabelText('Project link (Cubase)'));
    await user.click(screen.getByRole('button', { name: 'Update delivery' }));
    expect(await screen.findByText('Please enter the project link')).toBeVisible();
    expect(link).toBeInvalid();
    expect(uploads).toEqual([]);
    await user.clear(link);
    await user.type(link, 'https://files.example/b.zip');
    await user.type(screen.getByLabelText('Project link (Cubase)'), 'https://files.example/p.zip');
    await user.click(screen.getByRole('button', { name: 'Update delivery' }));
    expect(await screen.findByText('Product updated successfully')).toBeVisible();
    expect([uploads[0]!.method, uploads[0]!.path]).toEqual(['PUT', '/api/products/1']);
    expect(JSON.parse(uploads[0]!.form.get('fields') as string)).toEqual({ download_link: 'https://files.example/b.zip' });
    expect(router.state.location.pathname).toBe(`${ROOT}/products`);
  });

  test('a delivery that was not changed is not sent', async () => {
    server({ 'GET /api/products/1': { body: anAdminProduct({ status: 'sold' }) } });
    const uploads = stubUploads({ status: 200, body: anAdminProduct() });
    const { user, router } = at('products/edit/1');
    await user.click(await screen.findByRole('button', { name: 'Update delivery' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`${ROOT}/products`));
    expect(uploads).toEqual([]);
  });

  test('a submission fills the form, stands beside it and is named when the track is added', async () => {
    server({ 'GET /api/track-submissions/12': aSubmission({ bpm: 132.8 }) });
    const uploads = stubUploads({ status: 201, body: anAdminProduct() });
    const { user } = at('products/new?submission=12');
    expect(await screen.findByLabelText('Name')).toHaveValue('Sent In');
    expect(screen.getByText('nora@shop.test')).toBeVisible();
    await user.upload(screen.getByLabelText('Image'), cover);
    await user.upload(screen.getByLabelText('Audio'), loop);
    await user.selectOptions(screen.getByLabelText('Type'), 'Instrumental');
    await user.selectOptions(screen.getByLabelText('Project'), 'Ableton Live');
    await user.click(screen.getByRole('button', { name: 'Add Product' }));
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(JSON.parse(uploads[0]!.form.get('fields') as string)).toMatchObject({
      submission_id: 12,
      seller_id: '7',
      price: '399',
      bpm: '132.8',
      music_key: 'F',
      category: 'Techno',
      download_link: 'https://www.dropbox.com/t',
      project_link: 'https://www.dropbox.com/p',
    });
  });

  test('the package of a submission delivers its track, which then needs no link', async () => {
    server({ 'GET /api/track-submissions/12': aSubmission({ packageId: 9, trackFilesLink: '', projectFilesLink: null }) });
    const uploads = stubUploads({ status: 201, body: anAdminProduct() });
    const { user } = at('products/new?submission=12');
    expect(await screen.findByLabelText('Package')).toHaveValue('9');
    expect(screen.getByLabelText('Download link')).not.toBeRequired();
    await user.upload(screen.getByLabelText('Audio'), loop);
    await user.selectOptions(screen.getByLabelText('Type'), 'Instrumental');
    await user.selectOptions(screen.getByLabelText('Project'), 'Ableton Live');
    await user.click(screen.getByRole('button', { name: 'Add Product' }));
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(JSON.parse(uploads[0]!.form.get('fields') as string)).toMatchObject({
      submission_id: 12,
      package_id: '9',
      download_link: '',
      project_link: '',
    });
  });

  test('a recording that the shop knows is published by an owner who says why', async () => {
    server({
      'GET /api/track-submissions/12': aSubmission({ packageId: 9, trackFilesLink: '', projectFilesLink: null }),
      'GET /api/packages/9/recordings': { body: { success: true, data: [] } },
    });
    const message = 'The shop knows this recording: it agrees from 0:32 to 1:10 with “Night Drive” (sold).';
    const uploads = stubUploads(refusal('409 known-recording', message, { field: 'audio' }), {
      status: 201,
      body: anAdminProduct(),
    });
    const { user } = at('products/new?submission=12');
    await user.upload(await screen.findByLabelText('Audio'), loop);
    await user.selectOptions(screen.getByLabelText('Type'), 'Instrumental');
    await user.selectOptions(screen.getByLabelText('Project'), 'Ableton Live');
    expect(screen.queryByLabelText(/may be sold/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Add Product' }));
    const reason = await screen.findByLabelText('Why it may be sold all the same');
    expect(screen.getAllByText(message).length).toBeGreaterThan(0);
    expect(screen.getByRole('list', { name: 'Known recordings' })).toBeInTheDocument();
    await user.type(reason, 'The sale was taken back.');
    await user.click(screen.getByRole('button', { name: 'Add Product' }));
    await waitFor(() => expect(uploads).toHaveLength(2));
    const sent = uploads.map(({ form }) => JSON.parse(form.get('fields') as string).recording_reason as string | null);
    expect(sent).toEqual([null, 'The sale was taken back.']);
  });

  test.each([
    ['known-recording', 'catalogue', /^Only an owner publishes a recording/, null],
    ['preview-differs', 'catalogue', null, 'Why preview and package may differ'],
  ] as const)('after %s the catalogue is told who may publish all the same', async (code, role, words, label) => {
    adminIs(5);
    server({
      'GET /api/track-submissions/12': aSubmission(),
      'GET /api/users/5/details': { body: aDetails([], [], anAdmin({ admin_role: role })) },
    });
    stubUploads(refusal(`409 ${code}`, 'The shop has refused it.'));
    const { user } = at('products/new?submission=12');
    await user.upload(await screen.findByLabelText('Audio'), loop);
    await user.selectOptions(screen.getByLabelText('Type'), 'Instrumental');
    await user.selectOptions(screen.getByLabelText('Project'), 'Ableton Live');
    await user.click(screen.getByRole('button', { name: 'Add Product' }));
    if (words) expect(await screen.findByText(words)).toBeInTheDocument();
    if (label) expect(await screen.findByLabelText(label)).toBeInTheDocument();
    else expect(screen.queryByLabelText(/may/)).toBeNull();
  });

  test.each([
    [{ status: 'published', productId: 31 } as const, 'This submission is published already.', 'Open the product'],
    [{ status: 'rejected', reason: 'Too short.' } as const, /was rejected/, 'Back to the queue'],
  ])('a submission with its answer opens no form: %j', async (state, notice, way) => {
    server({ 'GET /api/track-submissions/12': aSubmission(state) });
    at('products/new?submission=12');
    expect(await screen.findByText(notice)).toBeVisible();
    expect(screen.getByRole('link', { name: way })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add Product' })).toBeNull();
  });
});
