import { act, screen, waitFor, within } from '@testing-library/react';
import { followWindows } from '#app/live/follow-windows.ts';
import { leaveSession } from '../../session/leave-session';
import { endSession, sessionStarted } from '../../session/session';
import { aConfig, refusal } from '#testing/answers.ts';
import { aDemo } from '#testing/a-track.ts';
import { aDetails, aUser } from '#testing/a-user.ts';
import { signedInAs, renderAt } from '#testing/render.tsx';
import { stubAudio } from '#testing/stub-audio.ts';
import { stubServer } from '#testing/stub-server.ts';
import { ServicePage } from '#pages/storefront/ServicePage.tsx';

type Handlers = Parameters<typeof stubServer>[0];
const SENT = { body: { message: 'Your request has been sent.' } };

const aServer = (more: Handlers = {}) =>
  stubServer({
    'GET /api/config': { body: aConfig() },
    'GET /api/demos': { body: [] },
    'GET /api/users/7/details': { body: aDetails([]) },
    ...more,
  });
const sentTo = (calls: ReturnType<typeof aServer>, path: string) =>
  calls.filter((call) => call.path === path).map(({ body }) => body);

/** Waits until a dialog that the page opens by itself would stand there: the forms are a chunk of their own. */
const formsLoaded = () =>
  act(async () => {
    await import('./RequestModal');
    await new Promise((resolve) => setTimeout(resolve));
  });

/** Opens the request of the card with that name. */
async function order(name: string, more: Handlers = {}) {
  const calls = aServer(more);
  const rendered = renderAt(<ServicePage />, { at: '/service' });
  const card = screen.getByRole('heading', { name }).closest('li')!;
  await rendered.user.click(within(card).getByRole('button', { name: 'Order Now' }));
  const dialog = await screen.findByRole('dialog', { name });
  await within(dialog).findByLabelText('Description');
  const fill = async (texts: Record<string, string>) => {
    for (const [label, text] of Object.entries(texts)) {
      const field = within(dialog).getByLabelText(label);
      await rendered.user.clear(field);
      await rendered.user.type(field, text);
    }
  };
  const send = () => within(dialog).getByRole('button', { name: 'Send request' });
  return { ...rendered, calls, dialog, fill, send };
}

beforeEach(() => signedInAs(7));

test('the page leads to the Seller Dashboard and to the cart', () => {
  aServer();
  renderAt(<ServicePage />, { at: '/service' });
  expect(screen.getByRole('link', { name: 'Seller Dashboard' })).toHaveAttribute('href', '/account?tab=seller');
  expect(screen.getByRole('link', { name: 'Go to your cart' })).toHaveAttribute('href', '/cart');
});

describe('a visitor', () => {
  test('is asked to log in, and finds the request open after it', async () => {
    signedInAs(null);
    aServer();
    const { user, store } = renderAt(<ServicePage />, { at: '/service' });
    await user.click(screen.getAllByRole('button', { name: 'Order Now' })[1]!);
    expect(await screen.findByText('Please log in or register to continue.')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(store.getState().session).toMatchObject({
      loginOpen: true,
      interrupted: { kind: 'go', to: '/service?order=co-producing' },
    });
  });

  test('a visitor at the address of a request sees the page', async () => {
    signedInAs(null);
    aServer();
    renderAt(<ServicePage />, { at: '/service?order=co-producing' });
    await formsLoaded();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('heading', { level: 1, name: 'Made to order' })).toBeVisible();
  });

  test('an address of no service opens nothing', async () => {
    // A dialog that waits for them stays open, even one without a form.
    aServer({ 'GET /api/users/7/details': () => new Promise(() => {}) });
    renderAt(<ServicePage />, { at: '/service?order=__proto__' });
    await formsLoaded();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('heading', { level: 1, name: 'Made to order' })).toBeVisible();
  });
});

describe('a music production', () => {
  const PATH = '/api/track-order/order-track';
  const typed = { Genre: 'Techno', BPM: '132', Example: 'https://soundcloud.com/a/b', Description: 'Dark.' };

  test('is sent with what was chosen; the modal closes, and the next one starts empty', async () => {
    const { user, calls, dialog, fill, send } = await order('Music production', { [`POST ${PATH}`]: SENT });
    for (const name of ['Project File', 'Master Version'])
      expect(within(within(dialog).getByRole('group', { name })).getByRole('radio', { name: 'No' })).toBeChecked();
    await fill(typed);
    await user.selectOptions(within(dialog).getByLabelText('Version'), 'Vocal/Instrumental');
    await user.click(within(within(dialog).getByRole('group', { name: 'Project File' })).getByRole('radio', { name: 'Yes' }));
    await user.click(within(dialog).getByRole('checkbox', { name: 'Extended Mix' }));
    await user.click(send());
    expect(await screen.findByText('Your request has been sent.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sentTo(calls, PATH)).toEqual([
      {
        genre: 'Techno',
        bpm: 132,
        version: 'Vocal/Instrumental',
        projectFile: 'Yes',
        masterVersion: 'No',
        mixVersion: ['Extended Mix'],
        radioVersion: [],
        example: 'https://soundcloud.com/a/b',
        description: 'Dark.',
        name: 'Mira Volk',
        email: 'mira@example.com',
        recaptchaToken: '',
      },
    ]);
    await user.click(screen.getAllByRole('button', { name: 'Order Now' })[0]!);
    expect(await screen.findByLabelText('Genre')).toHaveValue('');
    expect(screen.getByLabelText('Name')).toHaveValue('Mira Volk');
  });

  test('what is missing is said at its field, all at once, and nothing is sent', async () => {
    const { user, calls, dialog, fill, send } = await order('Music production');
    await fill({ Example: 'a link' });
    await user.clear(within(dialog).getByLabelText('Name'));
    await user.clear(within(dialog).getByLabelText('Email'));
    await user.click(send());
    for (const text of [
      'Please enter a genre',
      'Please enter the BPM as a number',
      'Please choose a version',
      'Please enter a link that starts with https://',
      'Please describe what you need',
      'Please enter your name',
      'Please enter a valid email',
    ])
      expect(await within(dialog).findByText(text)).toBeVisible();
    expect(sentTo(calls, PATH)).toEqual([]);
  });

  test('a tempo that is no number is not called missing', async () => {
    const { user, calls, dialog, fill, send } = await order('Music production');
    await fill({ ...typed, BPM: '124-126' });
    await user.click(send());
    expect(await within(dialog).findByText('BPM must be a number from 0 to 400, with at most one decimal')).toBeVisible();
    expect(sentTo(calls, PATH)).toEqual([]);
  });

  test.each([
    ["a refusal is shown in the server's words", refusal('400 invalid', 'Not this genre.'), 'Not this genre.'],
    ['a fault gets the documented text', refusal('500 internal', 'boom'), 'Error submitting your request. Please try again.'],
    ['no network too', () => 'network-error' as const, 'Error submitting your request. Please try again.'],
  ])('%s, and nothing typed is lost', async (_, answer, text) => {
    const { user, dialog, fill, send } = await order('Music production', { [`POST ${PATH}`]: answer });
    await fill(typed);
    await user.selectOptions(within(dialog).getByLabelText('Version'), 'Instrumental');
    await user.click(send());
    expect(await screen.findByText(text)).toBeVisible();
    expect(within(dialog).getByLabelText('Description')).toHaveValue('Dark.');
    await waitFor(() => expect(send()).toBeEnabled());
  });

  test('what was typed is still there after a reload', async () => {
    const { fill, user, dialog, unmount } = await order('Music production');
    await fill({ Genre: 'Techno' });
    await user.click(within(dialog).getAllByRole('checkbox')[0]!);
    unmount();
    const again = await order('Music production');
    expect(within(again.dialog).getByLabelText('Genre')).toHaveValue('Techno');
    expect(within(again.dialog).getAllByRole('checkbox')[0]).toBeChecked();
  });

  test('when the session has ended meanwhile the login opens, and what was typed waits', async () => {
    const { user, store, dialog, fill, send } = await order('Music production', {
      [`POST ${PATH}`]: refusal('401 unauthenticated', 'Please log in.'),
    });
    await fill(typed);
    await user.selectOptions(within(dialog).getByLabelText('Version'), 'Instrumental');
    await user.click(send());
    expect(await screen.findByText('Please log in or register to continue.')).toBeVisible();
    expect(store.getState().session.loginOpen).toBe(true);
    act(() => void store.dispatch({ type: 'session/sessionEnded' }));
    expect(within(dialog).getByLabelText('Genre')).toHaveValue('Techno');
    act(() => void store.dispatch({ type: 'session/sessionStarted', payload: 7 }));
    expect(within(dialog).getByLabelText('Genre')).toHaveValue('Techno');
  });

  test('a logout closes it for the next user too, and removes the typed text', async () => {
    const { store, router, fill } = await order('Music production', {
      'GET /api/users/8/details': { body: aDetails([], [], aUser({ id: 8 })) },
    });
    await fill({ Genre: 'Techno' });
    act(() => void store.dispatch(leaveSession()));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(Object.keys(sessionStorage)).toEqual([]);
    await waitFor(() => expect(router.state.location.search).toBe(''));
    act(() => void store.dispatch(sessionStarted(8)));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('a logout in another window closes it here too', async () => {
    const { store, fill } = await order('Music production');
    const stop = followWindows(store);
    await fill({ Genre: 'Techno' });
    signedInAs(null);
    const channel = new BroadcastChannel('session');
    channel.postMessage(null);
    channel.postMessage('left');
    channel.close();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(Object.keys(sessionStorage)).toEqual([]);
    stop();
  });

  test("a user who logs in after another user's session has expired gets an empty form", async () => {
    const { store, fill } = await order('Music production', {
      'GET /api/users/8/details': { body: aDetails([], [], aUser({ id: 8, name: 'Noor' })) },
    });
    await fill({ Genre: 'Techno' });
    act(() => void store.dispatch(endSession()));
    signedInAs(8);
    act(() => void store.dispatch(sessionStarted(8)));
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue('Noor Volk'));
    expect(screen.getByLabelText('Genre')).toHaveValue('');
  });
});

describe('a co-producing', () => {
  test('cannot be sent without a need, nor twice while it is sent', async () => {
    let answer = (_: { body: object }) => {};
    const { user, calls, dialog, fill, send } = await order('Co-producing', {
      'POST /api/co-producing/order': () => new Promise((resolve) => (answer = resolve)),
    });
    await fill({ Description: 'A loop.' });
    expect(send()).toBeDisabled();
    await user.click(within(dialog).getByRole('checkbox', { name: 'Creat MIDI' }));
    await user.click(within(dialog).getByRole('checkbox', { name: 'Other' }));
    await user.click(send());
    expect(await within(dialog).findByRole('button', { name: 'Sending...' })).toBeDisabled();
    await waitFor(() => expect(sentTo(calls, '/api/co-producing/order')).toHaveLength(1));
    answer(SENT);
    expect(await screen.findByText('Your request has been sent.')).toBeVisible();
    expect(sentTo(calls, '/api/co-producing/order')).toMatchObject([{ needs: ['Creat MIDI', 'Other'], link: null }]);
  });
});

describe('a mixing and mastering', () => {
  const PATH = '/api/mixing-mastering/order';

  test('is blocked without a need', async () => {
    const { user, calls, dialog, send } = await order('Mixing and mastering');
    await user.click(send());
    expect(await within(dialog).findByText('Please select at least one service you need')).toBeVisible();
    await waitFor(() => expect(within(dialog).getByRole('checkbox', { name: 'Mixing' })).toHaveFocus());
    expect(sentTo(calls, PATH)).toEqual([]);
  });

  test('asks for the number of stems only when mixing is wished, and then needs one', async () => {
    const { user, calls, dialog, fill, send } = await order('Mixing and mastering', { [`POST ${PATH}`]: SENT });
    const mixing = within(dialog).getByRole('checkbox', { name: 'Mixing' });
    await fill({ Description: 'Loud.' });
    expect(within(dialog).queryByLabelText('Number of Stems')).toBeNull();
    await user.click(mixing);
    await fill({ 'Number of Stems': '0' });
    await user.click(send());
    expect(await within(dialog).findByText('Please enter the number of stems, at least 1')).toBeVisible();

    await user.click(mixing);
    await user.click(within(dialog).getByRole('checkbox', { name: 'Mastering' }));
    await user.click(send());
    await screen.findByText('Your request has been sent.');
    expect(sentTo(calls, PATH)).toMatchObject([{ needs: ['Mastering'], stemsCount: null }]);
  });
});

describe('demo tracks', () => {
  const demos = [
    aDemo({ id: 3, name: 'Sketch', category: 'Co-producing' }),
    aDemo({ id: 2, name: 'Stage', category: 'Music Production' }),
    aDemo({ id: 1, name: 'Record', category: 'Co-producing' }),
  ];

  test('stand under their categories and play in the player, in the order of the page', async () => {
    stubAudio();
    aServer({ 'GET /api/demos': { body: demos } });
    const { user, store } = renderAt(<ServicePage />, { at: '/service' });
    const sketch = await screen.findByRole('article', { name: 'Sketch' });
    expect(within(sketch).getByText('DEMO')).toBeVisible();
    expect(screen.getAllByRole('article').map((row) => row.getAttribute('aria-label'))).toEqual(['Sketch', 'Record', 'Stage']);
    expect(screen.getAllByRole('heading', { level: 3 }).map((title) => title.textContent)).toEqual([
      'Co-producing',
      'Music Production',
    ]);

    await user.click(screen.getByRole('button', { name: 'Play Record' }));
    expect(store.getState().player).toMatchObject({ current: { key: 'demo_1', demo: true, price: 0 } });
    expect(store.getState().player.list.map(({ name }) => name)).toEqual(['Sketch', 'Record', 'Stage']);
    expect(await screen.findByRole('button', { name: 'Pause Record' })).toBeVisible();
  });

  test('that cannot be loaded are only logged', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    aServer({ 'GET /api/demos': { status: 500 } });
    renderAt(<ServicePage />, { at: '/service' });
    await waitFor(() => expect(logged).toHaveBeenCalled());
    expect(screen.queryByText('Hear the work')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    logged.mockRestore();
  });
});
