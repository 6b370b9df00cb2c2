import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aLog, aSale, BUYER, CODE, headOf, otherSales, signedText, stubLog, type Sale } from '#testing/a-sales-log.ts';
import { refusal } from '#testing/answers.ts';
import { renderAt, signedInAs } from '#testing/render.tsx';
import { CertificatePage, SalesLogPage } from './ProofPages';

beforeEach(() => {
  localStorage.clear();
  signedInAs(null);
});

const routes = [
  { path: '/certificate/:code', element: <CertificatePage /> },
  { path: '/log', element: <SalesLogPage /> },
];
const sold = refusal('404 sold', 'This track is sold.', {
  details: { id: 12, name: 'Undertow', img: '', store_name: 'North Yard', category: 'Techno' },
});
const withTrack = { 'GET /api/products/12': { ...sold, malformed: true as const } };

/** Opens the page of a certificate. `code` is what stands in the address. */
function open(
  sale: Parameters<typeof stubLog>[0],
  { code = CODE, handlers = {} }: { code?: string; handlers?: Parameters<typeof stubLog>[1] } = {},
) {
  stubLog(sale, { ...withTrack, ...handlers });
  return renderAt(<p>Elsewhere</p>, { at: `/certificate/${code}`, routes });
}
const checkNamed = (name: string) => screen.getByRole('heading', { name: new RegExp(`^${name}`) }).closest('li')!;
const allChecked = () => screen.findByText(/^(All \d checks passed|\d of \d checks failed|Not everything could be checked)\.$/);

describe('the page of a certificate', () => {
  test('says its state, the sale and the hashes, and checks all of it in the browser', async () => {
    open(await aSale());
    expect(await screen.findByRole('heading', { name: 'Undertow', level: 1 })).toBeVisible();
    expect(screen.getByText('Valid')).toBeVisible();
    expect(screen.getByText(/^Sold once, on/).closest('p')).toHaveTextContent(
      'Sold once, on 28 Nov 2026, and gone from the shop for good.',
    );
    expect(await allChecked()).toHaveTextContent('All 5 checks passed.');
    expect(checkNamed('In the sales log')).toHaveTextContent('The sale is entry 3 of 6.');
    expect(screen.getByRole('link', { name: 'Undertow' })).toHaveAttribute('href', '/track/12');
    expect(screen.getByRole('link', { name: 'Entry 3 of 6' })).toHaveAttribute('href', '/log');
    expect(screen.getByRole('button', { name: 'Copy Undertow/Stems/Kick.wav' })).toBeVisible();
    expect(localStorage.getItem('salesLogHead')).toContain('\n6\n');
  });

  test('shows the name of a buyer who wants that, and checks it', async () => {
    const sale = await aSale({ isBuyerShown: true });
    open(sale);
    expect(await allChecked()).toHaveTextContent('All 6 checks passed.');
    expect(screen.getByText(BUYER)).toBeVisible();
  });

  test.each([
    ['suspended', 'claim', 'Suspended since 2 Dec 2026, for a complaint about the sale.'],
    ['revoked', 'refund', 'Revoked on 2 Dec 2026, for a refund.'],
    ['reinstated', 'rights', 'Valid again since 2 Dec 2026.'],
  ] as const)('says since when and why it is %s', async (kind, reason, words) => {
    open(await aSale({ changes: [{ kind, reason, day: '2026-12-02' }] }));
    expect(await allChecked()).toHaveTextContent('All 5 checks passed.');
    expect(screen.getByText((_text, element) => element?.tagName === 'P' && element.textContent === words)).toBeVisible();
  });

  const failing: [what: string, check: string, words: string, change: (sale: Sale) => object | Promise<object>][] = [
    [
      'changed text',
      'Signed by the shop',
      'belongs to another text',
      ({ view }) => ({
        view: { ...view, certificate: view.certificate.replace('2026-11-28', '2026-11-27') },
      }),
    ],
    [
      'stranger’s signature',
      'Signed by the shop',
      'The signature is wrong',
      ({ view, text }) => ({
        view: { ...view, ...signedText(text, new Uint8Array(32).fill(5)) },
      }),
    ],
    [
      'sale that is not in the log',
      'In the sales log',
      'no entry for this certificate',
      async () => ({
        proof: (await aSale({ text: { track: '99' } })).proof,
      }),
    ],
    [
      'hidden suspension',
      'State taken from the log',
      'says something else',
      async ({ view }) => ({
        ...(await aSale({ changes: [{ kind: 'suspended', reason: 'claim', day: '2026-12-02' }] })),
        view,
      }),
    ],
    [
      'head that the log has not signed',
      'Head of the log signed',
      'No key of the log',
      ({ leaves, proof }) => ({
        proof: { ...proof, checkpoint: headOf(leaves, { seed: new Uint8Array(32).fill(9) }) },
      }),
    ],
    [
      'name of somebody else',
      'Name of the buyer',
      'not the one that was sealed',
      ({ view }) => ({
        view: { ...view, buyer: { name: 'Somebody Else', salt: 'a1'.repeat(16) } },
      }),
    ],
  ];
  test.each(failing)('a %s fails its check and says what that means', async (_what, check, words, change) => {
    const sale = await aSale();
    open({ ...sale, ...(await change(sale)) });
    expect(await allChecked()).toHaveTextContent(/checks failed\./);
    expect(checkNamed(check)).toHaveTextContent('Failed');
    expect(checkNamed(check)).toHaveTextContent(words);
  });

  test('a log that was rewritten since the last visit fails, and the old head is kept', async () => {
    localStorage.setItem('salesLogHead', aLog(otherSales(4).with(0, new Uint8Array([1]))).checkpoint);
    const before = localStorage.getItem('salesLogHead');
    open(await aSale());
    expect(await allChecked()).toHaveTextContent('1 of 5 checks failed.');
    expect(checkNamed('Log only grew since your last visit')).toHaveTextContent('its past was changed');
    expect(localStorage.getItem('salesLogHead')).toBe(before);
  });

  test('what could not be asked for is not known, and is checked again on demand', async () => {
    const sale = await aSale();
    let isOffline = true;
    const { user } = open(sale, {
      handlers: { 'GET /api/log/proof': () => (isOffline ? 'network-error' : { body: { success: true, data: sale.proof } }) },
    });
    expect(await allChecked()).toHaveTextContent('Not everything could be checked.');
    expect(checkNamed('Signed by the shop')).toHaveTextContent('Passed');
    expect(checkNamed('In the sales log')).toHaveTextContent('could not be reached');
    isOffline = false;
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    expect(await screen.findByText('All 5 checks passed.')).toBeVisible();
  });

  test('a badge can be put on other sites, and its title breaks out of nothing', async () => {
    const { user } = open(await aSale({ text: { title: '"><script>' } }));
    const html = await screen.findByLabelText('HTML of the badge');
    expect(html).toHaveTextContent(
      `<a href="http://localhost/certificate/${CODE}"><img src="http://localhost/api/certificates/${CODE}/badge.svg" alt="Certificate of sale: &#34;&#62;&#60;script&#62;"></a>`,
    );
    const copied = jest.spyOn(navigator.clipboard, 'writeText');
    await user.click(screen.getByRole('button', { name: 'Copy HTML' }));
    expect(copied).toHaveBeenCalledWith(html.textContent);
  });

  test('a sale of a few seconds ago appears by itself', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const sale = await aSale();
    let isReady = false;
    open(sale, {
      handlers: {
        [`GET /api/certificates/${CODE}`]: () =>
          isReady ? { body: { success: true, data: sale.view } } : refusal('503 not-ready', 'Not in the log yet'),
      },
    });
    expect(await screen.findByRole('heading', { name: 'Almost there' })).toBeVisible();
    isReady = true;
    await act(() => jest.advanceTimersByTimeAsync(3_000));
    expect(await screen.findByRole('heading', { name: 'Undertow', level: 1 })).toBeVisible();
    jest.useRealTimers();
  });

  test('an unknown code asks for another one, in any spelling', async () => {
    const otherCode = CODE.replace('2', '3');
    const sale = await aSale();
    const { user, router } = open(sale, {
      code: otherCode,
      handlers: { [`GET /api/certificates/${otherCode}`]: { status: 404 } },
    });
    expect(await screen.findByRole('heading', { name: 'No certificate has this code' })).toBeVisible();
    const field = screen.getByLabelText('Code of the certificate');
    await user.type(field, 'abc');
    await user.click(screen.getByRole('button', { name: 'Open' }));
    expect(screen.getByRole('alert')).toHaveTextContent('A code has 26 letters and digits.');
    await user.clear(field);
    await user.type(field, ` ${CODE.slice(0, 5).toUpperCase().replace('0', 'O').replace('1', 'L')}-${CODE.slice(5)} `);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    expect(await screen.findByRole('heading', { name: 'Undertow', level: 1 })).toBeVisible();
    expect(router.state.location.pathname).toBe(`/certificate/${CODE}`);
  });

  test('an address in capitals leads to the certificate; one that is no code asks nobody', async () => {
    const { router } = open(await aSale(), { code: CODE.toUpperCase() });
    await waitFor(() => expect(router.state.location.pathname).toBe(`/certificate/${CODE}`));
    await act(() => router.navigate('/certificate/nonsense'));
    expect(screen.getByRole('heading', { name: 'No certificate has this code' })).toBeVisible();
  });

  test('without a network it says so, and loads on demand', async () => {
    const sale = await aSale();
    let isOffline = true;
    const { user } = open(sale, {
      handlers: {
        [`GET /api/certificates/${CODE}`]: () => (isOffline ? 'network-error' : { body: { success: true, data: sale.view } }),
      },
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('You are offline');
    isOffline = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { name: 'Undertow', level: 1 })).toBeVisible();
  });
});

describe('“Is this the file?”', () => {
  const choose = async (content: string) => {
    const page = open(await aSale());
    await page.user.upload(await screen.findByLabelText(/File to check/), new File([content], 'a file.wav'));
    return page;
  };

  test.each([
    ['the contract', 'This is the contract'],
    ['the master', 'This is the master'],
    ['the kick', 'This is Undertow/Stems/Kick.wav'],
    ['the masteR', 'This file is not in the certificate'],
  ])('%s: %s', async (content, answer) => {
    await choose(content);
    expect(await screen.findByText(answer)).toBeVisible();
    expect(screen.getByText('a file.wav')).toBeVisible();
  });

  test('a dropped file is read like a chosen one, and one that is gone is said to be', async () => {
    open(await aSale());
    const drop = (await screen.findByText('Choose a file, or drop it here')).closest('label')!;
    fireEvent.drop(drop, { dataTransfer: { files: [new File(['the contract'], 'contract.pdf')] } });
    expect(await screen.findByText('This is the contract')).toBeVisible();
    const goneFile = new File(['x'], 'gone.wav');
    goneFile.slice = () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }) as unknown as Blob;
    fireEvent.drop(drop, { dataTransfer: { files: [goneFile] } });
    expect(await screen.findByText('The file has changed or is gone. Please choose it again.')).toBeVisible();
  });

  test('reading a large file shows how far it is, and can be cancelled', async () => {
    open(await aSale());
    const large = new File(['x'], 'stems.zip');
    Object.defineProperty(large, 'size', { value: 2 ** 31 });
    const pieces: ((piece: ArrayBuffer) => void)[] = [];
    large.slice = () => ({ arrayBuffer: () => new Promise<ArrayBuffer>((resolve) => pieces.push(resolve)) }) as unknown as Blob;
    fireEvent.drop((await screen.findByText('Choose a file, or drop it here')).closest('label')!, {
      dataTransfer: { files: [large] },
    });
    const progress = await screen.findByRole('progressbar', { name: 'Reading the file' });
    for (let at = 0; at < 24; at += 1) await act(async () => pieces[at]!(new ArrayBuffer(0)));
    expect(progress).toHaveValue(1);
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await act(async () => pieces[24]!(new ArrayBuffer(0)));
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(pieces).toHaveLength(25);
  });
});

describe('the sales log', () => {
  const openLog = (log: Parameters<typeof stubLog>[0]) => {
    stubLog(log);
    return renderAt(<p>Elsewhere</p>, { at: '/log', routes });
  };
  const rows = () => within(screen.getByRole('region', { name: 'Last entries' })).getAllByRole('listitem');

  test('shows its head and last entries, and older ones on demand', async () => {
    const { leaves } = await aSale({
      before: 30,
      after: 13,
      changes: [{ kind: 'revoked', reason: 'refund', day: '2026-12-02' }],
    });
    const { user } = openLog(aLog(leaves));
    expect(await screen.findByRole('heading', { name: '45 entries' })).toBeVisible();
    expect(screen.getByText(/first head that this browser has seen/)).toBeVisible();
    expect(rows()).toHaveLength(20);
    expect(rows()[0]).toHaveTextContent(/44\s*Revoked\s*2 Dec 2026.*refund/);
    expect(within(rows()[1]!).getByRole('link', { name: 'Track 142' })).toHaveAttribute('href', '/track/142');
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(rows()).toHaveLength(40));
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(rows()).toHaveLength(45));
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  test('says what has come since the last visit', async () => {
    localStorage.setItem('salesLogHead', aLog(otherSales(4)).checkpoint);
    openLog(aLog(otherSales(6)));
    expect(await screen.findByText(/2 entries more than when you saw it last/)).toBeVisible();
  });

  test.each([
    ['went back', otherSales(3), 'entries are gone'],
    ['was forked', [...otherSales(8)].reverse(), 'its past was changed'],
  ])('that %s raises the alarm with both heads, until the visitor forgets the old one', async (_what, leaves, words) => {
    const otherHead = aLog(otherSales(5)).checkpoint;
    localStorage.setItem('salesLogHead', otherHead);
    const log = aLog(leaves);
    const { user } = openLog(log);
    const alarm = await screen.findByRole('alert');
    expect(alarm).toHaveTextContent('This log cannot be trusted');
    expect(alarm).toHaveTextContent(words);
    const copied = jest.spyOn(navigator.clipboard, 'writeText');
    await user.click(screen.getByRole('button', { name: 'Copy both heads' }));
    expect(copied).toHaveBeenCalledWith(`${otherHead}\n${log.checkpoint}`);
    await user.click(screen.getByRole('button', { name: 'Forget the old head' }));
    expect(await screen.findByText(/The log is as it was/)).toBeVisible();
  });

  test('with a head that nobody signed, or an entry that was changed, is not to be trusted', async () => {
    const log = aLog(otherSales(3));
    const { user } = openLog({ ...log, checkpoint: log.checkpoint.replace('\n3\n', '\n2\n') });
    expect(await screen.findByRole('alert')).toHaveTextContent('No key of the log has signed this head.');
    stubLog(log);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: '3 entries' })).toBeVisible();
  });

  test('without a sale says so; without a network it can be read again', async () => {
    const log = aLog([]);
    const { user } = openLog(log);
    expect(await screen.findByRole('heading', { name: 'Nothing has been sold yet' })).toBeVisible();
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    await user.type(screen.getByLabelText('Code of the certificate'), 'no code{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('A code has 26 letters and digits.');
  });

  test('that cannot be read offers to try again', async () => {
    const log = aLog(otherSales(2));
    stubLog(log);
    const answering = globalThis.fetch;
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const { user } = renderAt(<SalesLogPage />);
    expect(await screen.findByRole('alert')).toHaveTextContent('You may be offline.');
    globalThis.fetch = answering;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { name: '2 entries' })).toBeVisible();
  });
});
