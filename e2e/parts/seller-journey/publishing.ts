import { expect } from '@playwright/test';
import { SHOP } from '../../addresses';
import { adminToken, PANEL, search } from '../an-admin';
import { chooseMedia } from '../files';
import { isSound } from '../flaws';
import { mailTo } from '../inbox';
import { sendTrack } from '../send-track';
import { dashboard, row, type Story } from './story';

export async function sendTrackWithProject({ page, store, track }: Story) {
  await dashboard(page);
  await expect(page.getByText('Your store is verified.')).toBeVisible();
  await page.getByRole('button', { name: 'Send Track' }).click();
  const form = page.getByRole('dialog', { name: 'Send Track' });
  await expect(form.getByLabel('Store Name')).toHaveValue(store);
  await form.getByRole('button', { name: 'Send for review' }).click();
  await expect(form.getByText('Please fill in all required fields.')).toBeVisible();
  await isSound(page, 'the modal to send a track');
  await form.getByRole('button', { name: 'Close' }).click();
  await sendTrack(page, { name: track, bpm: '122.4', project: 'https://drive.google.com/file/d/abc' });
  await expect(page.getByRole('list', { name: 'Submissions' }).getByRole('listitem')).toContainText(/Submitted.*Answer due/s);
}

export async function listenAndApprove({ office, request, email, store, track }: Story) {
  await office.goto(`${PANEL}/review-queue`);
  await search(office, email);
  await office.getByRole('button', { name: `In Review: ${track}` }).click();
  await expect(row(office, track)).toContainText('In review');
  await mailTo(request, email, new RegExp(`^"${track}" is in review$`));
  await office.getByRole('button', { name: `Approve: ${track}` }).click();
  await expect(office).toHaveURL(/products\/new\?submission=\d+$/);

  const form = office.getByRole('form', { name: 'Product' });
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue(track);
  await expect(form.getByLabel('Store').locator('option:checked')).toHaveText(store);
  await expect(form.getByLabel('Category')).toHaveValue('Deep House');
  await expect(form.getByLabel('Price, $', { exact: true })).toHaveValue('349');
  await expect(form.getByLabel('BPM')).toHaveValue('122.4');
  await expect(form.getByLabel('Key')).toHaveValue('F#');
  await expect(form.getByLabel('Download link')).toHaveValue('https://www.dropbox.com/s/abc/track.zip');
  await expect(form.getByLabel('Project link')).toHaveValue('https://drive.google.com/file/d/abc');
  await expect(office.getByText('122.4', { exact: true })).toBeVisible();
}

export async function publishSubmission({ office, request }: Story) {
  await chooseMedia(office, 122);
  await office.getByRole('button', { name: 'Add Product' }).click();
  await expect(office.getByText('Please choose a type')).toBeVisible();
  await office.getByLabel('Type').selectOption('Instrumental');
  await office.getByLabel('Project', { exact: true }).selectOption('Ableton Live');
  await isSound(office, 'the product form of a submission');
  const form = office.url();
  await office.getByRole('button', { name: 'Add Product' }).click();
  await expect(office.getByText('Product added successfully')).toBeVisible();
  await expect(office).toHaveURL(/review-queue$/);
  const headers = { authorization: `Bearer ${await adminToken()}` };
  const submission = `/api/track-submissions/${new URL(form).searchParams.get('submission')}`;
  await expect.poll(async () => (await (await request.get(submission, { headers })).text()).includes('"published"')).toBe(true);
  await office.goto(form);
  await expect(office.getByText('This submission is published already.')).toBeVisible();
}

export async function seeItInTheShop({ page, request, email, store, track }: Story) {
  expect((await mailTo(request, email, new RegExp(`^"${track}" is on sale$`))).text).toContain(`${SHOP}/track/`);
  await dashboard(page);
  const submission = page.getByRole('list', { name: 'Submissions' }).getByRole('listitem').filter({ hasText: track });
  await expect(submission).toContainText('Published');
  await expect(page.getByRole('region', { name: 'Your Tracks' }).getByRole('listitem')).toContainText(/Harbour.*\$349.*Active/s);
  await submission.getByRole('link', { name: 'See the track' }).click();
  await expect(page.getByRole('heading', { level: 1, name: track })).toBeVisible();
  await page.goto(`/shop?q=${encodeURIComponent(track)}`);
  await expect(page.getByRole('article').filter({ hasText: track })).toContainText(store);
}
