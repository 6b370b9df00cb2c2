import { screen } from '@testing-library/react';
import { refusal } from '#testing/answers.ts';
import { renderAt } from '#testing/render.tsx';
import { stubServer } from '#testing/stub-server.ts';
import { NewsletterForm } from './NewsletterForm';

async function subscribe(answer: Parameters<typeof stubServer>[0][string], email = 'mira@example.com') {
  const calls = stubServer({ 'POST /api/subscribe/subscribe': answer });
  const { user } = renderAt(<NewsletterForm />);
  if (email) await user.type(screen.getByLabelText('Get the newsletter'), email);
  await user.click(screen.getByRole('button', { name: 'Subscribe' }));
  return calls;
}

test('without an address nothing is sent', async () => {
  const calls = await subscribe({}, '');
  expect(screen.getByText('Please enter your email address.')).toBeVisible();
  expect(calls).toEqual([]);
});

test('while it is sent the button says so and takes no clicks', async () => {
  let answer = (_: { body: object }) => {};
  await subscribe(() => new Promise((resolve) => (answer = resolve)));
  expect(await screen.findByRole('button', { name: 'Subscribing...' })).toBeDisabled();

  answer({ body: { success: true, message: 'ok' } });
  expect(await screen.findByText('Subscription successful! Please check your email for confirmation.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Subscribe' })).toBeEnabled();
  expect(screen.getByLabelText('Get the newsletter')).toHaveValue('');
});

test("a refusal is shown in the server's words", async () => {
  await subscribe(refusal('400 invalid', 'This address cannot be used'));
  expect(await screen.findByText('This address cannot be used')).toBeVisible();
});

test.each([
  ['a broken server', refusal('500 internal', 'relation "x" does not exist')],
  ['no network', () => 'network-error' as const],
])('%s gets the documented text', async (_, answer) => {
  await subscribe(answer);
  expect(await screen.findByText('Subscription failed. Please try again.')).toBeVisible();
});
