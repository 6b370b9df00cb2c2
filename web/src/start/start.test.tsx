import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';

// The page's first script would load the app by itself. Here the test decides when it comes.
jest.mock('./import-part', () => ({ importPart: () => new Promise(() => {}) }));

/** Keys, of which some are chosen from the start, and one of two answers. */
function Choices() {
  const [keys, setKeys] = useState(['C']);
  const [answer, setAnswer] = useState('No');
  const [presses, setPresses] = useState<number[]>([]);
  const [searches, setSearches] = useState(0);
  useEffect(() => void window.dispatchEvent(new Event('shop-alive')), []);
  const toggled = (key: string) => (keys.includes(key) ? keys.filter((entry) => entry !== key) : [...keys, key]);
  return (
    <>
      {['A', 'C', 'F'].map((key) => (
        <label key={key}>
          <input type="checkbox" checked={keys.includes(key)} onChange={() => setKeys(toggled(key))} />
          {key}
        </label>
      ))}
      {['Yes', 'No'].map((reply) => (
        <label key={reply}>
          <input type="radio" name="master" checked={answer === reply} onChange={() => setAnswer(reply)} />
          {reply}
        </label>
      ))}
      <p>{`${keys.join(' ')}, ${answer}`}</p>
      <button type="button" onClick={({ clientX }) => setPresses([...presses, clientX])}>
        Press
      </button>
      <p data-testid="presses">{presses.join(' ')}</p>
      <form
        aria-label="Search"
        action="/"
        onSubmit={(event) => {
          event.preventDefault();
          setSearches(searches + 1);
        }}
      />
      <p>{searches} searches</p>
      <form aria-label="Elsewhere" action="/elsewhere" />
    </>
  );
}

/** Tells the open page that it was painted. */
let paint: () => void;
const listened = jest.spyOn(window, 'addEventListener');
afterEach(() => {
  for (const [kind, listener, options] of listened.mock.calls) window.removeEventListener(kind, listener, options);
  listened.mockClear();
  document.head.replaceChildren();
});

/**
 * Opens a page with its first script, as the server sends it.
 * @returns lets the app arrive
 */
function openPage(html = renderToString(<Choices />)) {
  document.body.innerHTML = `<div id="root" data-app="/app.js" data-parts="" data-page-parts="">${html}</div>`;
  const observer = class {
    constructor(hears: (paints: unknown, observer: unknown) => void) {
      paint = () => hears([], this);
    }
    observe() {}
    disconnect() {}
  };
  window.PerformanceObserver = observer as never;
  jest.isolateModules(() => void jest.requireActual('./main'));
  return async () => {
    await act(async () => void hydrateRoot(document.getElementById('root')!, <Choices />, { onRecoverableError() {} }));
    // The app performs the kept acts in a task of their own.
    await act(() => new Promise((resolve) => setTimeout(resolve)));
  };
}

const press = (name: string) => fireEvent.click(within(document.body).getByLabelText(name));
const chosen = () =>
  [...document.querySelectorAll('input')]
    .filter(({ checked }) => checked)
    .map(({ parentElement }) => parentElement!.textContent)
    .join(' ');

afterEach(cleanup);

test.each([
  ['one more', ['A'], 'C A, No', 'A C No'],
  ['one less', ['C'], ', No', 'No'],
  ['there and back', ['A', 'A', 'C', 'C'], 'C, No', 'C No'],
  ['one of two', ['Yes'], 'C, Yes', 'C Yes'],
  ['one of two, and back', ['Yes', 'No'], 'C, No', 'C No'],
  ['one of two, thrice', ['Yes', 'No', 'Yes'], 'C, Yes', 'C Yes'],
  ['several', ['Yes', 'F', 'C'], 'F, Yes', 'F Yes'],
])('boxes and buttons that are changed before the app is there stay so: %s', async (_what, pressed, known, outcome) => {
  const arrives = openPage();
  pressed.forEach(press);
  await arrives();
  expect(screen.getByText(known)).toBeInTheDocument();
  expect(chosen()).toBe(outcome);
  // The app continues from that state.
  press(outcome.includes('Yes') ? 'No' : 'Yes');
  expect(screen.getByText(/,/)).toHaveTextContent(outcome.includes('Yes') ? /No$/ : /Yes$/);
});

test('a button that is pressed twice before the app is there acts once, where it was pressed last', async () => {
  const arrives = openPage();
  const button = () => within(document.body).getByRole('button', { name: 'Press' });
  for (const clientX of [20, 50]) fireEvent.click(button(), { clientX });
  await arrives();
  expect(screen.getByTestId('presses')).toHaveTextContent(/^50$/);
  fireEvent.click(button(), { clientX: 70 });
  expect(screen.getByTestId('presses')).toHaveTextContent(/^50 70$/);
});

test('what was done early is done where React replaces the page, because the server rendered another one', async () => {
  const arrives = openPage(renderToString(<Choices />).replace('searches', 'finds'));
  jest.spyOn(console, 'error').mockImplementation(); // React tells of the difference
  const early = within(document.body).getByRole('button', { name: 'Press' });
  fireEvent.click(early, { clientX: 20 });
  for (const name of ['F', 'Yes']) press(name);
  fireEvent.submit(within(document.body).getByRole('form', { name: 'Search' }));
  await arrives();
  expect(early).not.toBeInTheDocument();
  expect(screen.getByTestId('presses')).toHaveTextContent(/^20$/);
  expect(screen.getByText('C F, Yes')).toBeInTheDocument();
  expect(chosen()).toBe('C F Yes');
  expect(screen.getByText('1 searches')).toBeInTheDocument();
});

test('a form of this page waits for the app, one that leads to another page does not', async () => {
  const arrives = openPage();
  const isLeftToTheBrowser = (name: string) => fireEvent.submit(within(document.body).getByRole('form', { name }));
  expect(isLeftToTheBrowser('Search')).toBe(false);
  expect(isLeftToTheBrowser('Elsewhere')).toBe(true);
  await arrives();
  expect(screen.getByText('1 searches')).toBeInTheDocument();
});

describe('the app is asked for', () => {
  const load = () => window.dispatchEvent(new Event('load'));
  const isAskedFor = () => document.head.querySelector('link[rel="modulepreload"][href="/app.js"]') !== null;
  const after = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  beforeEach(() => {
    jest.useFakeTimers();
    openPage();
  });
  afterEach(() => jest.useRealTimers());

  test.each([
    ['has loaded', () => load(), () => paint()],
    ['is painted', () => paint(), () => load()],
  ])('once the page is painted and has loaded: first it %s', async (_what, first, second) => {
    first();
    await after(999);
    expect(isAskedFor()).toBe(false);
    second();
    await after(1);
    expect(isAskedFor()).toBe(true);
  });

  test.each([
    ['has loaded', () => load()],
    ['is painted', () => paint()],
  ])('a second after the page %s, when the other does not come', async (_what, only) => {
    only();
    await after(999);
    expect(isAskedFor()).toBe(false);
    await after(1);
    expect(isAskedFor()).toBe(true);
  });

  test('at the first touch', async () => {
    fireEvent.pointerDown(document.body);
    await after(0);
    expect(isAskedFor()).toBe(true);
  });
});

test('where site data are blocked, a lost app is told at once, as a page that cannot count would load itself without end', () => {
  const storage = jest.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  });
  openPage();
  const app = document.head.appendChild(Object.assign(document.createElement('script'), { type: 'module' }));
  fireEvent.error(app);
  expect(screen.getByRole('heading', { name: 'The shop could not be loaded' })).toBeInTheDocument();
  storage.mockRestore();
});
