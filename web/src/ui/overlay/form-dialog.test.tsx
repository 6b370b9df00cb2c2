import { act, screen, waitFor } from '@testing-library/react';
import { renderAt } from '#testing/render.tsx';
import { FormDialog } from './FormDialog';

const QUESTION = 'You have unsaved changes. Leave without saving?';
const open = (unsaved: boolean, answer = false, kept = false) => {
  const ask = jest.spyOn(window, 'confirm').mockReturnValue(answer);
  const onLeave = jest.fn();
  const dialog = (
    <FormDialog title="Refund" submit="Refund" busy={false} unsaved={unsaved} kept={kept} onSubmit={() => {}} onClose={onLeave}>
      .
    </FormDialog>
  );
  return { ask, left: onLeave, ...renderAt(dialog) };
};
const press = (name: string) => (user: ReturnType<typeof open>['user']) => user.click(screen.getByRole('button', { name }));
const back = () =>
  act(async () => {
    window.history.back();
    await new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  });
/** @returns whether the browser closes the tab without asking */
const closesTab = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
const WAYS = [
  ['Close', press('Close')],
  ['Cancel', press('Cancel')],
  ['Escape', (user: ReturnType<typeof open>['user']) => user.keyboard('{Escape}')],
  ['Back', back],
] as const;

afterEach(async () => {
  jest.restoreAllMocks();
  // The dialog's history entry is gone.
  await waitFor(() => expect((window.history.state as { layer?: number } | null)?.layer ?? 0).toBe(0));
});

test.each(WAYS)('%s asks first while something is unsaved, and stays after a no', async (_, leave) => {
  const { ask, left, user } = open(true);
  await leave(user);
  expect(ask.mock.calls).toEqual([[QUESTION]]);
  expect(left).not.toHaveBeenCalled();
});

test.each(WAYS)('%s leaves after a yes', async (_, leave) => {
  const { ask, left, user } = open(true, true);
  await leave(user);
  expect(ask).toHaveBeenCalledTimes(1);
  expect(left).toHaveBeenCalledTimes(1);
});

test.each(WAYS)('%s does not ask while nothing is unsaved', async (_, leave) => {
  const { ask, left, user } = open(false);
  await leave(user);
  expect(ask).not.toHaveBeenCalled();
  expect(left).toHaveBeenCalledTimes(1);
});

test.each(WAYS)('%s does not ask while what is unsaved is kept, but who closes the tab is asked', async (_, leave) => {
  const { ask, left, user } = open(true, false, true);
  expect(closesTab()).toBe(false);
  await leave(user);
  expect(ask).not.toHaveBeenCalled();
  expect(left).toHaveBeenCalledTimes(1);
});

test.each([
  ['asks while something is unsaved', true],
  ['does not ask else', false],
])('closing the tab %s', (_, unsaved) => {
  open(unsaved);
  expect(closesTab()).toBe(!unsaved);
});
