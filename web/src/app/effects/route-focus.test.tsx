import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { BrowserRouter, Link, MemoryRouter, Route, Routes } from 'react-router-dom';
import { Dialog } from '#ui/overlay/Dialog.tsx';
import { RouteFocus } from './RouteFocus';

/** A login outside of the frame, and two pages inside it. */
const shop = (first: string) => (
  <MemoryRouter initialEntries={[{ pathname: first, key: 'kept-by-the-browser' }]}>
    <Routes>
      <Route path="/login" element={<Link to="/sales">Log in</Link>} />
      {['/sales', '/people'].map((path) => (
        <Route
          key={path}
          path={path}
          element={
            <>
              <RouteFocus />
              <main id="main">
                <h1>{path}</h1>
                <Link to="/people">People</Link>
              </main>
            </>
          }
        />
      ))}
    </Routes>
  </MemoryRouter>
);

test('a page that is loaded or reloaded leaves the focus to the browser, so that Tab starts at the skip link', () => {
  render(shop('/sales'));
  expect(document.body).toHaveFocus();
});

test('a new page gets the focus at its heading, even when its frame is new', async () => {
  const user = userEvent.setup();
  render(shop('/login'));
  await user.click(screen.getByRole('link', { name: 'Log in' }));
  expect(screen.getByRole('heading', { name: '/sales' })).toHaveFocus();
  await user.click(screen.getByRole('link', { name: 'People' }));
  expect(screen.getByRole('heading', { name: '/people' })).toHaveFocus();
});

test.each([
  ['gets the focus once it is there', false],
  ['leaves the focus where somebody has moved it', true],
])('a heading that comes later %s', async (_what, moved) => {
  function Slow() {
    const [loaded, setLoaded] = useState(false);
    return (
      <>
        {loaded && <h1>Order 7</h1>}
        <button onMouseEnter={() => setLoaded(true)}>Back</button>
      </>
    );
  }
  const user = userEvent.setup();
  render(
    <MemoryRouter>
      <main id="main">
        <Routes>
          <Route path="/order" element={<Slow />} />
          <Route path="*" element={<Link to="/order">Order 7</Link>} />
        </Routes>
      </main>
      <RouteFocus />
    </MemoryRouter>,
  );
  await user.click(screen.getByRole('link'));
  expect(screen.getByRole('main')).toHaveFocus();
  const back = screen.getByRole('button');
  if (moved) back.focus();
  await user.hover(back);
  const heading = await screen.findByRole('heading', { name: 'Order 7' });
  if (moved) {
    await new Promise((resolve) => setTimeout(resolve)); // the observers of the page run first
    expect(back).toHaveFocus();
  } else await waitFor(() => expect(heading).toHaveFocus());
});

test('a page opened from a dialog gets the focus once the dialog has closed', async () => {
  function WithDialog() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button onClick={() => setOpen(true)}>Log In</button>
        <Dialog title="Log in" open={open} onOpenChange={setOpen}>
          <Link to="/forgotten">Forgot Password?</Link>
        </Dialog>
        <main id="main">
          <Routes>
            <Route path="/forgotten" element={<h1>Forgot Password</h1>} />
            <Route path="*" element={<h1>Home</h1>} />
          </Routes>
        </main>
        <RouteFocus />
      </>
    );
  }
  const user = userEvent.setup();
  render(
    <BrowserRouter>
      <WithDialog />
    </BrowserRouter>,
  );
  await user.click(screen.getByRole('button', { name: 'Log In' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Log In' })).toHaveFocus());
  await user.keyboard('{Enter}');
  await user.click(screen.getByRole('link', { name: 'Forgot Password?' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Forgot Password' })).toHaveFocus());
});
