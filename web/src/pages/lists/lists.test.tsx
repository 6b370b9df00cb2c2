import { act, screen, waitFor, within } from '@testing-library/react';
import { SessionEffect } from '#app/effects/SessionEffect.tsx';
import { addToCart } from '#features/lists/cart-actions.ts';
import { api } from '#lib/calls/api.ts';
import { cachedWishlist, cacheWishlist } from '#features/lists/wishlist-cache.ts';
import { detailsApi } from '#features/session/details-api.ts';
import { WISHLIST_KEY } from '#features/session/session.ts';
import { refusal } from '#testing/answers.ts';
import { aTrack } from '#testing/a-track.ts';
import { aShop } from '#testing/a-shop.ts';
import { aDetails, aUser } from '#testing/a-user.ts';
import { renderAt, signedInAs } from '#testing/render.tsx';
import { resumeInterrupted, useTrackActions } from '#features/lists/use-track-actions.ts';
import { CartPage } from './CartPage';
import { WishlistPage } from './WishlistPage';

const track = aTrack();
const edits = (calls: ReturnType<typeof aShop>) => calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);

/** Stands for any place that offers a track. */
function Offer() {
  const actions = useTrackActions();
  return (
    <>
      <button onClick={() => actions.addToCart(track)}>{actions.inCart('1') ? 'in cart' : 'buy'}</button>
      <button onClick={() => actions.removeFromCart(1)}>take out</button>
      <button onClick={() => actions.toggleWishlist(track)}>{actions.inWishlist(1) ? 'liked' : 'like'}</button>
    </>
  );
}

beforeEach(() => {
  signedInAs(7);
  localStorage.clear();
});

describe('adding and removing', () => {
  test('a visitor is asked to log in, and the click is finished after the login', async () => {
    signedInAs(null);
    const calls = aShop({ cart: [5] });
    const { user, store } = renderAt(<Offer />);
    await user.click(screen.getByRole('button', { name: 'buy' }));
    expect(await screen.findByText('Please log in to add the product to the cart.')).toBeVisible();
    const { interrupted, loginOpen } = store.getState().session;
    expect({ interrupted, loginOpen }).toEqual({
      interrupted: { kind: 'cart', productId: 1, name: 'Undertow' },
      loginOpen: true,
    });

    act(() => void store.dispatch({ type: 'session/sessionStarted', payload: 7 }));
    await act(() => resumeInterrupted(interrupted!, store.dispatch));
    expect(edits(calls)).toEqual([{ add: [1] }]);
    expect(await screen.findByText('Undertow Added to Cart')).toBeVisible();
  });

  test('a visitor cannot like a track either', async () => {
    signedInAs(null);
    aShop({});
    const { user } = renderAt(<Offer />);
    await user.click(screen.getByRole('button', { name: 'like' }));
    expect(await screen.findByText('Please log in to add to wishlist.')).toBeVisible();
  });

  test('a track goes into the cart once', async () => {
    const calls = aShop({ cart: [1] });
    const { user } = renderAt(<Offer />);
    await user.click(await screen.findByRole('button', { name: 'in cart' }));
    expect(await screen.findByText('Undertow is already in the cart')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to Cart' })).toHaveAttribute('href', '/cart');
    expect(edits(calls)).toEqual([]);
  });

  test('a click that was finished after the login only ever adds', async () => {
    const calls = aShop({ wishlist: [1] });
    const { store } = renderAt(<Offer />);
    await act(() => resumeInterrupted({ kind: 'wishlist', productId: 1, name: 'Undertow' }, store.dispatch));
    expect(await screen.findByText('This item is already in your wishlist')).toBeVisible();
    expect(edits(calls)).toEqual([]);
  });

  test('an answer that was on its way before a like does not take it back', async () => {
    const before = aDetails([], []);
    let answer: ((answer: { body: unknown }) => void) | undefined;
    let requestCount = 0;
    const details = () =>
      requestCount++ === 0 ? { body: before } : new Promise<{ body: unknown }>((resolve) => (answer = resolve));
    aShop({}, { 'GET /api/users/7/details': details });
    const { user, store } = renderAt(<Offer />);
    await waitFor(() => expect(requestCount).toBe(1));
    await act(async () => {});
    act(() => void store.dispatch(api.util.invalidateTags(['Wishlist'])));
    await waitFor(() => expect(answer).toBeDefined());
    await user.click(await screen.findByRole('button', { name: 'like' }));
    expect(await screen.findByText(/Added to wishlist/)).toBeVisible();
    await act(async () => answer?.({ body: before }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'liked' })).toBeVisible());
  });

  test('a like that waits for its answer is not shown on the list of a user who has just logged in', async () => {
    let answer!: (response: { body: unknown }) => void;
    aShop(
      {},
      {
        'PATCH /api/wishlist/7': () => new Promise((resolve) => (answer = resolve)),
        'GET /api/users/8/details': { body: aDetails([], [2], aUser({ id: 8 })) },
      },
    );
    const { user, store } = renderAt(
      <>
        <Offer />
        <SessionEffect />
      </>,
    );
    await user.click(screen.getByRole('button', { name: 'like' }));
    expect(await screen.findByRole('button', { name: 'liked' })).toBeVisible();
    await waitFor(() => expect(answer).toBeDefined());
    signedInAs(8);
    act(() => void store.dispatch({ type: 'session/sessionStarted', payload: 8 }));
    const listed = () => detailsApi.endpoints.details.select(8)(store.getState()).data?.wishlist;
    await waitFor(() => expect(listed()).toEqual([{ id: 2 }]));

    const otherTab = new BroadcastChannel('lists');
    otherTab.postMessage({ userId: 8, list: 'wishlist', ids: [2, 3], version: 1 });
    otherTab.close();
    await waitFor(() => expect(listed()).toContainEqual({ id: 3 }));
    const listing = listed();
    answer({ body: { success: true, wishlist: [{ id: 1 }], removed: [], version: 1 } }); // later edits wait for this one
    expect(listing).toEqual([{ id: 2 }, { id: 3 }]);
  });

  test('a like that the server refuses is undone', async () => {
    aShop({}, { 'PATCH /api/wishlist/7': { status: 500 } });
    const { user } = renderAt(<Offer />);
    await user.click(screen.getByRole('button', { name: 'like' }));
    expect(await screen.findByText('Failed to add to wishlist')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'like' })).toBeVisible();
  });

  test('a like whose answer was lost is shown when the server has it', async () => {
    let wishlist: number[] = [];
    aShop(
      {},
      {
        'GET /api/users/7/details': () => ({ body: aDetails([], wishlist) }),
        'PATCH /api/wishlist/7': () => {
          wishlist = [1];
          return 'network-error';
        },
      },
    );
    const { user } = renderAt(<Offer />);
    await user.click(screen.getByRole('button', { name: 'like' }));
    expect(await screen.findByText('Failed to add to wishlist')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'liked' })).toBeVisible();
  });

  test('the heart adds to the wishlist and removes from it', async () => {
    const calls = aShop({ wishlist: [4] });
    const { user } = renderAt(<Offer />);
    await user.click(screen.getByRole('button', { name: 'like' }));
    expect(await screen.findByText('Added to wishlist')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'liked' }));
    expect(await screen.findByText('Removed from wishlist')).toBeVisible();
    expect(edits(calls)).toEqual([{ add: [1] }, { remove: [1] }]);
  });

  test('quick clicks are sent one after the other, each with what it changes', async () => {
    const calls = aShop({ cart: [5] });
    const { user } = renderAt(<Offer />);
    await screen.findByRole('button', { name: 'buy' });
    await waitFor(() => expect(calls.map(({ path }) => path)).toContain('/api/users/7/details'));
    await user.click(screen.getByRole('button', { name: 'buy' }));
    await user.click(screen.getByRole('button', { name: 'take out' }));
    await waitFor(() => expect(edits(calls)).toHaveLength(2));
    expect(edits(calls)).toEqual([{ add: [1] }, { remove: [1] }]);
    expect(await screen.findByRole('button', { name: 'buy' })).toBeVisible();
  });

  test('a track that was sold meanwhile does not stay in the cart', async () => {
    aShop({}, { 'PATCH /api/cart/7': { body: { success: true, cart: [], removed: [1], version: 1 } } });
    const { user } = renderAt(<Offer />);
    await user.click(screen.getByRole('button', { name: 'buy' }));
    expect(await screen.findByText('Undertow is no longer available.')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'buy' })).toBeVisible();
  });

  test('when the session has ended meanwhile, removing asks for the login', async () => {
    aShop({ cart: [1] }, { 'PATCH /api/cart/7': refusal('401 unauthenticated', 'Please log in') });
    const { user, store } = renderAt(<Offer />);
    await screen.findByRole('button', { name: 'in cart' });
    await user.click(screen.getByRole('button', { name: 'take out' }));
    expect(await screen.findByText('Please log in to remove the product from the shopping cart')).toBeVisible();
    expect(store.getState().session).toMatchObject({ userId: null, loginOpen: true });
  });
});

describe('the cart page', () => {
  const project = aTrack({ id: 2, name: 'Glasshouse', price: 349, project_name: 'Ableton Live' });

  test('shows whole prices, the project choice only where there is a project, and the total', async () => {
    aShop({ tracks: [track, project], cart: [1, 2] });
    const { user, router } = renderAt(<CartPage />);
    const first = await screen.findByRole('article', { name: 'Undertow' });
    expect(screen.getByRole('heading', { name: 'Your Shopping Cart' })).toBeVisible();
    expect(screen.getByText(/items$/).parentElement).toHaveTextContent('2 items');
    expect(within(first).getByText('$299')).toBeVisible();
    expect(within(first).queryByRole('switch')).toBeNull();

    const toggle = screen.getByRole('switch', { name: /Project \(\+\$100\) NO/ });
    expect(toggle).not.toBeChecked();
    expect(screen.getByText('$648.50')).toBeVisible();
    await user.click(toggle);
    expect(screen.getByRole('switch', { name: /Project \(\+\$100\) YES/ })).toBeChecked();
    expect(screen.getByText('$748.50')).toBeVisible();

    await user.click(screen.getByRole('button', { name: 'Proceed to Checkout' }));
    expect(router.state.location).toMatchObject({ pathname: '/checkout', state: { userId: 7, projectSelections: { 2: true } } });
  });

  test('removing a track removes its project choice', async () => {
    aShop({ tracks: [track, project], cart: [1, 2] });
    const { user, store } = renderAt(<CartPage />);
    await user.click(await screen.findByRole('switch', { name: /NO/ }));
    await user.click(screen.getByRole('button', { name: 'Remove Glasshouse from cart' }));
    expect(await screen.findByText('The product was removed from the shopping cart')).toBeVisible();
    await act(() => store.dispatch(addToCart(project)));
    expect(await screen.findByRole('switch', { name: /Project \(\+\$100\) NO/ })).not.toBeChecked();
  });

  test('clearing the cart removes the project choice even of a track whose id came as text', async () => {
    const asText = { ...aDetails(), cart: [{ id: '2' as never }] };
    aShop({ tracks: [project] }, { 'GET /api/users/7/details': { body: asText, malformed: true } });
    const { user, store } = renderAt(<CartPage />);
    await user.click(await screen.findByRole('switch', { name: /NO/ }));
    await user.click(screen.getByRole('button', { name: 'Clear Cart' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Clear Cart' }));
    expect(await screen.findByText('The basket is cleared')).toBeVisible();
    await act(() => store.dispatch(addToCart(project)));
    expect(await screen.findByRole('switch', { name: /Project \(\+\$100\) NO/ })).not.toBeChecked();
  });

  test("the choice of a project is its buyer's alone, and there again at their next login", async () => {
    aShop(
      { tracks: [project], cart: [2] },
      {
        'GET /api/users/8/details': { body: aDetails([2], [], aUser({ id: 8 })) },
        'PATCH /api/cart/8': { body: { success: true, cart: [], removed: [], version: 1 } },
      },
    );
    const { user, store } = renderAt(<CartPage />);
    const logIn = (userId: number) => act(() => void store.dispatch({ type: 'session/sessionStarted', payload: userId }));
    await user.click(await screen.findByRole('switch', { name: /NO/ }));
    logIn(8);
    expect(await screen.findByRole('switch', { name: /Project \(\+\$100\) NO/ })).not.toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Remove Glasshouse from cart' }));
    expect(await screen.findByText('The product was removed from the shopping cart')).toBeVisible();
    logIn(7);
    expect(await screen.findByRole('switch', { name: /Project \(\+\$100\) YES/ })).toBeChecked();
  });

  test('a sold track can only be removed and does not count', async () => {
    aShop(
      { cart: [1, 3] },
      {
        'GET /api/products/3': refusal('404 sold', 'Sold', {
          details: { id: 3, name: 'Night Bus', img: '', store_name: '' },
        }),
      },
    );
    const { user } = renderAt(<CartPage />);
    const soldRow = await screen.findByRole('article', { name: 'Night Bus' });
    expect(soldRow).toHaveTextContent('No longer available');
    expect(screen.getByText('$299.50')).toBeVisible();
    await user.click(within(soldRow).getByRole('button', { name: 'Remove Night Bus from cart' }));
    expect(await screen.findByText('The product was removed from the shopping cart')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('No longer available')).toBeNull());
  });

  test('removing a line leads the focus to the next one, and at last to the heading', async () => {
    aShop({ tracks: [track, project], cart: [1, 2] });
    const { user } = renderAt(<CartPage />);
    await user.click(await screen.findByRole('button', { name: 'Remove Undertow from cart' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Remove Glasshouse from cart' })).toHaveFocus());
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Your cart is empty')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Your Shopping Cart' })).toHaveFocus());
  });

  test('when prices cannot be refreshed, the known ones stay', async () => {
    let down = false;
    aShop({ cart: [1] }, { 'POST /api/products/by-ids': () => (down ? 'network-error' : { body: [track] }) });
    const { user } = renderAt(<CartPage />);
    await screen.findByRole('article', { name: 'Undertow' });
    down = true;
    await user.click(screen.getByRole('button', { name: 'Refresh prices' }));
    expect(await screen.findByText('Failed to update prices. Showing cached prices.')).toBeVisible();
    expect(screen.getByText('$299.50')).toBeVisible();
  });

  test('the cart is cleared after a question', async () => {
    const calls = aShop({ tracks: [track, project], cart: [1, 2] });
    const { user } = renderAt(<CartPage />);
    await user.click(await screen.findByRole('button', { name: 'Clear Cart' }));
    expect(edits(calls)).toEqual([]);
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Clear Cart' }));
    expect(await screen.findByText('The basket is cleared')).toBeVisible();
    expect(edits(calls)).toEqual([{ remove: [1, 2] }]);
    expect(await screen.findByText('Your cart is empty')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Browse Tracks', hidden: true })).toHaveAttribute('href', '/shop');
  });
});

describe('the wishlist page', () => {
  test('offers each track for the cart and remembers the list for the next visit', async () => {
    const calls = aShop({ wishlist: [1] });
    const { user } = renderAt(<WishlistPage />);
    await user.click(await screen.findByRole('button', { name: 'Add Undertow to cart' }));
    expect(await screen.findByText('Undertow Added to Cart')).toBeVisible();
    expect(edits(calls)).toEqual([{ add: [1] }]);
    // Pressing it again takes nothing out, so it is no button that stays pressed.
    expect(screen.getByRole('button', { name: 'Add Undertow to cart' })).not.toHaveAttribute('aria-pressed');
    expect(JSON.parse(localStorage.getItem(WISHLIST_KEY)!)).toMatchObject([{ id: 1, name: 'Undertow', userId: 7 }]);
  });

  test("until the server answers, hearts are those of the user's own last list", () => {
    cacheWishlist(7, [track]);
    aShop(
      {},
      { 'GET /api/users/7/details': () => new Promise(() => {}), 'GET /api/users/8/details': () => new Promise(() => {}) },
    );
    const { unmount } = renderAt(<Offer />);
    expect(screen.getByRole('button', { name: 'liked' })).toBeVisible();
    unmount();
    signedInAs(8);
    renderAt(<Offer />);
    expect(screen.getByRole('button', { name: 'like' })).toBeVisible();
  });

  test("tracks that were removed elsewhere leave the copy with the server's answer", async () => {
    cacheWishlist(7, [track, aTrack({ id: 2 })]);
    aShop({ wishlist: [2, 3] });
    renderAt(<SessionEffect />);
    await waitFor(() => expect(cachedWishlist(7).map(({ id }) => id)).toEqual([2]));
  });

  test("a copy that holds nothing more than the server's answer is not written anew", async () => {
    const copy = JSON.stringify([{ ...track, userId: 7 }], null, 1);
    localStorage.setItem(WISHLIST_KEY, copy);
    aShop({ wishlist: [1, 3] });
    const { store } = renderAt(<SessionEffect />);
    await waitFor(() => expect(detailsApi.endpoints.details.select(7)(store.getState()).data).toBeDefined());
    await act(async () => {});
    expect(localStorage.getItem(WISHLIST_KEY)).toBe(copy);
  });

  test('an empty wishlist leads to the shop', async () => {
    aShop({});
    renderAt(<WishlistPage />);
    expect(await screen.findByText('Your wishlist is empty')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Browse Tracks' })).toHaveAttribute('href', '/shop');
  });
});
