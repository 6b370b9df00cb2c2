import { fireEvent, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { ScrollKeeper } from './ScrollKeeper';

/** Loads an address anew, as typing it or a link in a mail does. → where the page was scrolled to */
function load(address: string): { scrolledTo: number[]; leaveAt: (top: number) => void } {
  const scrolledTo: number[] = [];
  window.scrollTo = ((to: ScrollToOptions) => {
    scrolledTo.push(to.top!);
    window.scrollY = to.top!;
  }) as typeof window.scrollTo;
  window.scrollY = 0;
  const { unmount } = render(
    <MemoryRouter initialEntries={[address]}>
      <ScrollKeeper />
    </MemoryRouter>,
  );
  return {
    scrolledTo,
    leaveAt(top) {
      window.scrollY = top;
      fireEvent.scroll(window);
      fireEvent(window, new Event('pagehide'));
      unmount();
    },
  };
}

beforeEach(() => sessionStorage.clear());

test('a page that is loaded anew finds the place where one was', () => {
  load('/account?tab=data').leaveAt(700);
  expect(load('/account?tab=data').scrolledTo).toEqual([700]);
});

test('an address with a broken anchor opens its page', () => {
  expect(() => load('/faq#100%')).not.toThrow();
});

test('another page that is opened in the same tab begins at its top', () => {
  load('/account?tab=data').leaveAt(700);
  expect(load('/shop').scrolledTo).not.toContain(700);
});
