import { screen } from '@testing-library/react';
import { aShop } from '#testing/a-shop.ts';
import { aDetails } from '#testing/a-user.ts';
import { renderAt, signedInAs } from '#testing/render.tsx';
import { CartDropdown } from './CartDropdown';

const EMPTY = 'Your cart is empty';

function open(handlers: Parameters<typeof aShop>[1] = {}) {
  aShop({}, handlers);
  return renderAt(<CartDropdown closing={false} onClose={() => {}} />);
}

beforeEach(() => signedInAs(7));

test('a cart that is not known yet is not called empty', async () => {
  open({ 'GET /api/users/7/details': () => new Promise(() => {}) });
  expect(await screen.findByRole('region', { name: 'Cart' })).toBeVisible();
  expect(screen.queryByText(EMPTY)).toBeNull();
});

test('a cart that cannot be loaded can be asked for again', async () => {
  let down = true;
  const { user } = open({ 'GET /api/users/7/details': () => (down ? { status: 503 } : { body: aDetails([1]) }) });
  expect(await screen.findByText(/The cart could not be loaded/)).toBeVisible();
  expect(screen.queryByText(EMPTY)).toBeNull();
  down = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Undertow')).toBeVisible();
});

test("an empty cart says so, and so does a visitor's cart", async () => {
  const { unmount } = open();
  expect(await screen.findByText(EMPTY)).toBeVisible();
  unmount();
  signedInAs(null);
  open();
  expect(await screen.findByText(EMPTY)).toBeVisible();
});
