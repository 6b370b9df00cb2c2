import { expect, test } from '@playwright/test';
import { expectComfort } from '../../parts/comfort';

const whatIsWrong = (check: Promise<void>) =>
  check.then(
    () => '',
    (error: Error) => error.message,
  );

test(
  'the check sees a page that is too wide, one that is covered, and a control that forced colours hide',
  { tag: '@wide' },
  async ({ page }) => {
    await page.setContent('<h1>Wide</h1><div class="wide" style="width: 400px">.</div>');
    expect(await whatIsWrong(expectComfort(page, 'a wide page'))).toContain('DIV.wide');

    const long = '<p style="height: 2000px">.</p>';
    await page.setContent(`${long}<div style="position: fixed; inset: auto 0 0; height: 120px">Buy</div>`);
    expect(await whatIsWrong(expectComfort(page, 'a covered page'))).toContain('stays covered on a covered page');

    await page.setContent(`<button style="border: 0; background: red; width: 60px; height: 40px" id="bare"></button>
    <button>Seen</button>`);
    const hidden = await whatIsWrong(expectComfort(page, 'a coloured page'));
    expect(hidden).toContain('bare');
    expect(hidden).not.toContain('Seen');
  },
);
