import { expect, type Page } from '@playwright/test';

type Track = { name: string; bpm: string; project?: string };

/** Sends a track for review through the modal of the Seller Dashboard, which is open. */
export async function sendTrack(page: Page, { name, bpm, project }: Track) {
  await page.getByRole('button', { name: 'Send Track' }).click();
  const form = page.getByRole('dialog', { name: 'Send Track' });
  await form.getByLabel('Track name').fill(name);
  await form.getByLabel('Price').selectOption('349');
  await form.getByLabel('Genre').selectOption('Deep House');
  await form.getByLabel('BPM').fill(bpm);
  await form.getByLabel('Key').selectOption('F#');
  // A seller who has sent a link is offered links for the next track.
  const byLink = form.getByLabel('Track files link');
  const choice = form.getByRole('button', { name: 'Send a link instead' });
  await expect(byLink.or(choice)).toBeVisible();
  if (await choice.isVisible()) await choice.click();
  await byLink.fill('https://www.dropbox.com/s/abc/track.zip');
  if (project) await form.getByLabel('Project files link').fill(project);
  await form.getByLabel('Royalty-free samples').check();
  await form.getByLabel('Packs and licence').fill('North Loops 3, standard licence');
  await form.getByLabel('No vocals').check();
  await form.getByLabel(/never released before/).check();
  await form.getByRole('button', { name: 'Send for review' }).click();
  await expect(form).toBeHidden();
}
