import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { toast } from '#lib/toast.ts';
import { renderAt } from '#testing/render.tsx';
import { Dialog } from '#ui/overlay/Dialog.tsx';

test('the first toast is read out even when a dialog is open', async () => {
  const { user } = renderAt(
    <Dialog title="Contact Admin" open onOpenChange={() => {}}>
      <button onClick={() => toast.error('Too many attempts.')}>Send</button>
    </Dialog>,
  );
  await user.click(screen.getByRole('button', { name: 'Send' }));
  const toastText = await screen.findByText('Too many attempts.');
  expect(toastText.closest('[aria-live]')).not.toBeNull();
  expect(toastText.closest('[aria-hidden="true"]')).toBeNull();
});

test('a toast stands in one live region', async () => {
  renderAt(<button onClick={() => toast.error('Too many attempts.')}>Send</button>);
  act(() => screen.getByRole('button', { name: 'Send' }).click());
  const toastText = await screen.findByText('Too many attempts.');
  const regions: Element[] = [];
  for (let at: Element | null = toastText; at; at = at.parentElement) {
    if (at.matches('[aria-live], [role=alert], [role=status], [role=log]')) regions.push(at);
  }
  expect(regions).toHaveLength(1);
});

test('closing a toast gives the focus back to where it was', async () => {
  const { user } = renderAt(
    <main id="main" tabIndex={-1}>
      <h1>Messages</h1>
      <button onClick={() => toast.info('Saved.')}>Save</button>
      <input aria-label="Subject" />
    </main>,
  );
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const close = await screen.findByRole('button', { name: 'close' });
  const subject = screen.getByRole('textbox', { name: 'Subject' });
  await user.click(subject);
  await user.click(close);
  fireEvent.animationEnd(await screen.findByText('Saved.').then((text) => text.closest('[class*=Toastify__toast]')!));
  await waitFor(() => expect(screen.queryByText('Saved.')).toBeNull());
  await waitFor(() => expect(subject).toHaveFocus());
});
