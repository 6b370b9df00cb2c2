import { screen, waitFor, within } from '@testing-library/react';
import { renderAt } from '#testing/render.tsx';
import { stubServer } from '#testing/stub-server.ts';
import { ServiceRequestsPage } from '#pages/admin/people/ServiceRequestsPage.tsx';

const asked = {
  id: 4,
  service: 'co-producing',
  state: 'new',
  name: 'Ole',
  email: 'Ole@example.com',
  account_email: 'ole@example.com',
  description: 'A loop that wants to be a track.',
  wishes: [
    { asked: 'Needs', answer: 'Creat MIDI' },
    { asked: 'Link', answer: 'https://example.com/loop' },
    { asked: 'Example', answer: 'javascript:alert(1)' },
  ],
  created_at: '2026-11-01T10:00:00.000Z',
  user_id: 7,
};

test('a request is read in full, and its state noted', async () => {
  let state = 'new';
  const calls = stubServer({
    'GET /api/service-requests': {
      body: { success: true, data: [asked], pagination: { page: 1, limit: 10, total: 1, totalPages: 1 } },
    },
    'GET /api/service-requests/4': () => ({ body: { success: true, data: { ...asked, state } } }),
    'PUT /api/service-requests/4/state': ({ body }) => {
      state = (body as { state: string }).state;
      return { body: { success: true, data: { ...asked, state } } };
    },
  });
  const { user } = renderAt(<ServiceRequestsPage />, { at: '/?service=co-producing' });
  await user.click(await screen.findByRole('button', { name: 'View request 4' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Request 4' }));
  expect(await dialog.findByText('Creat MIDI')).toBeVisible();
  expect(dialog.getByRole('link', { name: 'https://example.com/loop' })).toHaveAttribute(
    'rel',
    expect.stringContaining('noopener'),
  );
  expect(dialog.getByText('javascript:alert(1)').closest('a')).toBeNull();
  expect(dialog.queryByText('Typed, not confirmed')).toBeNull();
  await user.selectOptions(dialog.getByRole('combobox', { name: 'State' }), 'answered');
  expect(await screen.findByText('State updated')).toBeVisible();
  await waitFor(() => expect(dialog.getByRole('combobox', { name: 'State' })).toHaveValue('answered'));
  expect(calls[0]!.path).toContain('service=co-producing');
});

test('a reply goes to the address of the account; another one that was typed is shown, and is no link', async () => {
  const strangersRequest = { ...asked, email: 'stranger@example.com' };
  stubServer({
    'GET /api/service-requests': {
      body: { success: true, data: [strangersRequest], pagination: { page: 1, limit: 10, total: 1, totalPages: 1 } },
    },
    'GET /api/service-requests/4': { body: { success: true, data: strangersRequest } },
  });
  const { user } = renderAt(<ServiceRequestsPage />);
  expect(await screen.findByText('ole@example.com')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'View request 4' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Request 4' }));
  expect(await dialog.findByRole('link', { name: 'ole@example.com' })).toHaveAttribute(
    'href',
    'mailto:ole@example.com?subject=Your%20request%3A%20Co-producing',
  );
  expect(dialog.getByText('Typed, not confirmed')).toBeVisible();
  expect(dialog.getByText('stranger@example.com').closest('a')).toBeNull();
});
