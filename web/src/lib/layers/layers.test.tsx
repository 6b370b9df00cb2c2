import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { renderAt } from '#testing/render.tsx';
import { Dialog } from '#ui/overlay/Dialog.tsx';
import { FormDialog } from '#ui/overlay/FormDialog.tsx';
import { layers } from './layers';

const depth = () => (window.history.state as { layer?: number } | null)?.layer ?? 0;
const goBack = () =>
  act(
    () =>
      new Promise<void>((resolve) => {
        window.addEventListener('popstate', () => resolve(), { once: true });
        window.history.back();
      }),
  );

function Two() {
  const [open, setOpen] = useState([true, true]);
  return ['Below', 'Above'].map((title, at) => (
    <Dialog
      key={title}
      title={title}
      open={open[at]!}
      onOpenChange={(next) => setOpen(open.map((was, position) => (position === at ? next : was)))}
    >
      .
    </Dialog>
  ));
}

test('each dialog has an entry of its own in the history, and Back closes the uppermost', async () => {
  renderAt(<Two />);
  expect(depth()).toBe(2);
  await goBack();
  expect(screen.queryByRole('dialog', { name: 'Above' })).toBeNull();
  expect(screen.getByRole('dialog', { name: 'Below' })).toBeVisible();
  await goBack();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(depth()).toBe(0);
});

test('a dialog that closes by itself removes its history entry', async () => {
  const { unmount } = renderAt(<Two />);
  expect(depth()).toBe(2);
  unmount();
  await waitFor(() => expect(depth()).toBe(0));
});

test('a choice in a dialog becomes a step when the dialog has closed, and Back undoes it', async () => {
  const before = window.location.href;
  const { unmount } = renderAt(<Two />);
  await goBack(); // one dialog is left
  const go = jest.spyOn(window.history, 'go');
  layers.takesStep();
  window.history.replaceState({ idx: 0 }, '', '/shop?genre=Techno'); // the router does this
  unmount();
  await new Promise((resolve) => setTimeout(resolve));
  expect(go).not.toHaveBeenCalled(); // a trip through the history would let Back come in between
  expect(window.location.search).toBe('?genre=Techno');
  expect(depth()).toBe(0);
  await goBack();
  expect(window.location.href).toBe(before);
  expect(depth()).toBe(0);
  jest.restoreAllMocks();
});

test('a dialog that opens while another closes stays open', async () => {
  const before = renderAt(<Two />);
  before.unmount();
  await new Promise((resolve) => setTimeout(resolve)); // the trip back through the history is still under way
  expect(depth()).toBe(2);
  const arrived = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  renderAt(<Two />);
  await act(() => arrived);
  await waitFor(() => expect(depth()).toBe(2));
  expect(screen.getAllByRole('dialog', { hidden: true })).toHaveLength(2);
});

test('Back cannot leave a form that is being sent, however often it is pressed', async () => {
  const onLeave = jest.fn();
  renderAt(
    <FormDialog title="Refund" submit="Refund" busy onSubmit={() => {}} onClose={onLeave}>
      .
    </FormDialog>,
  );
  for (const _ of ['once', 'again']) {
    await goBack();
    await waitFor(() => expect(depth()).toBe(1));
  }
  expect(screen.getByRole('dialog', { name: 'Refund' })).toBeVisible();
  expect(onLeave).not.toHaveBeenCalled();
});

test('a link that is followed before the history is tidied up still leads to its page', async () => {
  const { unmount } = renderAt(<Two />);
  const travelled: (number | undefined)[] = [];
  const go = window.history.go.bind(window.history);
  jest.spyOn(window.history, 'go').mockImplementation((by) => {
    // The router navigates while the history is on its way back.
    if (travelled.length === 0) window.history.pushState({ idx: 1 }, '', '/next');
    travelled.push(by);
    go(by);
  });
  unmount();
  await waitFor(() => expect(travelled).toEqual([-2, 2]));
  await waitFor(() => expect(window.location.pathname).toBe('/next'));
  jest.restoreAllMocks();
});
