import { screen, within } from '@testing-library/react';
import type { DisputeView } from '@shop/contracts/views';
import { anAdmin, aDetails } from '#testing/a-user.ts';
import { adminIs, renderAt } from '#testing/render.tsx';
import { stubServer } from '#testing/stub-server.ts';
import { DisputePage } from '#pages/admin/sales/DisputePage.tsx';

const aDispute = (over: Partial<DisputeView> = {}): DisputeView => ({
  id: 'PP-D-1',
  orderId: 7,
  amountCents: 31_395,
  currency: 'USD',
  reason: 'MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED',
  stage: 'CHARGEBACK',
  status: 'WAITING_FOR_SELLER_RESPONSE',
  opened_at: '2026-11-30T10:00:00.000Z',
  updated_at: '2026-11-30T10:00:00.000Z',
  dueAt: '2099-12-10T10:00:00.000Z',
  outcome: null,
  actions: ['provide-evidence', 'accept-claim'],
  back_cents: 0,
  fee_cents: 2000,
  frozen: true,
  movements: [{ kind: 'CHARGEBACK_FEE', party: 'SELLER', amountCents: -2000, currency: 'USD', at: null }],
  acts: [],
  evidence: [{ paper: 'sale', productId: null, name: 'sale-7.pdf' }],
  ...over,
});

test('a dispute has a button for each act that PayPal links, and sends evidence with its papers', async () => {
  adminIs(1);
  let theDispute = aDispute();
  const calls = stubServer({
    'GET /api/users/1/details': { body: aDetails([], [], anAdmin({ id: 1, admin_role: 'finance' })) },
    'GET /api/disputes/PP-D-1': () => ({ body: { success: true, data: theDispute } }),
    'POST /api/disputes/PP-D-1/provide-evidence': () => {
      theDispute = aDispute({
        actions: [],
        acts: [
          {
            id: 1,
            action: 'provide-evidence',
            note: 'Downloaded.',
            papers: ['sale'],
            at: theDispute.opened_at,
            state: 'asked',
            failure: null,
          },
        ],
      });
      return { status: 202, body: { success: true, data: theDispute } };
    },
  });
  const { user } = renderAt(null, { at: '/disputes/PP-D-1', routes: [{ path: '/disputes/:id', element: <DisputePage /> }] });
  const acts = within(await screen.findByRole('group', { name: 'What PayPal allows now' }));
  expect(acts.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Send evidence', 'Accept the claim']);
  expect(screen.getByText(/Chargeback fee · Shop · -\$20\.00/)).toBeInTheDocument();
  await user.click(acts.getByRole('button', { name: 'Send evidence' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send evidence' }));
  await user.type(dialog.getByLabelText('Note'), 'Downloaded.');
  await user.click(dialog.getByRole('button', { name: 'Send evidence' }));
  expect(await screen.findByText(/nobody knows yet whether PayPal has it/)).toBeInTheDocument();
  expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ note: 'Downloaded.', papers: ['sale'] });
});
