import { act, screen, waitFor, within } from '@testing-library/react';
import { SUBMISSION_PRICES } from '@shop/contracts/constants';
import type { SellerSubmissionView } from '@shop/contracts/views';
import { aConfig, refusal } from '#testing/answers.ts';
import { aStore } from '#testing/a-seller.ts';
import { aUser, aDetails } from '#testing/a-user.ts';
import { renderAt, signedInAs } from '#testing/render.tsx';
import { stubServer } from '#testing/stub-server.ts';
import { SendTrack } from './SendTrack';

const PATH = '/api/track-submissions';
const MESSAGE = 'The application for review has been successfully submitted. We will contact you within 48 hours.';
const user = aUser({ name: 'Nora', last_name: 'Lind', email: 'nora@example.com', country: 'Sweden', is_seller: true });
type Handlers = Parameters<typeof stubServer>[0];

const anAnswer = (submissions: SellerSubmissionView[]) => ({ body: { success: true, data: [], submissions } });
const aSubmission = (fields: Partial<SellerSubmissionView> = {}): SellerSubmissionView => ({
  id: 1,
  trackName: 'Harbour Lights',
  price: 349,
  genre: 'Deep House',
  bpm: 122,
  key: 'F#',
  status: 'submitted',
  reason: null,
  productId: null,
  submittedAt: new Date().toISOString(),
  dueAt: new Date(Date.now() + 5.5 * 3_600_000).toISOString(),
  overdue: false,
  changedAt: new Date().toISOString(),
  ...fields,
});

function show(more: Handlers = {}, status = 'active') {
  signedInAs(7);
  const calls = stubServer({
    'GET /api/config': { body: aConfig() },
    'GET /api/users/7/details': { body: aDetails([], [], user) },
    'GET /api/sellers/3/tracks': anAnswer([]),
    ...more,
  });
  return {
    calls,
    ...renderAt(<SendTrack seller={aStore({ status })} />),
  };
}

async function open(more: Handlers = {}, byLink = true) {
  const rendered = show(more);
  await rendered.user.click(await screen.findByRole('button', { name: 'Send Track' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send Track' }));
  if (byLink) await rendered.user.click(dialog.getByRole('button', { name: 'Send a link instead' }));
  const submit = () => rendered.user.click(dialog.getByRole('button', { name: 'Send for review' }));
  const fill = async () => {
    await rendered.user.type(dialog.getByLabelText('Track name'), 'Harbour Lights');
    await rendered.user.selectOptions(dialog.getByLabelText('Price'), '349');
    await rendered.user.selectOptions(dialog.getByLabelText('Genre'), 'Deep House');
    await rendered.user.type(dialog.getByLabelText('BPM'), '122');
    await rendered.user.selectOptions(dialog.getByLabelText('Key'), 'F#');
    await rendered.user.type(dialog.getByLabelText('Track files link'), 'https://www.dropbox.com/s/abc');
    await rendered.user.click(dialog.getByLabelText('Royalty-free samples'));
    await rendered.user.type(dialog.getByLabelText('Packs and licence'), 'North Loops 3, standard licence');
    await rendered.user.click(dialog.getByLabelText('No vocals'));
    await rendered.user.click(dialog.getByLabelText(/never released before/));
  };
  return { ...rendered, dialog, submit, fill };
}
const bodiesOf = (calls: { path: string; body: unknown }[]) => calls.filter(({ path }) => path === PATH).map(({ body }) => body);

describe('the modal', () => {
  test('stays when the part for files cannot be loaded: a link is sent instead', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    jest.doMock('#features/packages/public/PackagePart.tsx', () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    const { user, dialog } = await open({}, false);
    expect(await dialog.findByText('This part could not be loaded. Please check your connection.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Send a link instead' }));
    expect(dialog.getByLabelText('Track files link')).toBeVisible();
    jest.restoreAllMocks();
    jest.dontMock('#features/packages/public/PackagePart.tsx');
  });

  test('has all fields with their choices, and knows the store and the address already', async () => {
    const { dialog } = await open();
    expect(dialog.getByLabelText('Store Name')).toHaveValue('Night Freight');
    expect(dialog.getByLabelText('Store Name')).toHaveAttribute('readonly');
    expect(dialog.getByLabelText('Contact email')).toHaveValue('nora@example.com');
    const choices = (label: string) => within(dialog.getByLabelText(label)).getAllByRole('option').slice(1);
    expect(choices('Price').map((option) => option.textContent)).toEqual(SUBMISSION_PRICES.map((price) => `$${price}`));
    expect(choices('Genre')).toHaveLength(41);
    expect(choices('Key')).toHaveLength(12);
    const guide = dialog.getByRole('link', { name: 'upload instructions' });
    expect(guide).toHaveAttribute('href', '/upload-instructions');
    expect(guide).toHaveAttribute('target', '_blank');
  });

  test('sends the track, says that it arrived, closes, and shows it in the list; the next one starts empty', async () => {
    let list: SellerSubmissionView[] = [];
    const { calls, user, dialog, submit, fill } = await open({
      [`POST ${PATH}`]: () => {
        list = [aSubmission()];
        return { status: 201, body: { success: true, message: MESSAGE } };
      },
      'GET /api/sellers/3/tracks': () => anAnswer(list),
    });
    await fill();
    await submit();
    expect(await screen.findByText(MESSAGE)).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bodiesOf(calls)).toEqual([
      {
        storeName: 'Night Freight',
        trackName: 'Harbour Lights',
        price: 349,
        genre: 'Deep House',
        bpm: 122,
        key: 'F#',
        trackFilesLink: 'https://www.dropbox.com/s/abc',
        projectFilesLink: null,
        packageId: null,
        contactEmail: 'nora@example.com',
        origins: {
          samples: 'royalty-free',
          samplesNote: 'North Loops 3, standard licence',
          vocals: 'none',
          vocalsNote: null,
          unreleased: true,
        },
        recaptchaToken: '',
      },
    ]);
    expect(await screen.findByRole('heading', { name: 'Harbour Lights' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Send Track' }));
    expect(await screen.findByLabelText('Track name')).toHaveValue('');
    expect(dialog).toBeDefined();
  });

  test('says once that something is missing, and at which fields', async () => {
    const { calls, user, dialog, submit } = await open();
    await user.clear(dialog.getByLabelText('Contact email'));
    await submit();
    expect(await dialog.findAllByText('Please fill in all required fields.')).toHaveLength(1);
    expect(dialog.getAllByText('Required')).toHaveLength(9);
    expect(dialog.getByText('Please confirm that the track was never released')).toBeVisible();
    expect(dialog.getByLabelText('Project files link')).toBeValid();
    expect(bodiesOf(calls)).toEqual([]);
  });

  test('vocals made by a machine need the name of the program, and samples need their packs', async () => {
    const { calls, user, dialog, submit, fill } = await open();
    await fill();
    await user.clear(dialog.getByLabelText('Packs and licence'));
    await user.click(dialog.getByLabelText('Made by a machine'));
    await submit();
    expect(await dialog.findAllByText('Required')).toHaveLength(2);
    expect(dialog.getByLabelText('Program that made the vocals')).toBeInvalid();
    expect(bodiesOf(calls)).toEqual([]);
  });

  test.each(['-1', '12O'])('refuses an address, a link and the tempo %s, in the words of the document', async (tempo) => {
    const { calls, user, dialog, submit, fill } = await open();
    await fill();
    await user.clear(dialog.getByLabelText('Contact email'));
    await user.type(dialog.getByLabelText('Contact email'), 'nora@example');
    await user.type(dialog.getByLabelText('Project files link'), 'https://evil.example/?dropbox.com');
    await user.clear(dialog.getByLabelText('BPM'));
    await user.type(dialog.getByLabelText('BPM'), tempo);
    await submit();
    expect(await dialog.findByText('Please enter a valid email address.')).toBeVisible();
    expect(dialog.getByText('Use only Dropbox, WeTransfer, Yandex Disk or Google Drive')).toBeVisible();
    expect(dialog.getByText('BPM must be a number from 0 to 400, with at most one decimal')).toBeVisible();
    expect(dialog.queryByText('Please fill in all required fields.')).toBeNull();
    expect(bodiesOf(calls)).toEqual([]);
  });

  test.each([
    [
      'the own words of what was refused',
      refusal('403 forbidden', 'Only active stores can send tracks.'),
      'Only active stores can send tracks.',
    ],
    ['one sentence for a fault of ours', refusal('500 internal', 'x'), 'The track was not sent. Please try again.'],
    ['and without a network', () => 'network-error' as const, 'The track was not sent. Please try again.'],
  ])('when it fails: %s; nothing typed is lost', async (_, answer, text) => {
    const { user, dialog, submit, fill } = await open({ [`POST ${PATH}`]: answer });
    await fill();
    await submit();
    expect(await screen.findByText(text)).toBeVisible();
    expect(dialog.getByLabelText('Track name')).toHaveValue('Harbour Lights');
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await user.click(screen.getByRole('button', { name: 'Send Track' }));
    expect(await screen.findByLabelText('Track name')).toHaveValue('Harbour Lights');
    expect(screen.getByLabelText('Genre')).toHaveValue('Deep House');
  });

  test('what the service refuses by a field stands at that field', async () => {
    const { dialog, submit, fill } = await open({
      [`POST ${PATH}`]: refusal('400 invalid', 'The link is gone', { field: 'trackFilesLink' }),
    });
    await fill();
    await submit();
    await waitFor(() => expect(dialog.getByLabelText('Track files link')).toHaveAccessibleDescription('The link is gone'));
  });

  test('when the session has ended the login opens, and the form stays as it was', async () => {
    const { store, dialog, submit, fill } = await open({
      [`POST ${PATH}`]: refusal('401 unauthenticated', 'Please log in.'),
    });
    await fill();
    await submit();
    await waitFor(() => expect(store.getState().session.loginOpen).toBe(true));
    expect(dialog.getByLabelText('Track name')).toHaveValue('Harbour Lights');
  });
});

test.each([
  ['0', 'Upload your identity document first.'],
  ['pending', 'We are checking your document, within 48 hours.'],
  ['inactive', 'Please contact the admin.'],
])('a store with status %s cannot send and reads why', async (status, why) => {
  show({}, status);
  expect(screen.getByText(why, { exact: false })).toBeVisible();
  await screen.findByText(/Nothing sent yet/);
  expect(screen.queryByRole('button', { name: 'Send Track' })).toBeNull();
});

describe('the submissions', () => {
  const listed = async (...submissions: Partial<SellerSubmissionView>[]) => {
    show({
      'GET /api/sellers/3/tracks': anAnswer(submissions.map((submission, i) => aSubmission({ id: i + 1, ...submission }))),
    });
    return within(await screen.findByRole('list', { name: 'Submissions' })).getAllByRole('listitem');
  };

  test('show their state and the promised time of the next step', async () => {
    const late = new Date(Date.now() - 90 * 60_000).toISOString();
    const [waiting, approved, overdue] = await listed(
      {},
      { status: 'approved' },
      { status: 'in_review', dueAt: late, overdue: true },
    );
    expect(waiting).toHaveTextContent(/Submitted.*Answer due in 5 h/);
    expect(approved).toHaveTextContent(/Approved.*On sale due in 5 h/);
    expect(overdue).toHaveTextContent(/In review.*Answer overdue by 1 h/);
  });

  test('promise no sale of an approved track while the store is not active', async () => {
    show({ 'GET /api/sellers/3/tracks': anAnswer([aSubmission({ status: 'approved' })]) }, 'inactive');
    expect(await screen.findByRole('list', { name: 'Submissions' })).toHaveTextContent(/Approved.*Publication due in 5 h/);
  });

  test('show the reason of a rejection, and lead to the published track', async () => {
    const [rejected, published] = await listed(
      { status: 'rejected', reason: 'The kick clips.', dueAt: null },
      { status: 'published', productId: 31, dueAt: null },
    );
    expect(rejected).toHaveTextContent(/Rejected.*Reason: The kick clips\./);
    expect(within(published!).getByRole('link', { name: 'See the track: Harbour Lights' })).toHaveAttribute('href', '/track/31');
  });

  test('a list that cannot be loaded can be asked for again', async () => {
    let broken = true;
    const { user } = show({ 'GET /api/sellers/3/tracks': () => (broken ? { status: 500 } : anAnswer([aSubmission()])) });
    expect(await screen.findByText('Failed to load your submissions')).toBeVisible();
    broken = false;
    await act(() => user.click(screen.getByRole('button', { name: 'Retry' })));
    expect(await screen.findByRole('heading', { name: 'Harbour Lights' })).toBeVisible();
  });
});

test('typed text is still there after a reload, until it is sent', async () => {
  const first = await open();
  await first.fill();
  first.unmount();
  const { dialog, submit } = await open({ [`POST ${PATH}`]: { status: 201, body: { success: true, message: MESSAGE } } });
  expect(dialog.getByLabelText('Track name')).toHaveValue('Harbour Lights');
  expect(dialog.getByLabelText('Genre')).toHaveValue('Deep House');
  await submit();
  expect(await screen.findByText(MESSAGE)).toBeVisible();
  await waitFor(() => expect(Object.keys(sessionStorage)).toEqual([]));
});

test('a track that is sent after its page was left is not offered again', async () => {
  let answer!: (bodiesOf: { status: number; body: unknown }) => void;
  const { fill, submit, unmount } = await open({ [`POST ${PATH}`]: () => new Promise((resolve) => (answer = resolve)) });
  await fill();
  await submit();
  await waitFor(() => expect(answer).toBeDefined());
  unmount();
  answer({ status: 201, body: { success: true, message: MESSAGE } });
  await waitFor(() => expect(Object.keys(sessionStorage)).toEqual([]));
});

describe('a package', () => {
  const aPackage = (fields: object = {}) => ({
    success: true,
    data: {
      id: 40,
      state: 'open',
      trackName: null,
      productId: null,
      expiresAt: new Date().toISOString(),
      sizeBytes: 2048,
      progress: 0,
      files: [{ id: 5, path: 'track.zip', role: 'other', sizeBytes: 2048, sha256: 'a'.repeat(64) }],
      uploads: [],
      report: null,
      ...fields,
    },
  });
  const stems = { code: 'stems-missing', level: 'fail', text: 'There is one stem.', todo: 'Export each group as a stem.' };
  const archive = new File(['zip'], 'track.zip', { type: 'application/zip' });

  test('is begun by a file; why it cannot be sent is said, and it goes on', async () => {
    const { calls, dialog, user } = await open(
      {
        'POST /api/packages': { status: 201, body: aPackage({ files: [] }) },
        'GET /api/packages/40': { body: aPackage({ files: [] }) },
        'POST /api/packages/40/uploads': refusal('507 no-room', 'Your packages would need more room than you have.'),
      },
      false,
    );
    await user.upload(await dialog.findByLabelText('Archive or files'), archive);
    expect(await dialog.findByText('Your packages would need more room than you have.')).toBeVisible();
    const begun = () => calls.filter(({ path }) => path === '/api/packages/40/uploads');
    expect(begun()).toMatchObject([{ body: { path: 'track.zip', sizeBytes: 3 } }]);
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(begun()).toHaveLength(2));
    await user.click(await dialog.findByRole('button', { name: 'Cancel track.zip' }));
    expect(dialog.queryByRole('list', { name: 'Uploads' })).toBeNull();
  });

  test('is begun again by itself while the shop has no time, not before it says, and not while the upload is paused', async () => {
    const answers = [
      refusal('503 unavailable', 'Please try again in a moment.'),
      refusal('429 too-many', 'Too many requests.', { headers: { 'retry-after': '2' } }),
      refusal('429 too-many', 'Too many requests.', { headers: { 'retry-after': '1' } }),
      refusal('507 no-room', 'Your packages would need more room than you have.'),
    ];
    const times: number[] = [];
    const { dialog, user } = await open(
      {
        'POST /api/packages': { status: 201, body: aPackage({ id: 41, files: [] }) },
        'GET /api/packages/41': { body: aPackage({ id: 41, files: [] }) },
        'POST /api/packages/41/uploads': () => answers[times.push(Date.now()) - 1]!,
      },
      false,
    );
    await user.upload(await dialog.findByLabelText('Archive or files'), archive);
    await waitFor(() => expect(times).toHaveLength(3), { timeout: 4000 });
    expect(times[2]! - times[1]!).toBeGreaterThanOrEqual(1990);
    expect(dialog.queryByRole('alert')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Pause' }));
    await new Promise((resolve) => setTimeout(resolve, 3500));
    expect(times).toHaveLength(3);
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    expect(await dialog.findByText('Your packages would need more room than you have.')).toBeVisible();
    expect(times).toHaveLength(4);
    await user.click(dialog.getByRole('button', { name: 'Cancel track.zip' }));
  });

  test('that asks for a long wait says so', async () => {
    const wait = refusal('429 too-many', 'Too many uploads. Please wait.', { headers: { 'retry-after': '1800' } });
    const { dialog, user, calls } = await open(
      {
        'POST /api/packages': { status: 201, body: aPackage({ id: 42, files: [] }) },
        'GET /api/packages/42': { body: aPackage({ id: 42, files: [] }) },
        'POST /api/packages/42/uploads': wait,
      },
      false,
    );
    await user.upload(await dialog.findByLabelText('Archive or files'), archive);
    expect(await dialog.findByText('Too many uploads. Please wait.')).toBeVisible();
    expect(calls.filter(({ path }) => path === '/api/packages/42/uploads')).toHaveLength(1);
    await user.click(dialog.getByRole('button', { name: 'Cancel track.zip' }));
  });

  test('is found again after a reload, checked, corrected and sent instead of links', async () => {
    sessionStorage.setItem('typed:7/send-track-package', '40');
    let now = aPackage({
      uploads: [
        {
          uploadId: '6f1c2f9e-8a55-4c3c-9a53-0a4b4b2f7c11',
          uploadUrl: '/api/packages/40/uploads/6f1c2f9e-8a55-4c3c-9a53-0a4b4b2f7c11',
          path: 'b.wav',
          sizeBytes: 9,
          offset: 4,
        },
      ],
    });
    const { calls, dialog, user, submit } = await open(
      {
        'GET /api/packages/40': () => ({ body: now }),
        'DELETE /api/packages/40/uploads/6f1c2f9e-8a55-4c3c-9a53-0a4b4b2f7c11': () => {
          now = aPackage();
          return { status: 204, headers: {} };
        },
        'POST /api/packages/40/complete': () => {
          now = aPackage({ state: 'failed', progress: 100, report: { verdict: 'fails', findings: [stems] } });
          return { status: 202, body: aPackage({ state: 'checking' }) };
        },
        'PUT /api/packages/40/files/5': () => {
          now = aPackage({ state: 'checked', progress: 100, report: { verdict: 'pass', findings: [] } });
          return { body: { success: true } };
        },
        [`POST ${PATH}`]: { status: 201, body: { success: true, message: MESSAGE } },
      },
      false,
    );
    expect(await dialog.findByText(/not arrived in full/)).toBeVisible();
    now = aPackage();
    await user.click(dialog.getByRole('button', { name: 'Give them up' }));
    await waitFor(() => expect(dialog.queryByText(/not arrived in full/)).toBeNull());
    await user.click(dialog.getByRole('button', { name: 'Check my files' }));
    expect(await dialog.findByText('There is one stem. Export each group as a stem.')).toBeVisible();
    await submit();
    expect(await dialog.findByText('Please add your files and have them checked.')).toBeVisible();

    await user.selectOptions(dialog.getByLabelText('Role of track.zip'), 'stem');
    expect(await dialog.findByText('Everything is as the upload guide asks.')).toBeVisible();
    await user.type(dialog.getByLabelText('Track name'), 'Harbour Lights');
    await user.selectOptions(dialog.getByLabelText('Price'), '349');
    await user.selectOptions(dialog.getByLabelText('Genre'), 'Deep House');
    await user.type(dialog.getByLabelText('BPM'), '122');
    await user.selectOptions(dialog.getByLabelText('Key'), 'F#');
    await user.click(dialog.getByLabelText('No samples, every sound is my own'));
    await user.click(dialog.getByLabelText('No vocals'));
    await user.click(dialog.getByLabelText(/never released before/));
    await submit();
    expect(await screen.findByText(MESSAGE)).toBeVisible();
    expect(bodiesOf(calls)).toMatchObject([{ packageId: 40, trackFilesLink: '' }]);
    expect(Object.keys(sessionStorage)).toEqual([]);
  });
});
