import { expect, test } from '@playwright/test';
import { markdownTricks } from '../../../test/text/markdown-tricks';
import { SHOP } from '../../addresses';

test('no trick of the corpus runs, asks another host or leaves the popup', { tag: '@wide' }, async ({ page }) => {
  test.setTimeout(480_000);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => (dialogs.push(`dialog ${dialog.message()}`), void dialog.dismiss()));
  page.on('pageerror', (error) => dialogs.push(`error ${error.message}`));
  page.on('framenavigated', (frame) => frame !== page.mainFrame() && dialogs.push(`frame ${frame.url()}`));
  await page.route(
    (url) => url.protocol.startsWith('http') && url.origin !== SHOP,
    (route) => (dialogs.push(`request ${route.request().url()}`), route.abort()),
  );
  const announcements = markdownTricks().map(({ markdown }, at) => ({
    id: at + 1,
    title: `Trick ${at + 1}`,
    content: markdown,
    image_path: null,
    is_active: true,
    created_at: '2026-11-20T10:00:00.000Z',
  }));
  await page.route('**/api/announcements/active', (route) => route.fulfill({ json: announcements }));
  await page.goto('/faq');
  await expect(page.getByRole('region', { name: 'Trick 1', exact: true })).toBeVisible();

  const findings = await page.evaluate(async (count) => {
    const around = () => document.querySelectorAll('script, iframe, frame, object, embed, base, meta, form, input').length;
    const before = around();
    const faults: string[] = [];
    // a colon alone: an address that the browser cannot read leads nowhere
    const schemes = ['http:', 'https:', 'irc:', 'ircs:', 'mailto:', 'xmpp:', ':'];
    const popup = document.querySelector('section[aria-labelledby]:has([aria-label="Next announcement"])')!;
    const next = popup.querySelector<HTMLButtonElement>('[aria-label="Next announcement"]')!;
    for (let at = 1; at <= count; at += 1) {
      const title = popup.querySelector('h2')!.textContent;
      if (title !== `Trick ${at}`) faults.push(`${title} instead of ${at}`);
      const body = popup.querySelector('[role="group"]')!;
      for (const link of body.querySelectorAll('a'))
        if (!schemes.includes(link.protocol)) faults.push(`${title}: ${link.outerHTML}`);
      for (const element of body.querySelectorAll('*')) {
        const attributes = [...element.attributes].map(({ name }) => name);
        if (attributes.some((name) => /^on|^style$|^id$|^name$|^srcdoc$/.test(name)))
          faults.push(`${title}: ${element.outerHTML}`);
      }
      if (around() !== before) faults.push(`${title} put something into the page`);
      if ('hacked' in window) faults.push(`${title} ran`);
      next.click();
      await new Promise((resolve) => setTimeout(resolve));
    }
    return faults;
  }, announcements.length);
  expect(findings).toEqual([]);
  expect(dialogs).toEqual([]);
  await expect(page.getByRole('region', { name: 'Trick 1', exact: true })).toBeVisible();
});
