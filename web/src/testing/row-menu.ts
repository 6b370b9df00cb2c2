import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

async function openMenu(user: UserEvent, subject: string) {
  const name = `Actions for ${subject}`;
  await waitFor(() => expect(screen.getByRole('button', { name })).toBeEnabled());
  await user.click(screen.getByRole('button', { name }));
  return within(await screen.findByRole('menu', { name }));
}

/** Presses an action in the menu of the row that is about `what`, by its whole name, such as "Delete Track 1". */
export async function pressInMenu(user: UserEvent, subject: string, name: string) {
  const menu = await openMenu(user, subject);
  await user.click(menu.getByRole('menuitem', { name }));
}

/**
 * Opens the menu of the row that is about `what`, and closes it again.
 * @returns the texts of its actions
 */
export async function actionsInMenu(user: UserEvent, subject: string) {
  const menu = await openMenu(user, subject);
  const texts = menu.getAllByRole('menuitem').map(({ textContent }) => textContent);
  await user.keyboard('{Escape}');
  return texts;
}
