import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { followWindows } from '#app/live/follow-windows.ts';
import { AppRoutes } from '#app/AppRoutes.tsx';
import { makeStore } from '#app/store.ts';
import { dismissal } from '#features/announcements/public/dismissal.ts';
import { decline, isDecided } from '#features/consent/public/consent.ts';
import { followOtherTabs } from '#features/lists/list-edits.ts';
import { typedTexts } from '#features/session/kept.ts';
import { leaveSession } from '#features/session/leave-session.ts';
import { sessionStarted } from '#features/session/session.ts';
import { listing } from '#testing/search/a-search.ts';
import { aConfig } from '#testing/answers.ts';
import { stubEvents, StubEvents } from '#testing/stub-events.ts';
import { stubServer } from '#testing/stub-server.ts';
import { startAdminSession } from './calls/admin-session';
import { followLive } from './live/follow-live';

describe('in a browser that blocks site data', () => {
  beforeEach(() => {
    for (const kind of ['localStorage', 'sessionStorage'] as const)
      jest.spyOn(window, kind, 'get').mockImplementation(() => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      });
    jest.spyOn(globalThis, 'BroadcastChannel').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    });
  });
  afterEach(() => jest.restoreAllMocks());

  test('the shop opens and changes pages', async () => {
    stubServer({ 'GET /api/config': { body: aConfig() }, ...listing(() => []) });
    render(
      <Provider store={makeStore()}>
        <MemoryRouter initialEntries={['/nothing/here']}>
          <AppRoutes />
        </MemoryRouter>
      </Provider>,
    );
    await userEvent.click(await screen.findByRole('link', { name: 'Return to Homepage' }));
    expect(await screen.findByRole('heading', { name: 'Your music - our mastery' })).toBeVisible();
    window.dispatchEvent(new Event('pagehide'));
  });

  test('windows do without each other', () => {
    stubEvents();
    const listener = jest.fn();
    const store = makeStore();
    const stops = [followWindows(store), followLive(listener), store.dispatch(followOtherTabs())];
    StubEvents.latest.says('sold', 4);
    expect(listener).toHaveBeenCalledWith({ kind: 'sold', ids: [4] });
    store.dispatch(sessionStarted(7));
    for (const stop of stops) stop();
  });

  test('sessions start and end, and a closed pop-up stays closed on this page', () => {
    const store = makeStore();
    store.dispatch(startAdminSession('the-token'));
    expect(makeStore().getState().adminSession.token).toBe('the-token');
    store.dispatch(sessionStarted(7));
    typedTexts.keep('7/contact', { text: 'Hello' });
    expect(typedTexts.get('7/contact')).toEqual({ text: 'Hello' });
    store.dispatch(leaveSession());
    expect(store.getState().session.userId).toBeNull();
    expect(typedTexts.get('7/contact')).toBeNull();
    decline();
    expect(isDecided()).toBe(true);
    dismissal.keep();
    expect(dismissal.get()).toBe(true);
  });
});

test('a full storage, or one with something else in it, breaks nothing', () => {
  sessionStorage.setItem('typed:7/contact', '{');
  expect(typedTexts.get('7/contact')).toBeNull();
  const full = new Proxy(sessionStorage, {
    set() {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    },
  });
  const storage = jest.spyOn(window, 'sessionStorage', 'get').mockReturnValue(full);
  typedTexts.keep('7/register', { name: 'Mira' });
  decline();
  storage.mockRestore();
  expect(typedTexts.get('7/register')).toBeNull();
  expect(isDecided()).toBe(false);
});
