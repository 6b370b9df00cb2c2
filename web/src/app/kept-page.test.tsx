import { PAGES } from '@shop/contracts/pages';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import { startWindowEffects } from '#lib/layers/keep-window.ts';
import { aConfig } from '#testing/answers.ts';
import { signedInAs } from '#testing/render.tsx';
import { stubServer } from '#testing/stub-server.ts';
import { AppRoutes } from './AppRoutes';
import { makeStore } from './store';

/** What loading the code of two pages does. */
let loadPart: () => Promise<() => React.ReactElement>;
jest.mock('./page-chunks', () => {
  const { PAGE_CHUNKS } = jest.requireActual<typeof import('./page-chunks')>('./page-chunks');
  return { PAGE_CHUNKS: { ...PAGE_CHUNKS, faq: () => loadPart(), terms: () => loadPart() } };
});
const lost = () => Promise.reject(new TypeError('Failed to fetch'));
const arrived = () => Promise.resolve(() => <h1>Arrived</h1>);
const NOTICE = 'The page could not be loaded. Please check your connection and try again.';

let online: jest.SpyInstance;
let stop: () => void;
beforeEach(() => {
  signedInAs(null);
  online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  loadPart = lost;
  stubServer({ 'GET /api/config': { body: aConfig() }, 'GET /api/announcements/active': { body: [] } });
});
afterEach(() => {
  online.mockRestore();
  stop();
});

function open(address: string) {
  window.history.replaceState(null, '', address);
  stop = startWindowEffects();
  render(
    <Provider store={makeStore()}>
      <BrowserRouter>
        <AppRoutes />
      </BrowserRouter>
    </Provider>,
  );
  return userEvent.setup();
}
const toFaq = () => within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'FAQ' });

test('the first page of a visit says in its place that it cannot be loaded', async () => {
  document.head.innerHTML = `<meta property="og:url" content="http://localhost${PAGES.terms}">`; // as the gateway sends it
  open(PAGES.terms);
  expect(await screen.findByRole('heading', { name: 'The shop could not load this page' })).toBeInTheDocument();
  expect(window.location.pathname).toBe(PAGES.terms);
  loadPart = arrived;
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByRole('heading', { name: 'Arrived' })).toBeInTheDocument();
  await waitFor(() => expect(document.title).toMatch(/^Terms/));
});

test('a page that cannot be loaded leaves the one before as it is, and says so', async () => {
  const visitor = open('/contact');
  const name = await screen.findByRole('textbox', { name: /name/i });
  await visitor.type(name, 'Yuki');
  for (let press = 0; press < 2; press += 1) {
    await visitor.click(toFaq());
    expect(await screen.findByText(NOTICE)).toBeInTheDocument();
    await waitFor(() => expect(window.location.pathname).toBe('/contact'));
    expect(name).toHaveValue('Yuki');
    expect(name).toBeInTheDocument();
    expect(toFaq()).toHaveFocus();
  }

  online.mockReturnValue(true);
  loadPart = arrived;
  await visitor.click(toFaq());
  expect(await screen.findByRole('heading', { name: 'Arrived' })).toBeInTheDocument();
  expect(window.location.pathname).toBe('/faq');
});
