import type { SubscriberView } from '@shop/contracts/views';
import { screen, waitFor, within } from '@testing-library/react';
import { renderAt } from '#testing/render.tsx';
import { stubServer, type Call } from '#testing/stub-server.ts';
import { SubscribersPage } from '#pages/admin/people/SubscribersPage.tsx';

const LIST = '/api/mdghost-panel-secur/subscribers';
const aReader = (id: number, over: Partial<SubscriberView> = {}): SubscriberView => ({
  id,
  email: `reader.${id}@example.com`,
  is_active: true,
  created_at: '2026-11-01T10:00:00.000Z',
  updated_at: '2026-11-03T10:00:00.000Z',
  ...over,
});
const page = (subscribers: SubscriberView[], { page = 1, total = subscribers.length } = {}) => ({
  body: { success: true, subscribers, pagination: { page, limit: 10, total, totalPages: Math.max(1, Math.ceil(total / 10)) } },
});
const queriesOf = (calls: Call[]) =>
  calls.filter(({ method }) => method === 'GET').map(({ path }) => Object.fromEntries(new URL(path, 'http://shop').searchParams));
const deleted = (calls: Call[]) => calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
const answering = (...answers: boolean[]) =>
  answers.reduce((confirm, yes) => confirm.mockReturnValueOnce(yes), jest.spyOn(window, 'confirm'));

afterEach(() => jest.restoreAllMocks());

test('the title tells how many there are, each row what is known of one', async () => {
  stubServer({ [`GET ${LIST}`]: page([aReader(7), aReader(6, { is_active: false })]) });
  renderAt(<SubscribersPage />);
  const table = within(await screen.findByRole('table', { name: 'Subscribers' }));
  expect(await screen.findByRole('heading', { name: 'Subscribers 2' })).toBeVisible();
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'ID',
    'Email',
    'Status',
    'Subscribed',
    'Last Updated',
    'Actions',
  ]);
  expect(screen.getByRole('row', { name: /^7 reader\.7@example\.com Active 1 Nov 2026 3 Nov 2026/ })).toBeVisible();
  expect(screen.getByRole('row', { name: /^6 reader\.6@example\.com Inactive/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
});

test('status, search and page are what the service is asked; All asks for no status', async () => {
  const calls = stubServer({ [`GET ${LIST}`]: page([aReader(1)], { total: 23 }) });
  const { user } = renderAt(<SubscribersPage />);
  await screen.findByText('Page 1 of 3 · 23 in all');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await user.selectOptions(screen.getByLabelText('Status'), 'Inactive');
  await user.type(screen.getByLabelText('Search by ID or email'), 'reader');
  await waitFor(() => expect(queriesOf(calls).at(-1)).toEqual({ page: '1', limit: '10', status: 'inactive', q: 'reader' }));
  await user.selectOptions(screen.getByLabelText('Status'), 'All');
  await waitFor(() => expect(queriesOf(calls).at(-1)).toEqual({ page: '1', limit: '10', q: 'reader' }));
  expect(queriesOf(calls).slice(0, 2)).toEqual([
    { page: '1', limit: '10' },
    { page: '2', limit: '10' },
  ]);
});

test.each([
  ['/', 'No subscribers available'],
  ['/?status=active', 'No subscribers available'],
  ['/?q=nobody', 'No matching subscribers found'],
])('an empty list at %s says so', async (at, text) => {
  stubServer({ [`GET ${LIST}`]: page([]) });
  renderAt(<SubscribersPage />, { at });
  expect(await screen.findByText(text)).toBeVisible();
});

test('an empty search leads back to everybody', async () => {
  stubServer({ [`GET ${LIST}`]: ({ path }) => page(path.includes('q=') ? [] : [aReader(1)]) });
  const { user } = renderAt(<SubscribersPage />, { at: '/?q=nobody&status=active' });
  await user.click(await screen.findByRole('button', { name: 'Show all' }));
  expect(await screen.findByText('reader.1@example.com')).toBeVisible();
});

test('one is deleted after a yes; the page that it was the last of leads to the one before', async () => {
  let there = [11];
  const calls = stubServer({
    [`GET ${LIST}`]: ({ path }) =>
      path.includes('page=2')
        ? page(
            there.map((id) => aReader(id)),
            { page: 2, total: 10 + there.length },
          )
        : page([aReader(1)]),
    [`DELETE ${LIST}/11`]: () => {
      there = [];
      return { body: { success: true, message: 'Subscriber deleted successfully' } };
    },
  });
  const confirm = answering(false, true);
  const { user, router } = renderAt(<SubscribersPage />, { at: '/?page=2' });
  const remove = async () => user.click(await screen.findByRole('button', { name: 'Delete reader.11@example.com' }));
  await remove();
  expect(confirm).toHaveBeenCalledWith('Are you sure you want to delete the subscriber reader.11@example.com?');
  expect(deleted(calls)).toEqual([]);
  await remove();
  expect(await screen.findByText('Subscriber deleted successfully')).toBeVisible();
  expect(await screen.findByText('reader.1@example.com')).toBeVisible();
  expect(router.state.location.search).toBe('');
  expect(deleted(calls)).toEqual([`${LIST}/11`]);
});

test("all subscribers with a status are deleted after a yes, with the service's message", async () => {
  const calls = stubServer({
    [`GET ${LIST}`]: page([aReader(1)]),
    [`DELETE ${LIST}/status/inactive`]: { body: { success: true, message: '4 inactive subscribers deleted successfully' } },
    [`DELETE ${LIST}/status/active`]: { status: 500 },
  });
  answering(false, true, true);
  const { user } = renderAt(<SubscribersPage />);
  await user.click(await screen.findByRole('button', { name: 'Delete All Inactive' }));
  expect(deleted(calls)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Delete All Inactive' }));
  expect(await screen.findByText('4 inactive subscribers deleted successfully')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Delete All Active' }));
  expect(await screen.findByText('Failed to delete subscribers')).toBeVisible();
});

test('a failure shows one sentence, and can be tried again', async () => {
  let fails = true;
  stubServer({
    [`GET ${LIST}`]: () => (fails ? { status: 500 } : page([aReader(1)])),
    [`DELETE ${LIST}/1`]: () => 'network-error',
  });
  answering(true);
  const { user } = renderAt(<SubscribersPage />);
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load subscribers');
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await user.click(await screen.findByRole('button', { name: 'Delete reader.1@example.com' }));
  expect(await screen.findByText('Failed to delete subscriber')).toBeVisible();
});
