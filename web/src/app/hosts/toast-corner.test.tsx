import { screen } from '@testing-library/react';
import { toast } from '../../lib/toast';
import { renderAt } from '../../testing/render';
import { Dialog } from '../../ui/overlay/Dialog';

test('the first toast is read out even when a dialog is open', async () => {
  const { user } = renderAt(
    <Dialog title="Contact Admin" open onOpenChange={() => {}}>
      <button onClick={() => toast.error('Too many attempts.')}>Send</button>
    </Dialog>,
  );
  await user.click(screen.getByRole('button', { name: 'Send' }));
  const said = await screen.findByText('Too many attempts.');
  expect(said.closest('[aria-live]')).not.toBeNull();
  expect(said.closest('[aria-hidden="true"]')).toBeNull();
});
