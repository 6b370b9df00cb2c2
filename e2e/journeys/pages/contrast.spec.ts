import { expect, test } from '@playwright/test';
import { expectReadableControls } from '../../parts/contrast';

test(
  'the check sees what the old banner did: white words on lime, at rest and under the pointer',
  { tag: '@wide' },
  async ({ page }) => {
    await page.setContent(`<style>
    body { background: #0b0b0c; color: #f2f0eb } section { background: #d9ff42; padding: 20px }
    .good { background: #0b0b0c; color: #f2f0eb } .old { background: none; color: #f2f0eb } 
    .under { background: none; color: #000 } .kept { color: #0b0b0c } .kept:focus-visible { color: #eaff99 } .later:hover { color: #d9ff42 }
  </style><section><a class="good" href="#1">Good</a> <a class="old" href="#2">Old</a> <a class="kept" href="#3">Kept</a></section>
  <button class="good later">On</button> <section><button class="under later">Under</button></section>`);
    const complaint = await expectReadableControls(page, 'the old banner').then(
      () => '',
      (error: Error) => error.message,
    );
    expect(complaint).toContain('at rest: \\"Old\\"');
    expect(complaint).toContain('hover: \\"Under\\"');
    expect(complaint).toContain('focus+focus-visible: \\"Kept\\"');
    expect(complaint).not.toContain('Good');
    expect(complaint).not.toContain('\\"On\\"');
  },
);
