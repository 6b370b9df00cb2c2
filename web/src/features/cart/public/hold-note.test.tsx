import type { HoldView } from '@shop/contracts/views';
import { screen, waitFor } from '@testing-library/react';
import { refusal } from '#testing/answers.ts';
import { renderAt, signedInAs } from '#testing/render.tsx';
import { stubServer } from '#testing/stub-server.ts';
import { useHolds } from '../api/holds-api';
import { HoldNote } from './HoldNote';

const Line = () => <HoldNote name="Undertow" hold={useHolds([1]).get(1)} />;

beforeEach(() => signedInAs(7));

test('a buyer asks for a mail about a held track and withdraws it; after a refusal the button goes', async () => {
  const until = new Date(Date.now() + 900_000).toISOString();
  let holds: HoldView[] = [{ id: 1, way: 'paypal', until, remind: false }];
  let refused = false;
  const setTo = (remind: boolean) => () => {
    if (refused) {
      holds = [];
      return refusal('409 not-held', 'Nobody else holds this track any more.');
    }
    holds = [{ id: 1, way: 'paypal', until, remind }];
    return { body: { success: true } };
  };
  const calls = stubServer({
    'GET /api/orders/holds': () => ({ body: { success: true, data: holds } }),
    'PUT /api/orders/holds/1/reminder': setTo(true),
    'DELETE /api/orders/holds/1/reminder': setTo(false),
  });
  const { user } = renderAt(<Line />);

  await user.click(await screen.findByRole('button', { name: 'Remind me of Undertow' }));
  expect(
    await screen.findByText(/If they do not, it is free again on .+\. We e-mail you if they do not buy it\.$/),
  ).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'No e-mail about Undertow' }));
  await waitFor(() => expect(screen.queryByText(/We e-mail you/)).not.toBeInTheDocument());

  refused = true;
  await user.click(await screen.findByRole('button', { name: 'Remind me of Undertow' }));
  expect(await screen.findByText('Nobody else holds this track any more.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: /Undertow/ })).not.toBeInTheDocument());
  expect(calls.filter(({ path }) => path.endsWith('/reminder')).map(({ method }) => method)).toEqual(['PUT', 'DELETE', 'PUT']);
});

test('a wish after the end of the session asks for the login', async () => {
  const until = new Date(Date.now() + 900_000).toISOString();
  stubServer({
    'GET /api/orders/holds': { body: { success: true, data: [{ id: 1, way: 'paypal', until, remind: false }] } },
    'PUT /api/orders/holds/1/reminder': refusal('401 unauthenticated', 'Please log in.'),
  });
  const { user, store } = renderAt(<Line />);
  await user.click(await screen.findByRole('button', { name: 'Remind me of Undertow' }));
  expect(await screen.findByText('Please log in or register to continue.')).toBeVisible();
  expect(store.getState().session.loginOpen).toBe(true);
});
