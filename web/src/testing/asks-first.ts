import type { UserEvent } from '@testing-library/user-event';

/** Expects that Escape asks whether the dialog, in which something was typed, shall be left; answers no. */
export async function asksFirst(user: UserEvent) {
  const ask = jest.spyOn(window, 'confirm').mockReturnValue(false);
  await user.keyboard('{Escape}');
  expect(ask.mock.calls).toEqual([['You have unsaved changes. Leave without saving?']]);
  ask.mockRestore();
}
