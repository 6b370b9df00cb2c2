import { act, screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { addToCart } from '#features/lists/cart-actions.ts';
import { aShop } from '#testing/a-shop.ts';
import { aTrack } from '#testing/a-track.ts';
import { renderAt, signedInAs } from '#testing/render.tsx';
import { projectChosen } from '../api/project-choices';
import { moveCoverToCart } from './move-cover';

const tracks = [
  aTrack({ id: 1, name: 'Undertow', price: 299, project_name: 'FL Studio' }),
  aTrack({ id: 2, name: 'Harbour', price: 499, project_name: 'Ableton Live' }),
];
const patches = (calls: ReturnType<typeof aShop>) => calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);

function Place() {
  const { pathname, state } = useLocation();
  return <p>{`${pathname} ${JSON.stringify(state)}`}</p>;
}

async function added(cart: number[]) {
  signedInAs(7);
  const calls = aShop({ tracks, cart });
  const view = renderAt(<p>The shop</p>, { at: '/shop', routes: [{ path: '/checkout', element: <Place /> }] });
  act(() => void view.store.dispatch(projectChosen({ userId: 7, id: 2, yes: true })));
  await act(() => view.store.dispatch(addToCart(tracks[0]!)));
  const message = await screen.findByText('Undertow Added to Cart');
  const tray = within(message.closest<HTMLElement>('[class*=Toastify__toast]')!);
  return { ...view, calls, tray };
}

test('a track that was put into the cart is shown with what the cart costs, and can be taken out again', async () => {
  const { user, calls, tray } = await added([2]);
  expect(await tray.findByText('2 tracks')).toBeVisible();
  expect(await tray.findByText('$898.00')).toBeVisible();

  await user.click(tray.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('The product was removed from the shopping cart')).toBeVisible();
  expect(patches(calls)).toEqual([{ add: [1] }, { remove: [1] }]);
});

test('the checkout opens with the projects that were chosen before', async () => {
  const { user, tray } = await added([2]);
  await user.click(await tray.findByRole('link', { name: 'Checkout' }));
  expect(await screen.findByText(`/checkout ${JSON.stringify({ userId: 7, projectSelections: { 2: true } })}`)).toBeVisible();
});

test('only the message is read out, not the total that follows', async () => {
  const { tray } = await added([]);
  const region = (text: string) => tray.getByText(text).closest('[aria-live]')!.getAttribute('aria-live');
  await tray.findByText('$299.00');
  expect(region('Undertow Added to Cart')).toBe('polite');
  expect([region('$299.00'), region('Undo'), region('1 track')]).toEqual(['off', 'off', 'off']);
});

describe('the cover', () => {
  const moves: { from: string; transform: unknown }[] = [];
  const still = (matches: boolean) => jest.spyOn(window, 'matchMedia').mockReturnValue({ matches } as MediaQueryList);
  const rect = (left: number, top: number, width: number) => () => ({ left, top, width, height: width }) as DOMRect;

  beforeEach(() => {
    moves.length = 0;
    Element.prototype.animate = function (this: HTMLElement, frames: PropertyIndexedKeyframes) {
      moves.push({ from: `${this.style.left} ${this.style.top}`, transform: frames.transform });
      return {} as Animation;
    };
  });
  afterEach(() => {
    jest.restoreAllMocks();
    Reflect.deleteProperty(Element.prototype, 'animate');
    document.querySelectorAll('body > img').forEach((picture) => picture.remove());
  });

  /** A page of a track, whose box with the button holds no picture, beside the header's icon. */
  function open() {
    const page = renderAt(
      <>
        <button id="cart-button">Cart</button>
        <main id="main">
          <article>
            <img src="/covers/1.webp" alt="Cover of Undertow" />
            <section aria-label="Buy this track">
              <button>Add Undertow to cart</button>
            </section>
          </article>
        </main>
        <div data-track={2}>
          <img src="/covers/2.webp" alt="Cover of Harbour" />
        </div>
      </>,
    );
    screen.getByText('Cart').getBoundingClientRect = rect(900, 10, 44);
    screen.getByAltText('Cover of Undertow').getBoundingClientRect = rect(100, 200, 440);
    screen.getByAltText('Cover of Harbour').getBoundingClientRect = rect(20, 700, 88);
    return page;
  }

  test('moves from where its track was put into the cart to the icon', async () => {
    still(false);
    const { user } = open();
    await user.click(screen.getByRole('button', { name: 'Add Undertow to cart' }));
    moveCoverToCart(1);
    expect(moves).toEqual([{ from: '100px 200px', transform: ['none', 'translate(800px, -190px) scale(0.1)'] }]);
    expect(document.querySelector('body > img')).toHaveAttribute('aria-hidden', 'true');
  });

  test('is found by its track where the browser gives a pressed button no focus', () => {
    still(false);
    open();
    moveCoverToCart(2);
    expect(moves).toEqual([{ from: '20px 700px', transform: ['none', 'translate(880px, -690px) scale(0.5)'] }]);
  });

  test('is found on the page of its track, whose button has made way for another one', () => {
    still(false);
    window.history.replaceState(null, '', '/track/1');
    open();
    moveCoverToCart(1);
    expect(moves).toEqual([{ from: '100px 200px', transform: ['none', 'translate(800px, -190px) scale(0.1)'] }]);
    window.history.replaceState(null, '', '/');
  });

  test('stays where it is for those who ask for less motion', async () => {
    still(true);
    const { user } = open();
    await user.click(screen.getByRole('button', { name: 'Add Undertow to cart' }));
    moveCoverToCart(1);
    expect(moves).toEqual([]);
    expect(document.querySelector('body > img')).toBeNull();
  });
});

test('a session that ends takes the message away', async () => {
  const { store } = await added([]);
  act(() => void store.dispatch({ type: 'session/sessionEnded', payload: undefined }));
  await waitFor(() => expect(store.getState().session.userId).toBeNull());
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Checkout' })).toBeNull());
});
