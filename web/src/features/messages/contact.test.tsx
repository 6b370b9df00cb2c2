import { screen } from '@testing-library/react';
import { renderAt } from '../../testing/render';
import { stubServer } from '../../testing/stub-server';
import { ContactForm } from './ContactForm';

const config = { body: { siteName: 'Ghostline', mode: 'demo', paypal: {}, botCheck: null } };

async function write(answer: Parameters<typeof stubServer>[0][string], message = 'Is this track still free?') {
  const calls = stubServer({ 'GET /api/config': config, 'POST /api/feedback/send-feedback': answer });
  const { user } = renderAt(<ContactForm />);
  await user.type(screen.getByLabelText('Name'), 'Mira');
  await user.type(screen.getByLabelText('Email'), 'mira@example.com');
  if (message) await user.type(screen.getByLabelText('Message'), message);
  await user.click(screen.getByRole('button', { name: 'Send Message' }));
  return calls.filter(({ method }) => method === 'POST');
}

test('a message is sent, confirmed, and the form is empty again', async () => {
  const posted = await write({ body: { message: 'ok' } });
  expect(await screen.findByText('Your message has been sent successfully!')).toBeVisible();
  expect(screen.getByLabelText('Message')).toHaveValue('');
  expect(posted).toMatchObject([{ body: { name: 'Mira', email: 'mira@example.com', message: 'Is this track still free?' } }]);
});

test('name, email and message are required', async () => {
  expect(await write({}, '')).toEqual([]);
  expect(await screen.findByText('Message is required')).toBeVisible();
});

test.each([
  ['a refusal in its own words', { status: 429, body: { message: 'Too many attempts.' } }, 'Too many attempts.'],
  ['a broken server', { status: 500, body: { message: 'x' } }, 'Error sending message. Please try again.'],
  ['no network', () => 'network-error' as const, 'Error sending message. Please try again.'],
])('%s is told, and what was typed stays', async (_, answer, text) => {
  await write(answer);
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByLabelText('Message')).toHaveValue('Is this track still free?');
});
