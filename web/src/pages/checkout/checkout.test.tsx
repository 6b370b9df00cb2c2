import { act, screen, waitFor, within } from '@testing-library/react';
import { AccountEffect } from '#app/effects/AccountEffect.tsx';
import { SessionEffect } from '#app/effects/SessionEffect.tsx';
import { projectChosen } from '#features/cart/api/project-choices.ts';
import { leaveSession } from '#features/session/leave-session.ts';
import { sessionStarted } from '#features/session/session.ts';
import { refusal } from '#testing/answers.ts';
import { aTrack } from '#testing/a-track.ts';
import { anOrder, anOrderItem, totalsOf, aCouponCheck } from '#testing/an-order.ts';
import { aShop } from '#testing/a-shop.ts';
import { aDetails, aUser } from '#testing/a-user.ts';
import { renderAt, signedInAs } from '#testing/render.tsx';
import { stubPayPal } from '#testing/stub-paypal.ts';
import { CartPage } from '../lists/CartPage';
import { CheckoutPage } from './CheckoutPage';

const DISABLED_CONTACT = 'Please fill in all required contact information to enable PayPal';
const DISABLED_TERMS = 'Please accept Terms & Conditions to enable PayPal';

const tracks = [aTrack({ id: 1, price: 300 }), aTrack({ id: 2, name: 'Glasshouse', price: 400, project_name: 'Cubase' })];
const created = {
  status: 201,
  body: { id: 'PP-1', orderId: 12, totals: totalsOf(735), reservedUntil: '2026-11-22T10:15:00Z' },
};
const link = { product_id: 1, url: '/api/orders/12/downloads/1?token=x', name: 'Undertow', category: 'Techno' };
const captured = { body: { success: true, orderId: 12, downloadLinks: [link] } };
/** The order once it is paid. */
const bought = {
  body: {
    success: true,
    data: anOrder({
      products: [anOrderItem(), anOrderItem({ id: 2, name: 'Glasshouse' })],
      contracts: [{ product_id: 1, url: '/api/orders/12/contracts/1.pdf', name: 'Undertow' }],
    }),
  },
};
const pending = {
  status: 202,
  body: { success: false, pending: true, orderId: 12, error: 'Your payment is being confirmed. Please do not pay again.' },
};

type Handlers = Parameters<typeof aShop>[1];

async function openCheckout(handlers: Handlers = {}, { cart = [1, 2], failures = 0 } = {}) {
  const paypal = stubPayPal({ failures });
  const calls = aShop({ tracks, cart }, { 'POST /api/orders/paypal/create': created, 'GET /api/orders/12': bought, ...handlers });
  const page = (
    <>
      <CheckoutPage />
      <SessionEffect />
      <AccountEffect />
    </>
  );
  const view = renderAt(page, { at: '/checkout' });
  return { ...view, calls, paypal, callsTo: (path: string) => calls.filter((call) => call.path.startsWith(path)) };
}

/** Opens the checkout with the terms accepted and the PayPal window open. */
async function openPayPal(handlers: Handlers = {}) {
  const at = await openCheckout(handlers);
  await at.user.click(await screen.findByRole('checkbox', { name: /I agree/ }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'PayPal' })).toBeEnabled());
  await at.user.click(screen.getByRole('button', { name: 'PayPal' }));
  return at;
}
const approved = async (handlers: Handlers = {}) => {
  const at = await openPayPal(handlers);
  await waitFor(() => expect(at.paypal.order).toBe('PP-1'));
  await act(() => at.paypal.approve());
  return at;
};

test('a name that the contract cannot spell is said before anything is paid, and its Latin spelling is taken', async () => {
  const account = { body: aDetails([1, 2], [], aUser({ name: '太郎', last_name: '山田' })) };
  const { user, paypal, callsTo } = await openCheckout({ 'GET /api/users/7/details': account });
  const first = await screen.findByLabelText('First Name');
  await waitFor(() => expect(first).toHaveValue('太郎'));
  expect(first).toHaveAccessibleDescription(
    'Our contracts have no letters for this name. Please write it in Latin letters, as in your passport.',
  );
  await user.click(await screen.findByRole('checkbox', { name: /I agree/ }));
  expect(screen.getByRole('button', { name: 'PayPal' })).toBeDisabled();
  await user.clear(first);
  await user.type(first, 'Taro');
  const last = screen.getByLabelText('Last Name');
  expect(first).not.toHaveAccessibleDescription();
  await waitFor(() => expect(last).toHaveAccessibleDescription(/^Our contracts have no letters/));
  await user.clear(last);
  await user.type(last, 'Yamada');
  await waitFor(() => expect(screen.getByRole('button', { name: 'PayPal' })).toBeEnabled());
  await user.click(screen.getByRole('button', { name: 'PayPal' }));
  await waitFor(() => expect(paypal.order).toBe('PP-1'));
  expect(callsTo('/api/orders/paypal/create')).toMatchObject([
    { body: { customer_info: { firstName: 'Taro', lastName: 'Yamada' } } },
  ]);
});

beforeEach(() => signedInAs(7));
afterEach(() => jest.restoreAllMocks());

describe('before paying', () => {
  test('contact comes from the profile; PayPal says what is missing until all is there', async () => {
    const { user, paypal } = await openCheckout();
    const email = await screen.findByLabelText('Email');
    await waitFor(() => expect(email).toHaveValue('mira@example.com'));
    expect(screen.getByRole('combobox', { name: 'Country' })).toHaveValue('Germany');
    expect(await screen.findByText(DISABLED_TERMS)).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'PayPal' })).toBeDisabled());

    await user.clear(screen.getByLabelText('First Name'));
    expect(await screen.findByText(DISABLED_CONTACT)).toBeVisible();
    await user.type(screen.getByLabelText('First Name'), 'Mirabel');
    await user.click(screen.getByRole('button', { name: 'Read Terms & Conditions' }));
    const terms = screen.getByRole('dialog', { name: 'Public Offer Agreement' });
    expect(within(terms).getAllByRole('heading', { level: 3 })).toHaveLength(8);
    expect(within(terms).getByRole('button', { name: 'Close' })).toBeVisible();
    await user.click(within(terms).getByRole('button', { name: 'I Agree' }));

    await waitFor(() => expect(screen.getByRole('button', { name: 'PayPal' })).toBeEnabled());
    expect(screen.queryByText(DISABLED_TERMS)).toBeNull();
    expect(new URL(paypal.scripts[0]!)).toMatchObject({ origin: 'http://127.0.0.1:8090', pathname: '/sdk/js' });
    expect(paypal.scripts[0]).toContain('disable-funding=card,credit,paylater,venmo');
  });

  test('entered values are still there after a reload, until the purchase', async () => {
    const coupon = { 'GET /api/coupons/validate': { body: aCouponCheck() } };
    const { user, unmount } = await openCheckout(coupon);
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveValue('mira@example.com'));
    await user.clear(screen.getByLabelText('First Name'));
    await user.type(screen.getByLabelText('First Name'), 'Mirabel');
    await user.type(screen.getByLabelText('Phone (optional)'), '030 1');
    await user.type(screen.getByLabelText('Coupon code'), 'SPRING{Enter}');
    await user.click(screen.getByRole('checkbox', { name: /I agree/ }));
    expect(await screen.findByText(/takes 15% off/)).toBeVisible();
    unmount();

    const again = await openCheckout({ ...coupon, 'POST /api/orders/paypal/capture': captured });
    expect(await screen.findByLabelText('First Name')).toHaveValue('Mirabel');
    expect(screen.getByLabelText('Phone (optional)')).toHaveValue('030 1');
    expect(screen.getByLabelText('Last Name')).toHaveValue('Volk');
    expect(screen.getByText(/takes 15% off/)).toBeVisible();
    expect(screen.getByRole('checkbox', { name: /I agree/ })).toBeChecked();
    await waitFor(() => expect(screen.getByRole('button', { name: 'PayPal' })).toBeEnabled());

    await again.user.click(screen.getByRole('button', { name: 'PayPal' }));
    await waitFor(() => expect(again.paypal.order).toBe('PP-1'));
    await act(() => again.paypal.approve());
    expect(await screen.findByText('Thank You for Your Order!')).toBeVisible();
    await waitFor(() => expect(Object.keys(sessionStorage)).toEqual([]));
  });

  test('entered values wait for their buyer when the session expires, and are shown to nobody else', async () => {
    let expired = false;
    const { user, store } = await openCheckout({
      'GET /api/users/7/details': () => (expired ? refusal('404 not-found', 'No user 7.') : { body: aDetails([1, 2]) }),
      'GET /api/users/8/details': { body: aDetails([1], [], aUser({ id: 8 })) },
      'GET /api/orders/user/8': { body: { success: true, data: [] } },
    });
    const logIn = (userId: number) => {
      signedInAs(userId);
      act(() => void store.dispatch(sessionStarted(userId)));
    };
    await user.type(await screen.findByLabelText('Phone (optional)'), '030 1');
    await user.click(screen.getByRole('checkbox', { name: /I agree/ }));

    expired = true;
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByText('Please log in to use PayPal')).toBeVisible();
    expect(screen.queryByLabelText('Phone (optional)')).toBeNull();

    logIn(8);
    expect(await screen.findByLabelText('Phone (optional)')).toHaveValue('');
    expect(screen.getByRole('checkbox', { name: /I agree/ })).not.toBeChecked();

    expired = false;
    logIn(7);
    await waitFor(() => expect(screen.getByLabelText('Phone (optional)')).toHaveValue('030 1'));
    expect(screen.getByRole('checkbox', { name: /I agree/ })).toBeChecked();
  });

  test('a logout removes the entered values', async () => {
    const { user, store } = await openCheckout();
    await user.type(await screen.findByLabelText('Phone (optional)'), '030 1');
    expect(Object.keys(sessionStorage)).toEqual(['typed:7/checkout']);
    act(() => void store.dispatch(leaveSession()));
    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  test('a coupon is asked for, refused, applied and removed, and the sum follows to the cent', async () => {
    const { user } = await openCheckout({
      'GET /api/coupons/validate': ({ path }) => (path.endsWith('=SPRING') ? { body: aCouponCheck() } : { status: 500 }),
    });
    const apply = await screen.findByRole('button', { name: 'Apply' });
    await user.click(apply);
    expect(screen.getByText('Please enter a coupon code')).toBeVisible();
    await user.type(screen.getByLabelText('Coupon code'), 'OLD');
    await user.click(apply);
    expect(await screen.findByText('Invalid coupon')).toBeVisible();

    await user.clear(screen.getByLabelText('Coupon code'));
    await user.type(screen.getByLabelText('Coupon code'), 'SPRING{Enter}');
    const summary = screen.getByRole('complementary', { name: 'Order summary' });
    await waitFor(() =>
      expect(summary).toHaveTextContent(/Subtotal\$700\.00Discount \(15%\)-\$105\.00Service fees \(5%\)\$35\.00Total\$630\.00/),
    );
    expect(screen.getByRole('button', { name: 'Remove coupon' })).toHaveFocus(); // the coupon's field is gone
    await user.keyboard('{Enter}');
    expect(summary).toHaveTextContent(/Total\$735\.00/);
    expect(screen.getByLabelText('Coupon code')).toHaveFocus();
  });

  test('a coupon with a least sum is refused below it; when the server no longer knows its code, it is checked again', async () => {
    let showings = 0;
    let captureCount = 0;
    const { user, callsTo } = await openPayPal({
      'GET /api/coupons/validate': ({ path }) => {
        showings += 1;
        return { body: aCouponCheck({ min_total: path.endsWith('=BIG') ? 701 : 700 }) };
      },
      'POST /api/orders': () =>
        (captureCount += 1) === 1
          ? refusal('409 coupon', 'no', { details: { items: [], totals: null, coupon: 'no' } })
          : { status: 201, body: { success: true, orderId: 12, status: 'pending', totals: totalsOf(630) } },
    });
    await user.type(screen.getByLabelText('Coupon code'), 'BIG{Enter}');
    expect(await screen.findByText('This coupon holds for orders of $701.00 or more.')).toBeVisible();
    await user.clear(screen.getByLabelText('Coupon code'));
    await user.type(screen.getByLabelText('Coupon code'), 'SPRING{Enter}');
    await screen.findByRole('button', { name: 'Remove coupon' });
    await user.click(screen.getByRole('button', { name: 'Arrange payment with us' }));
    await waitFor(() =>
      expect(callsTo('/api/orders').filter(({ path, method }) => method === 'POST' && path === '/api/orders')).toHaveLength(2),
    );
    expect(showings).toBe(3);
    expect(screen.queryByText('no')).toBeNull();
  });

  test('a coupon that arrives late leaves the agreement as it is by then', async () => {
    let answer!: (coupon: { body: unknown }) => void;
    const { user } = await openCheckout({ 'GET /api/coupons/validate': () => new Promise((resolve) => (answer = resolve)) });
    await user.type(await screen.findByLabelText('Coupon code'), 'SPRING{Enter}');
    await user.click(screen.getByRole('checkbox', { name: /I agree/ }));
    answer({ body: aCouponCheck() });
    expect(await screen.findByText(/takes 15% off/)).toBeVisible();
    expect(screen.getByRole('checkbox', { name: /I agree/ })).toBeChecked();
  });

  test('a project that was taken out again does not come back with the history', async () => {
    stubPayPal();
    aShop({ tracks, cart: [2] });
    const { user, router } = renderAt(<CartPage />, { routes: [{ path: '/checkout', element: <CheckoutPage /> }] });
    const summary = () => screen.findByRole('complementary', { name: 'Order summary' });
    await user.click(await screen.findByRole('switch', { name: /NO/ }));
    await user.click(screen.getByRole('button', { name: 'Proceed to Checkout' }));
    expect(await summary()).toHaveTextContent(/Subtotal\$500\.00/);

    await act(() => router.navigate(-1));
    await user.click(await screen.findByRole('switch', { name: /YES/ }));
    await act(() => router.navigate(1));
    expect(await summary()).toHaveTextContent(/Subtotal\$400\.00/);
  });

  test.each([
    [7, /Subtotal\$500\.00/],
    [8, /Subtotal\$400\.00/],
  ])('after a reload, the projects that user %i had chosen come back for them alone', async (userId, subtotal) => {
    stubPayPal();
    aShop({ tracks, cart: [2] });
    const { router } = renderAt(null, { routes: [{ path: '/checkout', element: <CheckoutPage /> }] });
    await act(() => router.navigate('/checkout', { state: { userId, projectSelections: { 2: true } } }));
    expect(await screen.findByRole('complementary', { name: 'Order summary' })).toHaveTextContent(subtotal);
  });

  test('Enter in a field answers what is missing', async () => {
    const { user } = await openCheckout();
    const email = await screen.findByLabelText('Email');
    await waitFor(() => expect(email).toHaveValue('mira@example.com'));
    await user.type(email, '{Enter}');
    expect(await screen.findByText('You must agree to the Terms and Conditions')).toBeVisible();
    await user.clear(email);
    await user.type(email, '{Enter}');
    expect(await screen.findByText('Form not completed')).toBeVisible();
  });

  test('a visitor is asked to log in, an empty cart leads to the shop', async () => {
    signedInAs(null);
    const visit = await openCheckout();
    expect(await screen.findByText('Please log in to use PayPal')).toBeVisible();
    expect(visit.store.getState().session.loginOpen).toBe(true);
    visit.unmount();

    signedInAs(7);
    await openCheckout({}, { cart: [] });
    expect(await screen.findByText('Your cart is empty')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Browse Tracks' })).toHaveAttribute('href', '/shop');
  });

  test('when the script of PayPal does not load, it can be tried again', async () => {
    const { user } = await openCheckout({}, { failures: 1 });
    expect(await screen.findByText(/PayPal could not be loaded/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('button', { name: 'PayPal' })).toBeVisible();
  });
});

describe('paying', () => {
  test('a paid order empties the cart, thanks the buyer and hands over the downloads', async () => {
    const { callsTo, user, router } = await approved({ 'POST /api/orders/paypal/capture': captured });
    expect(await screen.findByRole('heading', { name: 'Thank You for Your Order!' })).toBeVisible();
    expect(screen.getByText(/download links and contracts arrive by e-mail/)).toBeVisible();
    expect(screen.getByText('#12').parentElement).toHaveTextContent('Order #12, sold once, gone from the shop');
    const downloads = within(screen.getByRole('list', { name: 'Downloads' }));
    expect(downloads.getByRole('link', { name: 'Undertow Techno' })).toHaveAttribute('href', link.url);
    expect(await downloads.findByRole('link', { name: 'Contract Undertow' })).toBeVisible();
    expect(screen.getByText(/Nobody else can buy here what you have bought/)).toBeVisible();
    expect(callsTo('/api/orders/paypal/create')[0]?.body).toEqual({
      cartItems: [{ id: 1 }, { id: 2 }],
      projectSelections: {},
      customer_info: { firstName: 'Mira', lastName: 'Volk', email: 'mira@example.com', country: 'Germany' },
      coupon_id: null,
      discount_amount: 0,
      total_amount: 735,
      userId: 7,
    });
    expect(callsTo('/api/orders/paypal/capture')[0]?.body).toEqual({ orderID: 'PP-1', userId: 7 });
    await waitFor(() => expect(callsTo('/api/cart/7')[0]?.body).toEqual({ remove: [1, 2] }));
    expect(screen.getByRole('heading', { name: 'Thank You for Your Order!' })).toBeVisible();

    expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
    await user.click(screen.getByRole('link', { name: 'View Downloads' }));
    expect(router.state.location).toMatchObject({
      pathname: '/order-success',
      state: { userId: 7, orderId: 12, downloadLinks: [link] },
    });
  });

  test('a declined payment says so and opens PayPal again for the same order', async () => {
    let tries = 0;
    const { paypal, callsTo } = await approved({
      'POST /api/orders/paypal/capture': () =>
        ++tries === 1 ? refusal('422 declined', 'Payment failed. Please try again.', { details: { again: true } }) : captured,
    });
    expect(await screen.findByText('Payment failed. Please try again.')).toBeVisible();
    await waitFor(() => expect(paypal.order).toBe('PP-1'));
    await act(() => paypal.approve());
    expect(await screen.findByRole('heading', { name: 'Thank You for Your Order!' })).toBeVisible();
    expect(callsTo('/api/orders/paypal/create')).toHaveLength(1);
  });

  test.each([
    ['declined', 'Payment failed. Please try again.'],
    ['paypal-refused', 'PayPal cannot take this payment. You can arrange the payment with us instead.'],
  ])(
    'a payment that is refused for good (%s) says so and leaves PayPal closed; another try is another order',
    async (code, words) => {
      const { paypal, user, callsTo } = await approved({
        'POST /api/orders/paypal/capture': refusal(`422 ${code}`, words, { details: { again: false } }),
      });
      expect(await screen.findByText(words)).toBeVisible();
      expect(paypal.order).toBeNull();
      await user.click(screen.getByRole('button', { name: 'PayPal' }));
      await waitFor(() => expect(callsTo('/api/orders/paypal/create')).toHaveLength(2));
    },
  );

  test('a payment with an unknown outcome is waited for and never called failed', async () => {
    const states = ['capturing', 'paid'] as const;
    let requestCount = 0;
    await approved({
      'POST /api/orders/paypal/capture': pending,
      'GET /api/orders/12': () => ({
        body: { success: true, data: anOrder({ payment_state: states[requestCount++], downloadLinks: [link] }) },
      }),
    });
    expect(await screen.findByText('Your payment is being confirmed. Please do not pay again.')).toBeVisible();
    expect(screen.queryByText(/failed/i)).toBeNull();
    expect(await screen.findByRole('heading', { name: 'Thank You for Your Order!' })).toBeVisible();
  });

  test('a capture whose answer was lost is looked up, and sent again only when it never arrived', async () => {
    let captureCount = 0;
    const { callsTo } = await approved({
      'POST /api/orders/paypal/capture': () => (++captureCount === 1 ? 'network-error' : captured),
      'GET /api/orders/12': { body: { success: true, data: anOrder({ payment_state: 'created' }) } },
    });
    expect(await screen.findByText('Your payment is being confirmed. Please do not pay again.')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Thank You for Your Order!' })).toBeVisible();
    expect(callsTo('/api/orders/paypal/capture').map(({ body }) => body)).toEqual(Array(2).fill({ orderID: 'PP-1', userId: 7 }));
    expect(callsTo('/api/orders/paypal/create')).toHaveLength(1);
  });

  test('a payment that was approved after the session had ended is captured after the login', async () => {
    let loggedIn = true;
    let captureCount = 0;
    const { store, callsTo } = await approved({
      'POST /api/orders/paypal/capture': () => {
        loggedIn = ++captureCount > 1;
        return loggedIn ? captured : { status: 401 };
      },
      'GET /api/orders/12': () => (loggedIn ? { body: { success: true, data: anOrder() } } : { status: 401 }),
      'GET /api/users/7/details': () => (loggedIn ? { body: aDetails([1, 2]) } : { status: 404 }),
    });
    await waitFor(() => expect(store.getState().session).toMatchObject({ userId: null, loginOpen: true }));
    loggedIn = true;
    act(() => void store.dispatch(sessionStarted(7)));
    expect(await screen.findByText('Your payment is being confirmed. Please do not pay again.')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Thank You for Your Order!' })).toBeVisible();
    expect(callsTo('/api/orders/paypal/capture').map(({ body }) => body)).toEqual(Array(2).fill({ orderID: 'PP-1', userId: 7 }));
    await waitFor(() => expect(callsTo('/api/cart/7')[0]?.body).toEqual({ remove: [1, 2] }));
    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  test.each([
    ['of somebody else', { userId: 8, at: Date.now() }],
    ['of two hours ago', { userId: 7, at: Date.now() - 2 * 60 * 60_000 }],
  ])('an approval %s is not taken up', async (_, approval) => {
    sessionStorage.setItem('approvedPayment', JSON.stringify({ orderID: 'PP-1', orderId: 12, productIds: [1], ...approval }));
    await openCheckout();
    expect(await screen.findByRole('button', { name: 'PayPal' })).toBeVisible();
  });

  test('a payment under review tells the buyer not to pay again', async () => {
    await approved({
      'POST /api/orders/paypal/capture': pending,
      'GET /api/orders/12': { body: { success: true, data: anOrder({ payment_state: 'review' }) } },
    });
    expect(await screen.findByRole('heading', { name: 'We are checking your payment' })).toBeVisible();
  });

  test('an order that is cancelled while its payment is being confirmed says so', async () => {
    const cancelled = anOrder({ payment_state: 'expired', closed: 'cancelled' });
    await approved({
      'POST /api/orders/paypal/capture': pending,
      'GET /api/orders/12': { body: { success: true, data: cancelled } },
    });
    expect(await screen.findByText('This order has been cancelled, and nothing was charged.')).toBeVisible();
  });

  test.each([
    [refusal('500 internal', 'boom'), 'Failed to create PayPal order'],
    [refusal('429 too-many', 'Too many orders. Please wait.'), 'Too many orders. Please wait.'],
  ])('an order that cannot be created says why', async (answer, text) => {
    await openPayPal({ 'POST /api/orders/paypal/create': answer });
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryByText('Payment error. Please try another method.')).toBeNull();
  });

  test.each([
    ['403 suspended', 'This account is suspended.'],
    ['409 refunded', 'This order has been refunded.'],
    ['422 declined', 'PayPal declined this card.'],
  ] as const)("a capture that is refused with %s shows the server's words", async (refused, words) => {
    await approved({ 'POST /api/orders/paypal/capture': refusal(refused, words) });
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.queryByText('Failed to process payment. Please contact support.')).toBeNull();
  });

  test('a payment that is being confirmed is no failure, also when the answer does not name its order', async () => {
    const { orderId: _, ...nameless } = pending.body;
    await approved({
      'POST /api/orders/paypal/capture': { status: 202, body: nameless, malformed: true },
      'GET /api/orders/12': { body: { success: true, data: anOrder({ payment_state: 'paid', downloadLinks: [link] }) } },
    });
    expect(await screen.findByText('Your payment is being confirmed. Please do not pay again.')).toBeVisible();
    expect(screen.queryByText(/failed/i)).toBeNull();
    expect(await screen.findByRole('heading', { name: 'Thank You for Your Order!' })).toBeVisible();
  });

  test('closing the window is no error, a broken button is', async () => {
    const { paypal } = await openPayPal();
    await waitFor(() => expect(paypal.order).toBe('PP-1'));
    act(() => paypal.cancel());
    act(() => paypal.breakDown(new Error('Window is closed, can not determine type')));
    act(() => paypal.breakDown(new Error('Detected popup close')));
    expect(screen.queryByRole('alert')).toBeNull();
    act(() => paypal.breakDown(new Error('zoid: render error')));
    expect(await screen.findByText('Payment error. Please try another method.')).toBeVisible();
  });

  describe("an error of PayPal's script, whose button goes with the form, says nothing about a payment", () => {
    const breakDown = (at: Awaited<ReturnType<typeof approved>>) => {
      act(() => at.paypal.breakDown(new Error('zoid destroyed all components')));
      act(() => at.paypal.breakDown(new Error('Detected container element removed from DOM')));
    };
    const toldOfError = () => screen.queryByText('Payment error. Please try another method.');

    test('that is being captured', async () => {
      let answer!: (captured: object) => void;
      const at = await openPayPal({ 'POST /api/orders/paypal/capture': () => new Promise((resolve) => (answer = resolve)) });
      await waitFor(() => expect(at.paypal.order).toBe('PP-1'));
      act(() => void at.paypal.approve());
      await waitFor(() => expect(answer).toBeDefined());
      breakDown(at);
      expect(toldOfError()).toBeNull();
      answer(captured);
      expect(await screen.findByRole('heading', { name: 'Thank You for Your Order!' })).toBeVisible();
    });

    test('whose outcome nobody knows', async () => {
      const at = await approved({
        'POST /api/orders/paypal/capture': pending,
        'GET /api/orders/12': { body: { success: true, data: anOrder({ payment_state: 'capturing' }) } },
      });
      expect(await screen.findByText('Your payment is being confirmed. Please do not pay again.')).toBeVisible();
      breakDown(at);
      expect(toldOfError()).toBeNull();
      expect(screen.getByText('Your payment is being confirmed. Please do not pay again.')).toBeVisible();
    });

    test('that went through', async () => {
      const at = await approved({ 'POST /api/orders/paypal/capture': captured });
      expect(await screen.findByRole('heading', { name: 'Thank You for Your Order!' })).toBeVisible();
      breakDown(at);
      expect(toldOfError()).toBeNull();
      expect(screen.getByRole('heading', { name: 'Thank You for Your Order!' })).toBeVisible();
    });
  });
});

describe('when the cart has changed meanwhile', () => {
  const conflict = (items: object[], total: number | null, more: object = {}) =>
    refusal('409 sold', 'The total has changed.', {
      details: { items, totals: total && totalsOf(total), ...more },
    });

  test('a sold track is named and removed, and nothing typed is lost', async () => {
    let tries = 0;
    const { user, callsTo } = await openCheckout({
      'POST /api/orders/paypal/create': () =>
        ++tries === 1 ? conflict([{ id: 2, name: 'Glasshouse', code: 'sold' }], 315) : created,
    });
    await user.type(await screen.findByLabelText('Phone (optional)'), '+49 30 1234');
    await user.click(screen.getByRole('checkbox', { name: /I agree/ }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'PayPal' })).toBeEnabled());
    await user.click(screen.getByRole('button', { name: 'PayPal' }));

    expect(await screen.findByText('Glasshouse has been sold.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove and continue' }));
    const summary = screen.getByRole('complementary', { name: 'Order summary' });
    await waitFor(() => expect(summary).toHaveTextContent(/Total\$315\.00/));
    expect(screen.getByLabelText('Phone (optional)')).toHaveValue('+49 30 1234');
    expect(callsTo('/api/cart/7')[0]?.body).toEqual({ remove: [2] });

    await user.click(screen.getByRole('button', { name: 'PayPal' }));
    await waitFor(() => expect(callsTo('/api/orders/paypal/create')).toHaveLength(2));
    expect(callsTo('/api/orders/paypal/create')[1]?.body).toMatchObject({
      cartItems: [{ id: 1 }],
      total_amount: 315,
      customer_info: { phone: '+49 30 1234' },
    });
  });

  test('only the track whose price changed is named; accepting it pays the new price', async () => {
    const priced = [
      { id: 1, name: 'Undertow', code: 'price-changed', price: 350 },
      { id: 2, name: 'Glasshouse', code: 'price-changed', price: 400 },
    ];
    let tries = 0;
    const { user, callsTo } = await openPayPal({
      'POST /api/orders/paypal/create': () => (++tries === 1 ? conflict(priced, 787.5) : created),
    });
    const title = await screen.findByRole('heading', { name: 'Your order has changed' });
    expect(title).toHaveFocus();
    const notice = title.parentElement!;
    expect(
      within(notice)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Undertow now costs $350.00.', 'The total is now $787.50.']);
    await user.click(screen.getByRole('button', { name: 'Accept new price' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'PayPal' })).toBeEnabled());
    await user.click(screen.getByRole('button', { name: 'PayPal' }));
    await waitFor(() => expect(callsTo('/api/orders/paypal/create')[1]?.body).toMatchObject({ total_amount: 787.5 }));
  });

  test('a chosen project that is no longer offered is named, and accepting that pays without it', async () => {
    const priced = [
      { id: 1, name: 'Undertow', code: 'price-changed', price: 300 },
      { id: 2, name: 'Glasshouse', code: 'price-changed', price: 500, projectGone: true },
    ];
    let tries = 0;
    const { user, store, callsTo } = await openCheckout({
      'POST /api/orders/paypal/create': () => (++tries === 1 ? conflict(priced, 840) : created),
    });
    act(() => void store.dispatch(projectChosen({ userId: 7, id: 2, yes: true })));
    await user.click(await screen.findByRole('checkbox', { name: /I agree/ }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'PayPal' })).toBeEnabled());
    await user.click(screen.getByRole('button', { name: 'PayPal' }));
    expect(await screen.findByText('Glasshouse is no longer offered with its project.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Accept new price' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'PayPal' })).toBeEnabled());
    await user.click(screen.getByRole('button', { name: 'PayPal' }));
    await waitFor(() => expect(callsTo('/api/orders/paypal/create')).toHaveLength(2));
    const [first, second] = callsTo('/api/orders/paypal/create');
    expect(first?.body).toMatchObject({ projectSelections: { 2: true } });
    expect(second?.body).toMatchObject({ projectSelections: {}, total_amount: 840 });
  });
});

describe('other ways', () => {
  test('arranging the payment reserves the tracks without charging anything', async () => {
    const { user, callsTo } = await openCheckout({
      'POST /api/orders': {
        status: 201,
        body: { success: true, orderId: 31, status: 'pending', totals: { subtotal: 700, discount: 0, fee: 35, total: 735 } },
      },
    });
    await user.click(await screen.findByRole('checkbox', { name: /I agree/ }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Arrange payment with us' })).toBeEnabled());
    await user.click(screen.getByRole('button', { name: 'Arrange payment with us' }));
    expect(await screen.findByRole('heading', { name: 'Your tracks are reserved' })).toBeVisible();
    expect(screen.getByText('$735.00')).toBeVisible();
    expect(callsTo('/api/orders').find(({ method }) => method === 'POST')?.body).toMatchObject({
      user_id: 7,
      products: [1, 2],
      total_price: '735.00',
      discount_amount: '0.00',
    });
    await waitFor(() => expect(callsTo('/api/cart/7')[0]?.body).toEqual({ remove: [1, 2] }));
  });

  test('an order that cannot be placed says so', async () => {
    const { user } = await openCheckout({ 'POST /api/orders': 'network-error' as never });
    await user.click(await screen.findByRole('checkbox', { name: /I agree/ }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Arrange payment with us' })).toBeEnabled());
    await user.click(screen.getByRole('button', { name: 'Arrange payment with us' }));
    expect(await screen.findByText('Failed to place order')).toBeVisible();
  });

  test('a buyer who comes back while a payment is still open sees its state instead of the form', async () => {
    const aDayAgo = new Date(Date.now() - 24 * 3_600_000).toISOString();
    const open = anOrder({ id: 12, payment_state: 'capturing', created_at: aDayAgo, products: [anOrderItem()] });
    const { callsTo } = await openCheckout({
      'GET /api/orders/user/7': { body: { success: true, data: [open] } },
      'GET /api/orders/12': { body: { success: true, data: anOrder({ payment_state: 'paid', downloadLinks: [link] }) } },
    });
    expect(await screen.findByText('Your payment is being confirmed. Please do not pay again.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'PayPal' })).toBeNull();
    expect(await screen.findByRole('heading', { name: 'Thank You for Your Order!' })).toBeVisible();
    await waitFor(() => expect(callsTo('/api/cart/7')[0]?.body).toEqual({ remove: [1] }));
  });

  test('a buyer who comes back during the review of their payment reads that, and how to buy other tracks', async () => {
    const open = anOrder({ id: 12, payment_state: 'review', products: [anOrderItem()] });
    await openCheckout({ 'GET /api/orders/user/7': { body: { success: true, data: [open] } } });
    expect(await screen.findByRole('heading', { name: 'We are checking your payment' })).toBeVisible();
    expect(screen.getByText(/take those of this order out of your cart/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'PayPal' })).toBeNull();
  });

  test.each(['pending', 'review'] as const)('a payment in %s keeps nobody from buying other tracks', async (payment_state) => {
    const open = anOrder({ id: 12, payment_state, products: [anOrderItem({ id: 3 })] });
    const { callsTo } = await openCheckout({ 'GET /api/orders/user/7': { body: { success: true, data: [open] } } });
    expect(await screen.findByRole('button', { name: 'PayPal' })).toBeVisible();
    expect(callsTo('/api/orders/12')).toHaveLength(0);
  });

  test('nor does it in the tab that paid and never heard the answer, once its tracks are out of the cart', async () => {
    const { unmount } = await approved({ 'POST /api/orders/paypal/capture': () => 'network-error' });
    expect(await screen.findByText('Your payment is being confirmed. Please do not pay again.')).toBeVisible();
    unmount();
    const open = anOrder({ id: 12, payment_state: 'pending', products: [anOrderItem()] });
    await openCheckout({ 'GET /api/orders/user/7': { body: { success: true, data: [open] } } }, { cart: [2] });
    expect(await screen.findByRole('button', { name: 'PayPal' })).toBeVisible();
    expect(screen.queryByText('Your payment is being confirmed. Please do not pay again.')).toBeNull();
    expect(Object.keys(sessionStorage)).not.toContain('approvedPayment');
  });

  test('a payment that came through after its answer was lost is shown on coming back', async () => {
    const { unmount } = await approved({ 'POST /api/orders/paypal/capture': () => 'network-error' });
    expect(await screen.findByText('Your payment is being confirmed. Please do not pay again.')).toBeVisible();
    unmount();
    const paid = anOrder({ id: 12, payment_state: 'paid', downloadLinks: [link] });
    await openCheckout({
      'GET /api/orders/user/7': { body: { success: true, data: [paid] } },
      'GET /api/orders/12': { body: { success: true, data: paid } },
    });
    expect(await screen.findByRole('heading', { name: 'Thank You for Your Order!' })).toBeVisible();
  });
});
