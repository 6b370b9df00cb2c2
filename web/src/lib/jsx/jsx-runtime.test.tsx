import { render } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { translate } from '../../../../test/text/translate';

const Box = ({ children }: { children: ReactNode }) => <section>{children}</section>;
const Busy = ({ children, busy }: { children: ReactNode; busy: boolean }) => (
  <button type="button">
    {busy && <i />}
    {children}
  </button>
);

/** Draws the first state, translates the page, and draws the other: it must look like a page that began with that one. */
function shownAfter(first: ReactNode, then: ReactNode) {
  const { container, rerender, unmount } = render(<main>{first}</main>);
  const stop = translate(container);
  rerender(<main>{then}</main>);
  stop();
  const html = container.innerHTML.replaceAll(/<\/?font>/g, '');
  unmount();
  expect(html).toBe(render(<main>{then}</main>).container.innerHTML);
}

describe('a translated page changes as any other', () => {
  const changes = (title: string, first: ReactNode, then: ReactNode) => test(title, () => shownAfter(first, then));

  changes('an element comes before a text', <p>{false}Log in</p>, <p>{<i />}Log in</p>);
  changes('an element of a component comes before its text', <Busy busy={false}>Send</Busy>, <Busy busy>Send</Busy>);
  changes(
    'a text beside an element goes',
    <p>
      {'-10 %'}
      <b />
    </p>,
    <p>
      {null}
      <b />
    </p>,
  );
  changes('a text beside a text changes', <p>{2} tracks</p>, <p>{3} tracks</p>);
  changes(
    'a text beside an element changes',
    <p>
      <b /> {2} tracks
    </p>,
    <p>
      <b /> {3} tracks
    </p>,
  );
  changes(
    'a text becomes an element',
    <p>
      <b />
      {'None'}
    </p>,
    <p>
      <b />
      <i />
    </p>,
  );
  changes(
    'a text of a fragment goes',
    <p>
      <>{'Sold'}</>
      <b />
    </p>,
    <p>
      <>{null}</>
      <b />
    </p>,
  );
  changes(
    'the texts of a list change',
    <p>
      {['a', 'b']}
      <b />
    </p>,
    <p>
      {['a', 'c', 'd']}
      <b />
    </p>,
  );
  changes(
    'the texts that a component is given change',
    <Box>
      {2} of <b>9</b>
    </Box>,
    <Box>
      {3} of <b>9</b>
    </Box>,
  );
});

test('what React makes by itself does not survive the translation', () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const button = (busy: boolean) => createElement('button', null, busy && createElement('i'), 'Send');
  const { container, rerender } = render(button(false));
  translate(container)();
  expect(() => rerender(button(true))).toThrow('The child can not be found in the parent.');
  jest.restoreAllMocks();
});

test('texts alone become one, and a text beside an element gets an element of its own', () => {
  expect(
    renderToString(
      <p>
        {2} tracks{null}
      </p>,
    ),
  ).toBe('<p>2 tracks</p>');
  expect(
    renderToString(
      <p>
        {2} of <b>9</b>
      </p>,
    ),
  ).toBe('<p><bare-text>2 of </bare-text><b>9</b></p>');
});

test('an element stays the same while the texts beside it come and go', () => {
  const Page = ({ text }: { text?: string }) => (
    <p>
      {text}
      {text}
      <input />
    </p>
  );
  const { container, rerender } = render(<Page />);
  const input = container.querySelector('input');
  rerender(<Page text="Name" />);
  expect(container.querySelector('input')).toBe(input);
  expect(container).toHaveTextContent('NameName');
});
