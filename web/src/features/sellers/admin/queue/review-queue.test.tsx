import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { SellerAdminView, SubmissionView } from '@shop/contracts/views';
import { seenDocuments } from '../../api/verdict';
import { keptDrafts } from '#lib/admin/kept-drafts.ts';
import { adminApi } from '#lib/calls/admin-api.ts';
import { ADMIN_TOKEN_KEY } from '#lib/calls/admin-session.ts';
import { aPage, refusal } from '#testing/answers.ts';
import { aStore, aSeller } from '#testing/a-seller.ts';
import { asksFirst } from '#testing/asks-first.ts';
import { renderAt } from '#testing/render.tsx';
import { actionsInMenu, pressInMenu } from '#testing/row-menu.ts';
import { stubServer, type Call } from '#testing/stub-server.ts';
import { ReviewQueuePage } from '#pages/admin/catalog/ReviewQueuePage.tsx';

const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
const LIST = 'GET /api/track-submissions';
type Handlers = Parameters<typeof stubServer>[0];

const aSubmission = (fields: Partial<SubmissionView> = {}): SubmissionView => ({
  id: 1,
  trackName: 'Harbour Lights',
  price: 349,
  genre: 'Deep House',
  bpm: 122,
  key: 'F#',
  status: 'submitted',
  reason: null,
  productId: null,
  submittedAt: inHours(-43),
  dueAt: inHours(5.5),
  overdue: false,
  changedAt: inHours(-43),
  sellerId: 3,
  storeName: 'Night Freight',
  trackFilesLink: 'https://www.dropbox.com/s/abc',
  projectFilesLink: null,
  packageId: null,
  accountEmail: 'nora@example.com',
  contactEmail: 'nora@example.com',
  ...fields,
});

const counts = { submitted: 1, in_review: 0, changes_asked: 0, approved: 0, rejected: 4, published: 2, open: 1, overdue: 0 };
const submissions = (...data: SubmissionView[]) => ({
  body: { success: true, data, counts, pagination: { page: 1, limit: 10, total: data.length, totalPages: 1 } },
});

const SENT_AT = inHours(-50);
const SEEN = { verification_uploaded_at: SENT_AT, verification_waits: true };
const aSender = (more: Partial<SellerAdminView> = {}) => aSeller({ verification_uploaded_at: SENT_AT, ...more });
const stores = (...data: SellerAdminView[]) => ({ body: { ...aPage(...data), message: 'ok' } });
const CHANGED = { body: { success: true, data: aStore() } };
const DECIDED = { body: { success: true, data: aSubmission() } };

function show(handlers: Handlers = {}, at = '/') {
  localStorage.setItem(ADMIN_TOKEN_KEY, 'the-token');
  const calls = stubServer({ [LIST]: submissions(aSubmission()), 'GET /api/sellers': stores(), ...handlers });
  const form = { path: '/mdghost-panel-secur/products/new', element: <h1>Product form</h1> };
  return { calls, ...renderAt(<ReviewQueuePage />, { at, routes: [form] }) };
}
const queriesOf = (calls: Call[], path: string) =>
  calls
    .filter((call) => call.path.startsWith(`/api/${path}?`) && !call.path.includes('limit=1&') && !call.path.endsWith('limit=1'))
    .map((call) => new URLSearchParams(call.path.split('?')[1]));
const changesOf = (calls: Call[]) => calls.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path, body]);
const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr')!);

/**
 * Answers calls for documents, which the JSON stub cannot.
 * @returns the credentials of these calls
 */
function documents(): { page: string | null; token: string | null }[] {
  const pageRequests: { page: string | null; token: string | null }[] = [];
  const realFetch = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname, searchParams } = new URL(request.url);
    if (!pathname.endsWith('/verification')) return realFetch(request);
    pageRequests.push({ page: searchParams.get('page'), token: request.headers.get('authorization') });
    return new Response('bytes');
  };
  URL.createObjectURL = () => `blob:${pageRequests.length}`;
  URL.revokeObjectURL = () => {};
  return pageRequests;
}

beforeEach(() => {
  localStorage.clear();
  seenDocuments.clear();
  keptDrafts.clear();
});
afterEach(() => jest.restoreAllMocks());

describe('track submissions', () => {
  test("show the facts, the files and the time left for an admin's decision", async () => {
    const { calls } = show();
    const row = await rowOf('Harbour Lights');
    expect(row.getByText('#1 · Deep House · 122 bpm · F#')).toBeVisible();
    expect(row.getByText('Night Freight')).toBeVisible();
    expect(row.getByText('due in 5 h')).toBeVisible();
    expect(row.getByRole('link', { name: 'Track files of Harbour Lights' })).toHaveAttribute(
      'href',
      'https://www.dropbox.com/s/abc',
    );
    expect(row.queryByRole('link', { name: 'Project files of Harbour Lights' })).toBeNull();
    expect(queriesOf(calls, 'track-submissions')[0]!.get('status')).toBe('open');
    expect(screen.getByRole('tab', { name: /Track submissions\s*1/ })).toHaveAttribute('aria-selected', 'true');
  });

  test('a role that may not change tracks reads that it is shown no files', async () => {
    show({ [LIST]: submissions(aSubmission({ trackFilesLink: null })) });
    const row = await rowOf('Harbour Lights');
    expect(row.getByText('not shown to your role')).toBeVisible();
    expect(row.queryByRole('link', { name: /files of/ })).toBeNull();
  });

  test('list and counts are read again together while the page is in front, and never while it is hidden', async () => {
    let waiting = [aSubmission()];
    const { calls } = show({
      [LIST]: () => ({ body: { ...submissions(...waiting).body, counts: { ...counts, open: waiting.length } } }),
    });
    jest.useFakeTimers({ advanceTimers: true });
    expect(await screen.findByRole('tab', { name: /Track submissions\s*1/ })).toBeVisible();
    await rowOf('Harbour Lights');
    const turn = (visibilityState: DocumentVisibilityState) => {
      jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibilityState);
      fireEvent(document, new Event('visibilitychange'));
    };
    turn('hidden');
    const before = calls.length;
    await act(() => jest.advanceTimersByTimeAsync(600_000));
    expect(calls).toHaveLength(before);
    waiting = [aSubmission(), aSubmission({ id: 2, trackName: 'Late Ferry' })];
    turn('visible');
    await act(() => jest.advanceTimersByTimeAsync(20_000));
    await rowOf('Late Ferry');
    expect(await screen.findByRole('tab', { name: /Track submissions\s*2/ })).toBeVisible();
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  test('lead to the address of the account, where mails go; another one that was typed is no link', async () => {
    show({
      [LIST]: submissions(
        aSubmission({ contactEmail: 'studio@example.com' }),
        aSubmission({ id: 2, trackName: 'Late Ferry', contactEmail: 'Nora@example.com' }),
      ),
    });
    const typed = await rowOf('Harbour Lights');
    expect(typed.getByRole('link', { name: 'nora@example.com' })).toHaveAttribute('href', 'mailto:nora@example.com');
    expect(typed.getByText('typed: studio@example.com').closest('a')).toBeNull();
    expect((await rowOf('Late Ferry')).queryByText(/^typed/)).toBeNull();
  });

  const aPackage = (...findings: object[]) => {
    const file = {
      id: 5,
      path: 'Stems/Kick.wav',
      role: 'stem',
      sizeBytes: 2048,
      sha256: 'a'.repeat(64),
      seconds: 192,
      loudness: -14.2,
      wave: [0.1, 0.8, 0.3],
    };
    const report = { verdict: 'warnings', findings };
    const about = { id: 40, state: 'checked', trackName: null, productId: null, expiresAt: inHours(99), sizeBytes: 2048 };
    return { body: { success: true, data: { ...about, progress: 100, files: [file], uploads: [], report } } };
  };
  const DIFFER = {
    code: 'stems-differ',
    level: 'warning',
    atSeconds: 96,
    text: 'The stems differ from the mix.',
    todo: 'Export them again.',
  };
  const withPackage = (...findings: object[]) => ({
    [LIST]: submissions(aSubmission({ packageId: 40, trackFilesLink: '' })),
    'GET /api/packages/40': aPackage(...findings),
  });

  test('a package shows what the check found, drawn too, and its files, and plays a stem in place', async () => {
    URL.createObjectURL = () => 'blob:stem';
    URL.revokeObjectURL = () => undefined;
    const announcements: string[] = [];
    jest.spyOn(window, 'Audio').mockImplementation((url) => {
      const audio = document.createElement('audio');
      audio.play = () => Promise.resolve(void announcements.push(url ?? ''));
      audio.pause = () => {};
      setTimeout(() => audio.dispatchEvent(new Event('canplay')));
      return audio;
    });
    const { user } = show({
      ...withPackage(DIFFER),
      'GET /api/packages/40/files/5': { body: 'sound', headers: { 'content-type': 'audio/wav' } },
    });
    await user.click(await screen.findByRole('button', { name: 'Package of Harbour Lights' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Files of Harbour Lights' }));
    expect(await dialog.findByText(/The stems differ from the mix. Export them again./)).toBeVisible();
    expect(dialog.getByText(/stem · 2 KB · 3:12/)).toBeVisible();
    expect(dialog.getByRole('meter', { name: 'Loudness of Kick.wav' })).toHaveAttribute('aria-valuetext', '−14.2 LUFS');
    await user.click(dialog.getByRole('button', { name: 'Play Stems/Kick.wav' }));
    expect(await dialog.findByRole('button', { name: 'Stop Stems/Kick.wav' })).toBeVisible();
    expect(announcements).toEqual(['blob:stem']);
    await user.click(dialog.getByRole('button', { name: 'At 1:36: The stems differ from the mix.' }));
    expect(dialog.getByRole('slider', { name: 'Second' })).toHaveAttribute('aria-valuetext', '1:36');
  });

  test('a reviewer asks for changes, with what the check has found', async () => {
    const { calls, user } = show({ ...withPackage(DIFFER), 'PUT /api/track-submissions/1/status': DECIDED });
    await pressInMenu(user, 'Harbour Lights', 'Ask for changes: Harbour Lights');
    const dialog = within(await screen.findByRole('dialog', { name: 'Ask for changes' }));
    await user.click(await dialog.findByRole('checkbox', { name: /The stems differ from the mix/ }));
    await user.click(dialog.getByRole('button', { name: 'Ask for changes' }));
    expect(await dialog.findByText('Please say what is to be changed')).toBeVisible();
    await user.type(dialog.getByLabelText('What is to be changed'), 'A longer intro.');
    await user.click(dialog.getByRole('button', { name: 'Ask for changes' }));
    expect(await screen.findByText('The seller is asked for changes')).toBeVisible();
    const { level: _level, ...marked } = DIFFER;
    const asks = { from: 'submitted', status: 'changes_asked', reason: 'A longer intro.', findings: [marked] };
    expect(changesOf(calls)).toEqual([['/api/track-submissions/1/status', asks]]);
  });

  test('a reviewer overrules a fail with a reason; what makes a package unsafe has no such button', async () => {
    const fail = { code: 'length', level: 'fail', file: 'Stems/Kick.wav', text: 'It is too short.', todo: 'Make it longer.' };
    const unsafe = { code: 'archive-bomb', level: 'fail', text: 'It is refused.', todo: 'Pack it anew.' };
    const { calls, user } = show({ ...withPackage(fail, unsafe), 'PUT /api/packages/40/overruled': aPackage() });
    await user.click(await screen.findByRole('button', { name: 'Package of Harbour Lights' }));
    await user.click(await screen.findByRole('button', { name: 'Overrule: It is too short.' }));
    expect(screen.queryByRole('button', { name: 'Overrule: It is refused.' })).toBeNull();
    const dialog = within(await screen.findByRole('dialog', { name: 'Overrule a finding' }));
    await user.type(dialog.getByLabelText('Reason'), 'A radio edit.');
    await user.click(dialog.getByRole('button', { name: 'Overrule' }));
    expect(await screen.findByText('The finding is overruled')).toBeVisible();
    const body = { code: 'length', file: 'Stems/Kick.wav', reason: 'A radio edit.' };
    expect(changesOf(calls)).toEqual([['/api/packages/40/overruled', body]]);
  });

  test('a late submission is marked', async () => {
    show({ [LIST]: submissions(aSubmission({ dueAt: inHours(-2.5), overdue: true })) });
    expect((await rowOf('Harbour Lights')).getByText('overdue by 2 h')).toBeVisible();
  });

  test('taking one into review says so, and the list is asked for again', async () => {
    const { calls, user } = show({ 'PUT /api/track-submissions/1/status': DECIDED });
    await user.click((await rowOf('Harbour Lights')).getByRole('button', { name: 'In Review: Harbour Lights' }));
    expect(await screen.findByText('The submission is in review')).toBeVisible();
    expect(changesOf(calls)).toEqual([['/api/track-submissions/1/status', { from: 'submitted', status: 'in_review' }]]);
    await waitFor(() => expect(queriesOf(calls, 'track-submissions')).toHaveLength(2));
  });

  test('approving one opens the product form filled in with it', async () => {
    const { calls, user, router } = show({ 'PUT /api/track-submissions/1/status': DECIDED });
    await pressInMenu(user, 'Harbour Lights', 'Approve: Harbour Lights');
    expect(await screen.findByRole('heading', { name: 'Product form' })).toBeVisible();
    expect(router.state.location.search).toBe('?submission=1');
    expect(changesOf(calls)).toEqual([['/api/track-submissions/1/status', { from: 'submitted', status: 'approved' }]]);
  });

  test('an admin who has opened the other queue is not taken to the form', async () => {
    let answer = () => {};
    const approved = new Promise<void>((resolve) => (answer = resolve));
    const { user, router } = show({ 'PUT /api/track-submissions/1/status': () => approved.then(() => DECIDED) });
    await pressInMenu(user, 'Harbour Lights', 'Approve: Harbour Lights');
    await user.click(screen.getByRole('tab', { name: /Identity documents/ }));
    answer();
    expect(await screen.findByText('The submission is approved')).toBeVisible();
    expect(router.state.location.search).toBe('?queue=documents');
  });

  test("after somebody else's decision a message appears, and no form opens", async () => {
    const message = 'This submission is rejected by now. Please look at it again.';
    const { calls, user, router } = show({ 'PUT /api/track-submissions/1/status': refusal('409 illegal-transition', message) });
    await pressInMenu(user, 'Harbour Lights', 'Approve: Harbour Lights');
    expect(await screen.findByText(message)).toBeVisible();
    expect(router.state.location.pathname).toBe('/');
    await waitFor(() => expect(queriesOf(calls, 'track-submissions')).toHaveLength(2));
  });

  test('rejecting one asks for the reason, which the seller reads; without it nothing happens', async () => {
    const { calls, user } = show({ 'PUT /api/track-submissions/1/status': DECIDED });
    await pressInMenu(user, 'Harbour Lights', 'Reject: Harbour Lights');
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject submission' }));
    await user.type(dialog.getByLabelText('Reason'), ' The kick clips. ');
    await asksFirst(user);
    await user.clear(dialog.getByLabelText('Reason'));
    await user.click(dialog.getByRole('button', { name: 'Reject' }));
    expect(await dialog.findByText('Please say why the track is rejected')).toBeVisible();
    expect(changesOf(calls)).toEqual([]);
    await user.type(dialog.getByLabelText('Reason'), ' The kick clips. ');
    await user.click(dialog.getByRole('button', { name: 'Reject' }));
    expect(await screen.findByText('The submission is rejected')).toBeVisible();
    expect(changesOf(calls)).toEqual([
      ['/api/track-submissions/1/status', { from: 'submitted', status: 'rejected', reason: 'The kick clips.' }],
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('a typed reason is there again after the session ended and the admin logged in, and is gone once it was sent', async () => {
    const rejectWith = async (user: ReturnType<typeof show>['user']) => {
      await pressInMenu(user, 'Harbour Lights', 'Reject: Harbour Lights');
      return within(await screen.findByRole('dialog', { name: 'Reject submission' }));
    };
    const before = show({ 'PUT /api/track-submissions/1/status': refusal('401 unauthenticated', 'Please log in.') });
    const dialog = await rejectWith(before.user);
    await before.user.type(dialog.getByLabelText('Reason'), 'The kick clips.');
    await before.user.click(dialog.getByRole('button', { name: 'Reject' }));
    await waitFor(() => expect(localStorage.getItem(ADMIN_TOKEN_KEY)).toBeNull());
    before.unmount();

    const { user } = show({ 'PUT /api/track-submissions/1/status': DECIDED });
    const again = await rejectWith(user);
    expect(again.getByLabelText('Reason')).toHaveValue('The kick clips.');
    await user.click(again.getByRole('button', { name: 'Reject' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await rejectWith(user)).getByLabelText('Reason')).toHaveValue('');
  });

  test('a reason that could not be sent is there again after the dialog was closed, and is gone once it was sent', async () => {
    let isDown = true;
    const { user } = show({ 'PUT /api/track-submissions/1/status': () => (isDown ? 'network-error' : DECIDED) });
    const reject = async () => {
      await pressInMenu(user, 'Harbour Lights', 'Reject: Harbour Lights');
      return within(await screen.findByRole('dialog', { name: 'Reject submission' }));
    };
    const send = async (dialog: Awaited<ReturnType<typeof reject>>, outcome: string) => {
      await user.click(dialog.getByRole('button', { name: 'Reject' }));
      expect(await screen.findByText(outcome)).toBeVisible();
    };
    const close = async () => {
      await waitFor(() => expect(screen.getByRole('button', { name: 'Reject' })).toBeEnabled());
      await user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    const first = await reject();
    await user.type(first.getByLabelText('Reason'), 'The kick clips.');
    await send(first, 'Failed to update the submission');
    await close();
    const again = await reject();
    expect(again.getByLabelText('Reason')).toHaveValue('The kick clips.');
    isDown = false;
    await send(again, 'The submission is rejected');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await reject()).getByLabelText('Reason')).toHaveValue('');
  });

  test('the dialog cannot be closed while the reason is sent, and has it still when that failed', async () => {
    let fail = () => {};
    const failed = new Promise<void>((resolve) => (fail = resolve));
    const { user } = show({ 'PUT /api/track-submissions/1/status': () => failed.then(() => ({ status: 503 })) });
    await pressInMenu(user, 'Harbour Lights', 'Reject: Harbour Lights');
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject submission' }));
    await user.type(dialog.getByLabelText('Reason'), 'The kick clips.');
    await user.click(dialog.getByRole('button', { name: 'Reject' }));
    await user.keyboard('{Escape}');
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    fail();
    expect(await screen.findByText('Failed to update the submission')).toBeVisible();
    expect(dialog.getByLabelText('Reason')).toHaveValue('The kick clips.');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('a reason stays when it could not be sent', async () => {
    const { user } = show({ 'PUT /api/track-submissions/1/status': () => 'network-error' });
    await pressInMenu(user, 'Harbour Lights', 'Reject: Harbour Lights');
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject submission' }));
    await user.type(dialog.getByLabelText('Reason'), 'The kick clips.');
    await user.click(dialog.getByRole('button', { name: 'Reject' }));
    expect(await screen.findByText('Failed to update the submission')).toBeVisible();
    expect(dialog.getByLabelText('Reason')).toHaveValue('The kick clips.');
  });

  test('each state offers what can be done in it', async () => {
    const { user } = show({
      [LIST]: submissions(
        aSubmission({ id: 1, trackName: 'One', status: 'in_review' }),
        aSubmission({ id: 2, trackName: 'Two', status: 'approved' }),
        aSubmission({ id: 3, trackName: 'Three', status: 'rejected', reason: 'Too short.', dueAt: null }),
        aSubmission({ id: 4, trackName: 'Four', status: 'published', productId: 31, dueAt: null }),
        aSubmission({ id: 5, trackName: 'Five', status: 'published', productId: null, dueAt: null }),
      ),
    });
    const offered = async (name: string) => {
      const row = await rowOf(name);
      const [first, menu] = [
        ...row.queryAllByRole('link', { name: /^(Product Form|View Track)/ }),
        ...row.queryAllByRole('button'),
      ];
      return [...(first ? [first.textContent] : []), ...(menu ? await actionsInMenu(user, name) : [])];
    };
    expect(await offered('One')).toEqual(['Approve', 'Ask for changes', 'Reject']);
    expect(await offered('Two')).toEqual(['Product Form', 'Published', 'Reject']);
    expect(await offered('Three')).toEqual([]);
    expect((await rowOf('Three')).getByText('Too short.')).toBeVisible();
    expect(await offered('Four')).toEqual(['View Track']);
    expect(screen.getByRole('link', { name: 'View Track: Four' })).toHaveAttribute('href', '/track/31');
    expect(await offered('Five')).toEqual(['Product Form']);
  });

  test('states, search and order are asked of the service and stand in the address', async () => {
    const { calls, user, router } = show();
    await rowOf('Harbour Lights');
    const filter = screen.getByLabelText('State');
    expect(within(filter).getByRole('option', { name: 'Rejected (4)' })).toBeInTheDocument();
    await user.selectOptions(filter, 'rejected');
    await user.type(screen.getByLabelText('Search by track, store, e-mail, genre or ID'), 'night');
    await user.click(screen.getByRole('button', { name: 'Price' }));
    await waitFor(() => {
      const last = queriesOf(calls, 'track-submissions').at(-1)!;
      expect([last.get('status'), last.get('q'), last.get('sort')]).toEqual(['rejected', 'night', 'price']);
    });
    expect(router.state.location.search).toContain('status=rejected');
    await user.selectOptions(filter, 'all');
    await waitFor(() => expect(queriesOf(calls, 'track-submissions').at(-1)!.has('status')).toBe(false));
  });

  test('an empty queue says that nothing waits, an empty search something else', async () => {
    const { user } = show({ [LIST]: submissions() });
    expect(await screen.findByText('Nothing waits')).toBeVisible();
    await user.selectOptions(screen.getByLabelText('State'), 'overdue');
    expect(await screen.findByText('No submissions match')).toBeVisible();
  });

  test('a list that cannot be loaded can be asked for again', async () => {
    show({ [LIST]: { status: 500 } });
    expect(await screen.findByText('Failed to load submissions')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
  });
});

describe('identity documents', () => {
  const AT = '/?queue=documents';

  test('those that are due first come first, each with the promised time', async () => {
    const { calls } = show({ 'GET /api/sellers': stores(aSender({ verification_due_at: inHours(-2.5) })) }, AT);
    const row = await rowOf('Night Freight');
    expect(row.getByText('overdue by 2 h')).toBeVisible();
    expect(row.getByText('nora@example.com · Sweden')).toBeVisible();
    const [query] = queriesOf(calls, 'sellers');
    expect([query!.get('status'), query!.get('document'), query!.get('sort')]).toEqual([null, 'waits', 'verification_due_at']);
  });

  test('a document opens in a modal, and its pages are turned and enlarged by buttons and by keys', async () => {
    const { user } = show({ 'GET /api/sellers': stores(aSender({ verification_pages: 2 })) }, AT);
    const pageRequests = documents();
    await user.click((await rowOf('Night Freight')).getByRole('button', { name: 'View Document of Night Freight' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Document of Night Freight' }));
    const pageImage = (page: number) =>
      dialog.findByRole('img', { name: `Identity document of Night Freight, page ${page} of 2` });
    expect(await pageImage(1)).toHaveAttribute('src', 'blob:1');
    expect(dialog.getByRole('button', { name: 'Previous page' })).toHaveAttribute('aria-disabled', 'true');

    expect(dialog.getByRole('button', { name: 'Close' })).toHaveFocus();
    await user.keyboard('{ArrowRight}');
    expect(await pageImage(2)).toHaveAttribute('src', 'blob:2');
    await user.click(dialog.getByRole('button', { name: 'Previous page' }));
    expect(await pageImage(1)).toHaveAttribute('src', 'blob:3');
    await user.click(dialog.getByRole('button', { name: 'Next page' }));
    expect(await pageImage(2)).toHaveAttribute('src', 'blob:4');
    expect(dialog.getByText('Page 2 of 2')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Next page' })).toHaveFocus();
    await user.click(dialog.getByRole('button', { name: 'Next page' }));
    await user.keyboard('+');
    expect(await pageImage(2)).toHaveStyle({ width: '150%' });
    await user.keyboard('{ArrowLeft}');
    expect(dialog.getByText('Page 2 of 2')).toBeVisible();
    await user.keyboard('-{ArrowLeft}');
    expect(await pageImage(1)).not.toHaveAttribute('style');
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    // The admin's token opens the document, not the cookie of a session of the shop.
    expect(pageRequests).toEqual(['1', '2', '1', '2', '1'].map((page) => ({ page, token: 'Bearer the-token' })));
  });

  test('a document that cannot be loaded shows the default image, says why, and is asked for again', async () => {
    const { user } = show(
      {
        'GET /api/sellers': stores(aSender()),
        'GET /api/sellers/3/verification': refusal('409 document-not-shown', 'This PDF cannot be shown safely.'),
      },
      AT,
    );
    await user.click((await rowOf('Night Freight')).getByRole('button', { name: /View Document/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByRole('img', { name: 'No picture' })).toHaveAttribute('src', expect.stringMatching(/^data:/));
    expect(dialog.getByRole('alert')).toHaveTextContent('This PDF cannot be shown safely.');
    documents();
    await user.click(dialog.getByRole('button', { name: 'Retry' }));
    expect(await dialog.findByRole('img', { name: 'Identity document of Night Freight' })).toHaveAttribute('src', 'blob:1');
  });

  test('Refuse asks for the reason, which the seller reads; without it nothing happens', async () => {
    const { calls, user } = show({ 'GET /api/sellers': stores(aSender()), 'PUT /api/sellers/3/status': CHANGED }, AT);
    await pressInMenu(user, 'Night Freight', 'Refuse: Night Freight');
    const dialog = within(await screen.findByRole('dialog', { name: 'Refuse document' }));
    expect(dialog.getByText('Sent to nora@example.com as it stands here.')).toBeVisible();
    await user.type(dialog.getByLabelText('Reason'), ' The name cannot be read. ');
    await asksFirst(user);
    await user.clear(dialog.getByLabelText('Reason'));
    await user.click(dialog.getByRole('button', { name: 'Refuse' }));
    expect(await dialog.findByText('Please say why the document is refused')).toBeVisible();
    await user.type(dialog.getByLabelText('Reason'), ' The name cannot be read. ');
    await user.click(dialog.getByRole('button', { name: 'Refuse' }));
    expect(await screen.findByText('Night Freight is inactive')).toBeVisible();
    expect(changesOf(calls)).toEqual([
      ['/api/sellers/3/status', { status: 'inactive', reason: 'The name cannot be read.', ...SEEN }],
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('the dialog cannot be closed while the document is refused', async () => {
    let answer = () => {};
    const refused = new Promise<void>((resolve) => (answer = resolve));
    const { user } = show(
      { 'GET /api/sellers': stores(aSender()), 'PUT /api/sellers/3/status': () => refused.then(() => CHANGED) },
      AT,
    );
    await pressInMenu(user, 'Night Freight', 'Refuse: Night Freight');
    const dialog = within(await screen.findByRole('dialog', { name: 'Refuse document' }));
    await user.type(dialog.getByLabelText('Reason'), 'Blurred');
    await user.click(dialog.getByRole('button', { name: 'Refuse' }));
    await user.keyboard('{Escape}');
    expect(screen.getByRole('dialog', { name: 'Refuse document' })).toBeVisible();
    answer();
    expect(await screen.findByText('Night Freight is inactive')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('a document that was replaced while its reason was written is not refused', async () => {
    const changed = refusal('409 document-changed', 'Another document has come.');
    const { user } = show({ 'GET /api/sellers': stores(aSender()), 'PUT /api/sellers/3/status': changed }, AT);
    await pressInMenu(user, 'Night Freight', 'Refuse: Night Freight');
    const dialog = within(await screen.findByRole('dialog', { name: 'Refuse document' }));
    await user.type(dialog.getByLabelText('Reason'), 'Blurred');
    await user.click(dialog.getByRole('button', { name: 'Refuse' }));
    expect(await screen.findByText('Another document has come.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('the document that the admin opened is judged, however new the list is; an open dialog shows the newest', async () => {
    let [sentAt, dueAt, pages] = [inHours(-20), inHours(28), 2];
    const { calls, store, user } = show(
      {
        'GET /api/sellers': () =>
          stores(aSender({ verification_uploaded_at: sentAt, verification_due_at: dueAt, verification_pages: pages })),
        'PUT /api/sellers/3/status': CHANGED,
      },
      AT,
    );
    documents();
    const first = sentAt;
    const [look, close] = ['View Document of Night Freight', 'Close'].map(
      (name) => async () => user.click(await screen.findByRole('button', { name })),
    );
    const anotherComes = () => {
      [sentAt, dueAt, pages] = [inHours(-1), inHours(47.5), 1];
      act(() => void store.dispatch(adminApi.util.invalidateTags(['Sellers'])));
    };
    const refuse = async () => {
      await pressInMenu(user, 'Night Freight', 'Refuse: Night Freight');
      const dialog = within(await screen.findByRole('dialog', { name: 'Refuse document' }));
      await user.type(dialog.getByLabelText('Reason'), 'Blurred');
      await user.click(dialog.getByRole('button', { name: 'Refuse' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    await look!();
    await user.click(await screen.findByRole('button', { name: 'Next page' }));
    expect(await screen.findByRole('img', { name: /page 2 of 2/ })).toHaveAttribute('src', 'blob:2');
    await close!();
    anotherComes();
    expect(await screen.findByText('due in 47 h')).toBeVisible();
    await refuse();

    sentAt = first;
    pages = 2;
    act(() => void store.dispatch(adminApi.util.invalidateTags(['Sellers'])));
    await look!();
    expect(await screen.findByRole('img', { name: /page 1 of 2/ })).toHaveAttribute('src', 'blob:3');
    anotherComes();
    expect(await screen.findByRole('img', { name: 'Identity document of Night Freight' })).toHaveAttribute('src', 'blob:4');
    await close!();
    await refuse();
    const judged = changesOf(calls).map(([, body]) => (body as { verification_uploaded_at: string }).verification_uploaded_at);
    expect(judged).toEqual([first, sentAt]);
  });

  test('Activate asks first and makes the store active', async () => {
    const confirm = jest.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true);
    const { calls, user } = show({ 'GET /api/sellers': stores(aSender()), 'PUT /api/sellers/3/status': CHANGED }, AT);
    const button = (await rowOf('Night Freight')).getByRole('button', { name: 'Activate: Night Freight' });
    await user.click(button);
    expect(changesOf(calls)).toEqual([]);
    await user.click(button);
    expect(await screen.findByText('Night Freight is active')).toBeVisible();
    expect(changesOf(calls)).toEqual([['/api/sellers/3/status', { status: 'active', ...SEEN }]]);
    confirm.mockRestore();
  });
});
