import { fireEvent, screen } from '@testing-library/react';
import { renderAt } from '#testing/render.tsx';
import { Dialog } from '#ui/overlay/Dialog.tsx';
import { useDismiss } from './use-dismiss';

const COMPOSING = [
  ['says so', { key: 'Escape', isComposing: true }],
  ['ends it, in Safari', { key: 'Escape', keyCode: 229 }],
] as const;
const noArea = { current: null };

test.each(COMPOSING)('a dialog stays when Escape belongs to an input method that %s', (_, key) => {
  const change = jest.fn();
  renderAt(
    <Dialog title="Contact Admin" open onOpenChange={change}>
      <input aria-label="Subject" />
    </Dialog>,
  );
  fireEvent.keyDown(screen.getByRole('textbox'), key);
  expect(change).not.toHaveBeenCalled();
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape' });
  expect(change).toHaveBeenCalledWith(false);
});

test.each(COMPOSING)('a menu and the page’s own handlers do not see it either when it %s', (_, key) => {
  const dismiss = jest.fn();
  const keyDown = jest.fn();
  function Menu() {
    useDismiss(noArea, true, dismiss);
    return <input onKeyDown={keyDown} />;
  }
  renderAt(<Menu />);
  fireEvent.keyDown(screen.getByRole('textbox'), key);
  expect(dismiss).not.toHaveBeenCalled();
  expect(keyDown).not.toHaveBeenCalled();
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape' });
  expect(dismiss).toHaveBeenCalledTimes(1);
});
