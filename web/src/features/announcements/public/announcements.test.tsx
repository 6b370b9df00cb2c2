import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useDismiss } from '#lib/layers/use-dismiss.ts';
import { renderAt } from '#testing/render.tsx';
import { stubServer } from '#testing/stub-server.ts';
import { Dialog } from '#ui/overlay/Dialog.tsx';
import { AnnouncementPopup } from './AnnouncementPopup';

const anAnnouncement = (id: number, over: object = {}) => ({
  id,
  title: `News ${id}`,
  content: 'Four tracks this week.',
  image_path: null,
  is_active: true,
  created_at: '2026-11-20T10:00:00.000Z',
  ...over,
});

function open(answer: Parameters<typeof stubServer>[0][string], ui = <AnnouncementPopup />) {
  const calls = stubServer({ 'GET /api/announcements/active': answer });
  return { ...renderAt(ui), calls };
}
const news = (...list: object[]) => ({ body: list });

beforeEach(() => sessionStorage.clear());
afterEach(() => jest.useRealTimers());

test('the first one is shown with its picture, title and text', async () => {
  open(news(anAnnouncement(1, { image_path: '/media/notifications/a.webp', content: 'Sold **once**.' })));
  const popup = await screen.findByRole('region', { name: 'News 1' });
  expect(popup.querySelector('img')).toHaveAttribute('src', '/media/notifications/a.webp');
  expect(screen.getByText('once').tagName).toBe('STRONG');
  expect(screen.queryByRole('button', { name: 'Next announcement' })).toBeNull();
});

test('links open in new tabs, addresses of other schemes are blanked, markup stays text', async () => {
  open(
    news(
      anAnnouncement(1, {
        content:
          '[shop](/shop) [out](https://example.com) [bad](javascript:alert(1)) [mail](mailto:a@b.cd) <b onclick="x()">bold</b>',
      }),
    ),
  );
  await screen.findByRole('region');
  const address = (name: string) => screen.getByText(name).getAttribute('href');
  expect([address('shop'), address('out'), address('bad'), address('mail')]).toEqual([
    '/shop',
    'https://example.com',
    '',
    'mailto:a@b.cd',
  ]);
  for (const name of ['shop', 'out', 'mail']) {
    expect(screen.getByText(name)).toHaveAttribute('target', '_blank');
    expect(screen.getByText(name)).toHaveAttribute('rel', 'noopener noreferrer');
  }
  expect(document.querySelector('b')).toBeNull();
});

test('the arrows go round', async () => {
  const { user } = open(news(anAnnouncement(1), anAnnouncement(2), anAnnouncement(3)));
  await screen.findByRole('region', { name: 'News 1' });
  await user.click(screen.getByRole('button', { name: 'Previous announcement' }));
  expect(screen.getByRole('region', { name: 'News 3' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Next announcement' }));
  await user.click(screen.getByRole('button', { name: 'Next announcement' }));
  expect(screen.getByRole('region', { name: 'News 2' })).toBeVisible();
});

test.each([
  ['its button', (user: ReturnType<typeof open>['user']) => user.click(screen.getByRole('button', { name: 'Close' }))],
  ['Escape', (user: ReturnType<typeof open>['user']) => user.keyboard('{Escape}')],
])('closed by %s it stays away for the session', async (_, close) => {
  const { user, unmount } = open(news(anAnnouncement(1)));
  await waitFor(() => expect(screen.getByRole('region')).toHaveFocus());
  await close(user);
  expect(screen.queryByRole('region')).toBeNull();
  unmount();
  open(news(anAnnouncement(1)));
  await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
  expect(screen.queryByRole('region')).toBeNull();
});

test('a visitor who is typing is not interrupted', async () => {
  const { user } = open(
    { body: [anAnnouncement(1)] },
    <>
      <input aria-label="Search" autoFocus />
      <AnnouncementPopup />
    </>,
  );
  await screen.findByRole('region');
  await user.keyboard('techno');
  expect(screen.getByLabelText('Search')).toHaveValue('techno');
});

test('an Escape that empties a search or ends a composition does not close it', async () => {
  const { user } = open(
    { body: [anAnnouncement(1)] },
    <>
      <input type="search" aria-label="Search" autoFocus />
      <AnnouncementPopup />
    </>,
  );
  await screen.findByRole('region');
  const search = screen.getByRole('searchbox');
  fireEvent.keyDown(search, { key: 'Escape', isComposing: true });
  await user.keyboard('techno{Escape}');
  expect(screen.getByRole('region')).toBeVisible();
  await user.clear(search); // the browser empties the field at that Escape
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('region')).toBeNull();
});

test('Escape closes it from anywhere, but an open menu first', async () => {
  function Page() {
    const [open, setOpen] = useState(false);
    const area = useRef<HTMLDivElement>(null);
    useDismiss(area, open, () => setOpen(false));
    return (
      <>
        <div ref={area}>
          <button aria-expanded={open} onClick={() => setOpen(true)}>
            Cart
          </button>
        </div>
        <AnnouncementPopup />
      </>
    );
  }
  const { user } = open(news(anAnnouncement(1)), <Page />);
  await screen.findByRole('region', { name: 'News 1' });
  const cart = screen.getByRole('button', { name: 'Cart' });
  await user.click(cart);
  await user.keyboard('{Escape}');
  expect(cart).toHaveAttribute('aria-expanded', 'false');
  expect(screen.getByRole('region', { name: 'News 1' })).toBeVisible();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('region', { name: 'News 1' })).toBeNull();
  expect(cart).toHaveFocus();
});

test('it comes back after a dialog without taking the focus that the dialog returns', async () => {
  function Page() {
    const [login, setLogin] = useState(false);
    return (
      <>
        <button onClick={() => setLogin(true)}>Log In</button>
        <Dialog title="Log in" open={login} onOpenChange={setLogin}>
          …
        </Dialog>
        <AnnouncementPopup />
      </>
    );
  }
  const { user } = open(news(anAnnouncement(1)), <Page />);
  await screen.findByRole('region', { name: 'News 1' });
  await user.click(screen.getByRole('button', { name: 'Log In' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'News 1' })).toBeNull());
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('region', { name: 'News 1' })).toBeVisible();
  await act(() => new Promise((later) => setTimeout(later, 200)));
  expect(screen.getByRole('button', { name: 'Log In' })).toHaveFocus();
});

test('it waits while a dialog is open', async () => {
  function Page() {
    const [login, setLogin] = useState(true);
    return (
      <>
        <Dialog title="Log in" open={login} onOpenChange={setLogin}>
          …
        </Dialog>
        <AnnouncementPopup />
      </>
    );
  }
  const { user, calls } = open(news(anAnnouncement(1)), <Page />);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(screen.getByRole('dialog', { name: 'Log in' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'News 1' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(await screen.findByRole('region', { name: 'News 1' })).toBeVisible();
});

test.each(['/checkout', '/order-success'])('it does not cover what %s says of a payment, and comes afterwards', async (at) => {
  const calls = stubServer({ 'GET /api/announcements/active': news(anAnnouncement(1)) });
  const page = (
    <>
      <Link to="/shop">Shop</Link>
      <AnnouncementPopup />
    </>
  );
  const { user } = renderAt(page, { at });
  await waitFor(() => expect(calls).toHaveLength(1));
  await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
  expect(screen.queryByRole('region', { name: 'News 1' })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Shop' }));
  expect(await screen.findByRole('region', { name: 'News 1' })).toBeVisible();
});

test('without announcements nothing is shown', async () => {
  const { calls } = open(news());
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(screen.queryByRole('region')).toBeNull();
});

test.each([
  ['a broken server', { status: 500 }],
  ['no network', () => 'network-error' as const],
])('%s is said for five seconds', async (_, answer) => {
  jest.useFakeTimers();
  open(answer);
  expect(await screen.findByText('Failed to load announcements')).toBeVisible();
  await act(() => jest.advanceTimersByTimeAsync(4500));
  expect(screen.getByText('Failed to load announcements')).toBeVisible();
  await act(() => jest.advanceTimersByTimeAsync(600));
  expect(screen.queryByText('Failed to load announcements')).toBeNull();
});

test('it waits while the menu is open', async () => {
  const Page = () => {
    const [open, setOpen] = useState(true);
    return (
      <>
        <nav id="menu" data-open={open}>
          <button onClick={() => setOpen(!open)}>menu</button>
        </nav>
        <AnnouncementPopup />
      </>
    );
  };
  const { user, calls } = open(news(anAnnouncement(1)), <Page />);
  await waitFor(() => expect(calls).toHaveLength(1));
  await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
  expect(screen.queryByRole('region', { name: 'News 1' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'menu' }));
  expect(await screen.findByRole('region', { name: 'News 1' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'menu' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'News 1' })).toBeNull());
});
