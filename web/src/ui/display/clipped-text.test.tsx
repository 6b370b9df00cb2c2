import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { render, screen } from '@testing-library/react';
import { ClippedText } from './ClippedText';

const src = join(__dirname, '../..');

test('a text that is cut off takes its direction from itself, through a link too', () => {
  render(
    <ClippedText as="h3" title="موسيقى الليل">
      <a href="/track/1">موسيقى الليل</a>
    </ClippedText>,
  );
  const heading = screen.getByRole('heading', { name: 'موسيقى الليل' });
  expect(heading).toHaveAttribute('dir', 'auto');
  // `dir=auto` of the heading does not look into an element that has a `dir` of its own
  expect(heading.querySelector('[dir], bdi')).toBeNull();
});

test('nothing else cuts texts off, beside the fields of forms', () => {
  const cutting = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css') && /text-overflow:\s*ellipsis/.test(readFileSync(join(src, file), 'utf8')))
    .map((file) => file.split(/[\\/]/).at(-1))
    .sort();
  expect(cutting).toEqual(['ClippedText.module.css', 'SearchBox.module.css', 'Select.module.css']);
});
