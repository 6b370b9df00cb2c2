import { fireEvent, screen, waitFor } from '@testing-library/react';
import { aConfig, refusal } from '#testing/answers.ts';
import { renderAt } from '#testing/render.tsx';
import { stubServer } from '#testing/stub-server.ts';
import { ConfirmSubscriptionPage } from '#pages/newsletter/ConfirmSubscriptionPage.tsx';
import { SubscriptionConfirmedPage } from '#pages/newsletter/SubscriptionConfirmedPage.tsx';
import { UnsubscribePage } from '#pages/newsletter/UnsubscribePage.tsx';

const config = { body: aConfig() };

describe('confirming a subscription', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  const open = (at = '/confirm-subscription/t0ken') => {
    stubServer({ 'GET /api/config': config });
    return renderAt(null, {
      at,
      routes: [
        { path: '/confirm-subscription/:token?', element: <ConfirmSubscriptionPage /> },
        ...['/shop', '/'].map((path) => ({ path, element: <h1>{path}</h1> })),
      ],
    });
  };
  const frame = () => screen.getByTitle<HTMLIFrameElement>('Confirmation');
  const say = (success: boolean, from: { origin?: string; source?: Window | null } = {}) =>
    fireEvent(
      window,
      new MessageEvent('message', {
        origin: window.location.origin,
        source: frame().contentWindow,
        data: { type: 'subscription', success },
        ...from,
      }),
    );

  test('is done by a hidden frame, and leads to the shop after three seconds', async () => {
    const { router } = open();
    expect(screen.getByRole('heading', { name: 'Processing Your Subscription' })).toBeVisible();
    expect(frame()).not.toBeVisible();
    expect(frame()).toHaveAttribute('src', '/api/confirm-subscription/t0ken');
    say(true);
    expect(await screen.findByRole('heading', { name: 'Subscription Confirmed!' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/confirm-subscription/t0ken');
    await waitFor(() => expect(router.state.location.pathname).toBe('/shop'));
  });

  test('is handled once: a later message changes nothing', async () => {
    open();
    say(true);
    say(false);
    expect(await screen.findByRole('heading', { name: 'Subscription Confirmed!' })).toBeVisible();
    expect(screen.queryByText('This subscription is not confirmed')).toBeNull();
  });

  test('that fails says so, and leads home', async () => {
    const { router } = open();
    say(false);
    expect(await screen.findByRole('heading', { name: 'This subscription is not confirmed' })).toBeVisible();
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });

  test('takes messages only from its own frame', () => {
    open();
    say(true, { origin: 'https://evil.example' });
    say(true, { source: window });
    expect(screen.getByRole('heading', { name: 'Processing Your Subscription' })).toBeVisible();
  });

  test('a frame that loads and stays silent is an error', async () => {
    open();
    fireEvent.load(frame());
    expect(await screen.findByRole('heading', { name: 'This subscription is not confirmed' })).toBeVisible();
  });

  test('a link without token says so and leads home', async () => {
    const { router } = open('/confirm-subscription');
    expect(screen.getByRole('heading', { name: 'Invalid confirmation link: missing token' })).toBeVisible();
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });
});

describe('unsubscribing', () => {
  const CALL = 'POST /api/subscribe/unsubscribe/t0ken';
  const open = (answer: Parameters<typeof stubServer>[0][string]) => {
    const calls = stubServer({ 'GET /api/config': config, [CALL]: answer });
    renderAt(null, { at: '/unsubscribe/t0ken', routes: [{ path: '/unsubscribe/:token', element: <UnsubscribePage /> }] });
    return calls;
  };

  test('happens at once, and the way home is offered', async () => {
    const calls = open({ body: { success: true, message: 'ok' } });
    expect(await screen.findByRole('heading', { name: 'Unsubscribed successfully!' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([
      { method: 'POST', path: '/api/subscribe/unsubscribe/t0ken', body: undefined },
    ]);
  });

  test.each([
    ['a refusal', refusal('404 not-found', 'This unsubscribe link is not valid.'), 'This unsubscribe link is not valid.'],
    ['no success', { body: { success: false }, malformed: true as const }, 'Failed to unsubscribe.'],
    ['a broken server', refusal('500 internal', 'relation "x" does not exist'), 'Failed to unsubscribe.'],
    ['no network', () => 'network-error' as const, 'Network error. Please check your connection.'],
  ])('%s is told', async (_, answer, text) => {
    open(answer);
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Back to Home' })).toBeNull();
  });

  test('a link without token shows a message, and nothing is sent', () => {
    const calls = stubServer({ 'GET /api/config': config });
    renderAt(<UnsubscribePage />, { at: '/unsubscribe' });
    expect(screen.getByRole('heading', { name: 'Invalid unsubscribe link: missing token' })).toBeVisible();
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});

test.each([
  ['/subscription-confirmed?email=mira%40example.com', /to mira@example\.com/],
  ['/subscription-confirmed', /before they are gone/],
])('%s says that it is done', async (at, text) => {
  stubServer({ 'GET /api/config': config });
  renderAt(<SubscriptionConfirmedPage />, { at });
  expect(screen.getByRole('heading', { name: 'Subscription Confirmed!' })).toBeVisible();
  expect(screen.getByText(text)).toBeVisible();
  expect(await screen.findByText('Subscription confirmed successfully!')).toBeVisible();
});
