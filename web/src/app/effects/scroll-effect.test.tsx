import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
import { RENDERED_PAGE_ID } from '../rendered-page';
import { ScrollEffect } from './ScrollEffect';

let scrolledTo: number[];
/** How far the page can be scrolled. */
let height: number;
const moveTo = (top: number) => {
  window.scrollY = Math.min(top, height);
  fireEvent.scroll(window);
};

beforeEach(() => {
  sessionStorage.clear();
  scrolledTo = [];
  height = Infinity;
  window.scrollTo = ((to: ScrollToOptions) => {
    scrolledTo.push(to.top!);
    moveTo(to.top!);
  }) as typeof window.scrollTo;
});
afterEach(() => jest.restoreAllMocks());

type State = { key: string; idx: number } | null;

/**
 * Loads the present entry of the history. `missing`: the server did not find its page.
 * @returns ends the page at a scroll position
 */
function load({ missing = false } = {}) {
  window.scrollY = 0;
  scrolledTo = [];
  const { unmount } = render(
    <BrowserRouter>
      <Routes {...(missing && { location: '/nowhere' })}>
        <Route path="*" element={<Page />} />
      </Routes>
    </BrowserRouter>,
  );
  return (top: number) => {
    moveTo(top);
    fireEvent(window, new Event('pagehide'));
    unmount();
    return window.history.state as State;
  };
}

/** Types an address, or follows a link from outside. */
function open(address: string, options?: { missing: boolean }) {
  window.history.pushState(null, '', address);
  return load(options);
}
/** Loads an entry again, by a reload or by a step back from another document. */
function loadAgain(address: string, state: State, options?: { missing: boolean }) {
  window.history.replaceState(state, '', address);
  return load(options);
}

const Page = () => (
  <>
    <ScrollEffect />
    <Link to="/faq">FAQ</Link>
    <h2 id="one">The first</h2>
    <h2 id="two">The second</h2>
  </>
);

test('after a reload or Back, a page has its earlier scroll position', () => {
  const state = open('/account?tab=data')(700);
  loadAgain('/account?tab=data', state);
  expect(scrolledTo).toEqual([700]);
});

test('a newly opened address begins at its top, even when this tab has shown it before', () => {
  open('/account?tab=data')(700);
  open('/account?tab=data');
  expect(scrolledTo).toEqual([]);
});

test('missing addresses have a place each', () => {
  const state = open('/track/404', { missing: true })(700);
  open('/track/405', { missing: true })(300);
  loadAgain('/track/404', state, { missing: true });
  expect(scrolledTo).toEqual([700]);
});

test('an address with a broken anchor opens its page', () => {
  expect(() => open('/faq#100%')).not.toThrow();
});

test('a page opened at a section scrolls to it, unless the server rendered it and the browser has scrolled already', () => {
  const texts: string[] = [];
  Element.prototype.scrollIntoView = function () {
    texts.push(this.id);
  };
  open('/terms#one');
  expect(texts).toEqual(['one']);
  const rendered = document.body.appendChild(Object.assign(document.createElement('script'), { id: RENDERED_PAGE_ID }));
  open('/terms#two');
  expect(texts).toEqual(['one']);
  rendered.remove();
});

test('a link to a section scrolls there; Back restores the earlier position, and the link works again', async () => {
  const texts: string[] = [];
  Element.prototype.scrollIntoView = function () {
    texts.push(this.id);
  };
  open('/terms');
  moveTo(100);
  // Follows a link to a section as the browser does, without the router.
  const follow = (section: string) =>
    act(async () => {
      window.history.pushState(null, '', `#${section}`);
      window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
    });
  await follow('one');
  moveTo(400);
  await follow('two');
  moveTo(900);
  expect(texts).toEqual(['one', 'two']);
  window.history.back();
  await waitFor(() => expect(scrolledTo).toEqual([400]));
  await follow('two');
  expect(texts).toEqual(['one', 'two', 'two']);
});

test('a new page begins at its top', async () => {
  open('/shop');
  moveTo(700);
  await userEvent.click(screen.getByRole('link', { name: 'FAQ' }));
  expect(scrolledTo).toEqual([0]);
});

test.each(['wheel', 'pointerdown', 'keydown'])('a page that still grows back leaves off at a %s', (act) => {
  const frames = new Map<number, FrameRequestCallback>();
  jest.spyOn(window, 'requestAnimationFrame').mockImplementation((draw) => (frames.set(frames.size, draw), frames.size - 1));
  jest.spyOn(window, 'cancelAnimationFrame').mockImplementation((frame) => void frames.delete(frame));
  const state = open('/shop')(700);
  height = 200;
  loadAgain('/shop', state);
  expect(frames.size).toBe(1);
  fireEvent(window, new Event(act));
  expect(frames.size).toBe(0);
});
