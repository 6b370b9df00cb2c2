import type { UserEvent } from '@testing-library/user-event';

/** Expects that Escape asks before it closes a dialog with typed values, and answers no. */
export async function asksFirst(user: UserEvent) {
  const ask = jest.spyOn(window, 'confirm').mockReturnValue(false);
  await user.keyboard('{Escape}');
  expect(ask.mock.calls).toEqual([['You have unsaved changes. Leave without saving?']]);
  ask.mockRestore();
}
