import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { Provider } from 'react-redux';
import { makeStore } from '#app/store.ts';
import { leaveSession } from '../../session/leave-session';
import { endSession, sessionStarted } from '../../session/session';
import { aConfig, refusal } from '#testing/answers.ts';
import { renderAt, signedInAs } from '#testing/render.tsx';
import { stubServer } from '#testing/stub-server.ts';
import { ContactForm } from './ContactForm';

const config = { body: aConfig() };

async function write(answer: Parameters<typeof stubServer>[0][string], message = 'Is this track still free?') {
  const calls = stubServer({ 'GET /api/config': config, 'POST /api/feedback/send-feedback': answer });
  const { user } = renderAt(<ContactForm />);
  await user.type(screen.getByLabelText('Name'), 'Mira');
  await user.type(screen.getByLabelText('Email'), 'mira@example.com');
  if (message) await user.type(screen.getByLabelText('Message'), message);
  await user.click(screen.getByRole('button', { name: 'Send Message' }));
  return calls.filter(({ method }) => method === 'POST');
}

test('a message is sent, confirmed, and the form is empty again', async () => {
  const posted = await write({ body: { success: true, message: 'ok' } });
  expect(await screen.findByText('Your message has been sent successfully!')).toBeVisible();
  expect(screen.getByLabelText('Message')).toHaveValue('');
  expect(posted).toMatchObject([{ body: { name: 'Mira', email: 'mira@example.com', message: 'Is this track still free?' } }]);
});

test('name, email and message are required', async () => {
  expect(await write({}, '')).toEqual([]);
  expect(await screen.findByText('Message is required')).toBeVisible();
});

test.each([
  ['a refusal in its own words', refusal('429 too-many', 'Too many attempts.'), 'Too many attempts.'],
  ['a broken server', refusal('500 internal', 'x'), 'Error sending message. Please try again.'],
  ['no network', () => 'network-error' as const, 'Error sending message. Please try again.'],
])('%s is shown, and typed text stays', async (_, answer, text) => {
  await write(answer);
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByLabelText('Message')).toHaveValue('Is this track still free?');
});

test('typed text is still there after a reload, until it is sent', async () => {
  stubServer({ 'GET /api/config': config, 'POST /api/feedback/send-feedback': { body: { success: true, message: 'ok' } } });
  const { user, unmount } = renderAt(<ContactForm />);
  await user.type(screen.getByLabelText('Name'), 'Mira');
  await user.type(screen.getByLabelText('Message'), 'Half a sent');
  unmount();
  const again = renderAt(<ContactForm />);
  expect(screen.getByLabelText('Name')).toHaveValue('Mira');
  await again.user.type(screen.getByLabelText('Message'), 'ence');
  await again.user.type(screen.getByLabelText('Email'), 'mira@example.com');
  await again.user.click(screen.getByRole('button', { name: 'Send Message' }));
  expect(await screen.findByText('Your message has been sent successfully!')).toBeVisible();
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test('a message that is sent after its page was left is not offered again', async () => {
  let answer!: (response: { body: unknown }) => void;
  stubServer({
    'GET /api/config': config,
    'POST /api/feedback/send-feedback': () => new Promise((resolve) => (answer = resolve)),
  });
  const { user, unmount } = renderAt(<ContactForm />);
  await user.type(screen.getByLabelText('Name'), 'Mira');
  await user.type(screen.getByLabelText('Email'), 'mira@example.com');
  await user.type(screen.getByLabelText('Message'), 'Is this track still free?');
  await user.click(screen.getByRole('button', { name: 'Send Message' }));
  await waitFor(() => expect(answer).toBeDefined());
  unmount();
  answer({ body: { success: true, message: 'ok' } });
  await waitFor(() => expect(Object.keys(sessionStorage)).toEqual([]));
});

test('stored values of an older release, or malformed ones, harm no form', () => {
  stubServer({ 'GET /api/config': config });
  sessionStorage.setItem(
    'typed:visitor/contact',
    JSON.stringify({ name: 7, message: ['a'], phone: '1', email: 'mira@example.com' }),
  );
  renderAt(<ContactForm />).unmount();
  sessionStorage.setItem('typed:visitor/contact', '{');
  renderAt(<ContactForm />);
  expect(screen.getByLabelText('Name')).toHaveValue('');
});

describe("a user's typed text", () => {
  async function typed() {
    signedInAs(7);
    stubServer({ 'GET /api/config': config });
    const { user, store } = renderAt(<ContactForm />);
    await user.type(screen.getByLabelText('Message'), 'Half a sent');
    return { user, store };
  }
  const typedNow = () => screen.getByLabelText('Message');

  test('goes from the page when they log out', async () => {
    const { store } = await typed();
    act(() => void store.dispatch(leaveSession()));
    expect(typedNow()).toHaveValue('');
    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  test('stays when their session expires, until somebody else logs in', async () => {
    const { store } = await typed();
    act(() => void store.dispatch(endSession()));
    expect(typedNow()).toHaveValue('Half a sent');
    act(() => void store.dispatch(sessionStarted(7)));
    expect(typedNow()).toHaveValue('Half a sent');
    act(() => void store.dispatch(endSession()));
    act(() => void store.dispatch(sessionStarted(8)));
    expect(typedNow()).toHaveValue('');
  });

  test('belongs to that user alone, even on a page that the server rendered', async () => {
    signedInAs(7);
    stubServer({ 'GET /api/config': config });
    const [store, unknown] = [makeStore(), makeStore({})];
    const page = document.body.appendChild(document.createElement('div'));
    page.innerHTML = renderToString(
      <Provider store={unknown}>
        <ContactForm />
      </Provider>,
    );
    const app = (
      <Provider store={store} serverState={unknown.getState()}>
        <ContactForm />
      </Provider>
    );
    const { unmount } = render(app, { container: page, hydrate: true });
    await userEvent.type(typedNow(), 'Half a sent');
    unmount();
    signedInAs(null);
    renderAt(<ContactForm />);
    expect(typedNow()).toHaveValue('');
  });

  test.each([
    ['as a visitor', null],
    ['after the next login', 7],
  ] as const)('%s, in a form of an expired session where nothing was typed, is there after a reload', async (_, userId) => {
    signedInAs(7);
    stubServer({ 'GET /api/config': config });
    const { user, store, unmount } = renderAt(<ContactForm />);
    act(() => void store.dispatch(endSession()));
    if (userId !== null) act(() => void store.dispatch(sessionStarted(userId)));
    await user.type(typedNow(), 'Half a sent');
    unmount();
    signedInAs(userId);
    renderAt(<ContactForm />);
    expect(typedNow()).toHaveValue('Half a sent');
  });

  test('stays when it was typed before the login', async () => {
    signedInAs(null);
    stubServer({ 'GET /api/config': config });
    const { user, store } = renderAt(<ContactForm />);
    await user.type(screen.getByLabelText('Message'), 'Half a sent');
    act(() => void store.dispatch(sessionStarted(7)));
    expect(typedNow()).toHaveValue('Half a sent');
  });
});
