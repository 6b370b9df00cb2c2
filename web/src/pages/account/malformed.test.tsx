import { screen, waitFor, within } from '@testing-library/react';
import { CartDropdown } from '#features/cart/public/CartDropdown.tsx';
import { MyOrders } from '#features/orders/public/MyOrders.tsx';
import { OrderLines } from '#features/orders/public/OrderLines.tsx';
import { MySubmissions } from '#features/sellers/public/sending/MySubmissions.tsx';
import { aConfig } from '#testing/answers.ts';
import { aStore } from '#testing/a-seller.ts';
import { aSearch } from '#testing/search/a-search.ts';
import { aTrack } from '#testing/a-track.ts';
import { anOrder, anOrderItem } from '#testing/an-order.ts';
import { aShop } from '#testing/a-shop.ts';
import { renderAt, signedInAs } from '#testing/render.tsx';
import { stubServer } from '#testing/stub-server.ts';
import { DataTable } from '#ui/table/DataTable.tsx';
import { ShopPage } from '../storefront/ShopPage';
import { CartPage } from '../lists/CartPage';

let reports: jest.SpyInstance;
const reported = (pattern: RegExp) => reports.mock.calls.filter(([first]) => pattern.test(String(first)));
beforeEach(() => {
  signedInAs(7);
  reports = jest.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => reports.mockRestore());

test('of the shop’s list, tracks that make no sense are left out, one that cannot be drawn says so, and it is told once', async () => {
  const list = [
    null,
    aTrack({ id: 1, name: 'Undertow' }),
    { ...aTrack({ id: 2 }), price: 'many' },
    { ...aTrack({ id: 3 }), name: null },
    { ...aTrack({ id: 4, name: 'Glasshouse' }), wave: undefined, music_key: 3 },
    { ...aTrack({ id: 5, name: 'Harbour' }), bpm: 'fast', category: null, created_at: 7 },
    'nothing',
  ];
  stubServer({
    'GET /api/config': { body: aConfig() },
    'GET /api/users/7/details': { status: 500 },
    'GET /api/products/search': { body: { ...aSearch([]), total: 7, listed: 7, products: list }, malformed: true },
  });
  renderAt(<ShopPage />, { at: '/shop' });
  await waitFor(() => expect(screen.getByRole('article', { name: /Undertow/ })).toBeVisible());
  expect(screen.getByRole('article', { name: /Glasshouse/ })).toHaveTextContent('This track cannot be shown.');
  expect(screen.getByRole('article', { name: /Harbour/ })).toHaveTextContent('fast bpm');
  expect(screen.getAllByRole('article')).toHaveLength(3);
  expect(reported(/left out/)).toHaveLength(1);
  expect(reported(/could not be drawn/)).toHaveLength(1);
});

test('a cart with a malformed line shows the others', async () => {
  aShop(
    { tracks: [aTrack({ id: 1, name: 'Undertow' })], cart: [1] },
    {
      'GET /api/users/7/details': {
        body: { user: { id: 7, name: 'Mira' }, cart: [null, { id: 'x' }, { id: 1 }], wishlist: [] },
        malformed: true,
      },
    },
  );
  renderAt(<CartPage />, { at: '/cart' });
  expect(await screen.findByRole('link', { name: 'Undertow' })).toBeVisible();
});

test('a track of the cart with wrong values keeps its name and price, and can be removed; the others are whole', async () => {
  const tracks = [aTrack({ id: 1, name: 'Undertow' }), { ...aTrack({ id: 2, name: 'Glasshouse' }), img: 7, wave: null }];
  aShop({ cart: [1, 2] }, { 'POST /api/products/by-ids': { body: tracks, malformed: true } });
  renderAt(<CartPage />, { at: '/cart' });
  expect(await screen.findByRole('link', { name: 'Undertow' })).toBeVisible();
  const line = within(screen.getByRole('article', { name: 'Glasshouse' }));
  expect(line.getByText('Glasshouse')).toBeVisible();
  expect(line.getByText('$299')).toBeVisible();
  expect(line.getByRole('button', { name: 'Remove Glasshouse from cart' })).toBeVisible();
});

const listRows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

test('so does one below the cart’s icon', async () => {
  const tracks = [aTrack({ id: 1, name: 'Undertow' }), { ...aTrack({ id: 2, name: 'Glasshouse' }), img: 7 }];
  aShop({ cart: [1, 2] }, { 'POST /api/products/by-ids': { body: tracks, malformed: true } });
  renderAt(<CartDropdown closing={false} onClose={() => {}} />);
  expect(await screen.findByText('Glasshouse')).toBeVisible();
  expect(listRows()).toEqual(['UndertowTechno$299', 'Glasshouse']);
});

test('and one of an order', () => {
  const items = [anOrderItem(), anOrderItem({ id: 2, name: 'Glasshouse', store_name: {} as never })];
  renderAt(<OrderLines items={items.map((item) => ({ ...item, priceCents: 29_950 }))} />);
  expect(listRows()).toEqual(['UndertowNorth Yard$299.50', 'Glasshouse']);
});

test('an order that cannot be drawn leaves the others', async () => {
  const good = anOrder({ id: 12 });
  stubServer({
    'GET /api/orders/user/7': { body: { data: [{ ...anOrder({ id: 13 }), products: null }, null, good] }, malformed: true },
  });
  renderAt(<MyOrders user={{ id: 7, email: 'mira@example.com' }} />);
  expect(await screen.findByText('Order #13 cannot be shown. Please write to us.')).toBeVisible();
  expect(screen.getByRole('heading', { name: /12/ })).toBeVisible();
});

test('a list with only a malformed entry is an empty list', async () => {
  stubServer({ 'GET /api/orders/user/7': { body: { data: [null] }, malformed: true } });
  renderAt(<MyOrders user={{ id: 7, email: 'mira@example.com' }} />);
  expect(await screen.findByText('You have no orders yet')).toBeVisible();
});

test('a submission in a state that nobody knows leaves the others', async () => {
  const badRow = {
    id: 1,
    trackName: 'Harbour',
    status: 'submitted',
    submittedAt: '2026-01-02T00:00:00Z',
    reason: null,
    productId: 3,
  };
  stubServer({
    'GET /api/sellers/3/tracks': {
      body: { success: true, data: [], submissions: [{ ...badRow, id: 2, status: 'lost' }, badRow] },
      malformed: true,
    },
  });
  renderAt(<MySubmissions seller={aStore()} />);
  const list = await screen.findByRole('list', { name: 'Submissions' });
  expect(within(list).getByText('This entry cannot be shown.')).toBeVisible();
  expect(within(list).getByText('Harbour')).toBeVisible();
});

test('a row of a table that cannot be drawn leaves the others', () => {
  const rows = [
    { id: 1, names: null as unknown as string[] },
    { id: 2, names: ['Undertow'] },
  ];
  renderAt(
    <DataTable caption="All" columns={[{ header: 'Names', cell: ({ names }) => names.join() }]} rows={rows} empty="None" />,
  );
  expect(screen.getByText('Entry 1 cannot be shown.')).toBeVisible();
  expect(screen.getByText('Undertow')).toBeVisible();
});
