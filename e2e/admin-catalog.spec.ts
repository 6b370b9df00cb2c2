import { expect, test, type Page } from '@playwright/test';
import { logInAsAdmin, PANEL } from './an-admin';
import { seriousFlaws } from './flaws';

/** A picture, drawn by the browser. */
async function aCover(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 320 });
    const pen = canvas.getContext('2d')!;
    for (let x = 0; x < 320; x += 20) {
      pen.fillStyle = x % 40 ? '#d9ff42' : '#ff5c39';
      pen.fillRect(x, 0, 20, 320);
    }
    return canvas.toDataURL('image/png');
  });
  return Buffer.from(url.split(',')[1]!, 'base64');
}

/** Twelve seconds of clicks at this tempo, as a WAVE. */
function clicks(bpm: number): Buffer {
  const rate = 22_050;
  const samples = 12 * rate;
  const wav = Buffer.alloc(44 + samples * 2);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(samples * 2, 40);
  for (let start = 0; start < samples; start += (60 / bpm) * rate)
    for (let i = 0; i < 600 && Math.round(start) + i < samples; i += 1)
      wav.writeInt16LE(Math.round(Math.sin(i / 3) * Math.exp(-i / 150) * 30_000), 44 + (Math.round(start) + i) * 2);
  return wav;
}

async function chooseFiles(page: Page, bpm: number) {
  await page
    .getByLabel('Image', { exact: true })
    .setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: await aCover(page) });
  await page.getByLabel('Audio', { exact: true }).setInputFiles({ name: 'loop.wav', mimeType: 'audio/wav', buffer: clicks(bpm) });
}

test('an admin adds a track, sees it in the shop, changes it and takes it out again', async ({ page, request }, { project }) => {
  const name = `Journey ${project.name}`;
  const forSale = async () => ((await (await request.get('/api/products')).json()) as { name: string }[]).map((one) => one.name);
  await logInAsAdmin(page, '/products');
  await page.getByRole('link', { name: 'Add New Product' }).click();
  await chooseFiles(page, 126);
  await expect(page.getByRole('img', { name: 'The chosen cover' })).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Category').selectOption('House');
  await page.getByLabel('Type').selectOption('Instrumental');
  await page.getByLabel('Price, $', { exact: true }).selectOption('449');
  await page.getByLabel('Key').selectOption('A');
  await page.getByLabel('Download link').fill('https://www.dropbox.com/journey.zip');
  await page.getByRole('button', { name: 'Use 126 BPM' }).click();
  await seriousFlaws(page, 'the product form');

  page.once('dialog', (question) => void question.dismiss());
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);

  await page.getByRole('button', { name: 'Add Product' }).click();
  await expect(page.getByText('Product added successfully')).toBeVisible();
  await expect.poll(forSale).toContain(name);
  await page.goto(`/shop?q=${encodeURIComponent(name)}`);
  await expect(page.getByRole('article').filter({ hasText: name })).toContainText('$449');

  await page.goto(`${PANEL}/products`);
  await page.getByRole('searchbox').fill(name);
  await page.getByRole('link', { name: `Edit ${name}`, exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill(`${name} II`);
  await page.getByRole('button', { name: 'Update Product' }).click();
  await expect(page.getByText('Product updated successfully')).toBeVisible();
  await expect.poll(forSale).toContain(`${name} II`);

  await page.getByRole('searchbox').fill(`${name} II`);
  await seriousFlaws(page, 'the list of products');
  page.once('dialog', (question) => void question.accept());
  await page.getByRole('button', { name: `Delete ${name} II` }).click();
  await expect(page.getByText('Product deleted successfully')).toBeVisible();
  await expect.poll(forSale).not.toContain(`${name} II`);
});

test('an admin adds a demo track, finds it on the Service page, changes it and deletes it', async ({ page }, { project }) => {
  const name = `Demo journey ${project.name}`;
  await logInAsAdmin(page, '/demos/new');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Category').fill('Mixing & Mastering');
  await chooseFiles(page, 120);
  await page.getByRole('button', { name: 'Add Demo Track' }).click();
  await expect(page.getByText('Demo track added successfully')).toBeVisible();

  await page.goto('/service');
  await expect(page.getByText(name).first()).toBeVisible();

  await page.goto(`${PANEL}/demos?q=${encodeURIComponent(name)}`);
  await page.getByRole('link', { name: `Edit ${name}`, exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill(`${name} II`);
  await page.getByRole('button', { name: 'Update Demo Track' }).click();
  await expect(page.getByText('Demo track updated successfully')).toBeVisible();

  await page.getByRole('searchbox').fill(`${name} II`);
  await seriousFlaws(page, 'the list of demo tracks');
  page.once('dialog', (question) => {
    expect(question.message()).toBe('Are you sure you want to delete this demo track?');
    void question.accept();
  });
  await page.getByRole('button', { name: `Delete ${name} II` }).click();
  await expect(page.getByText('Demo track deleted successfully')).toBeVisible();
  await expect(page.getByText('No matching demo tracks found')).toBeVisible();
});
