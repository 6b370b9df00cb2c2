import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { screen } from '@testing-library/react';
import { renderAt } from '#testing/render.tsx';
import { Gallery } from './Gallery';

const parts = readdirSync(join(__dirname, '../ui'), { recursive: true })
  .map(String)
  .flatMap((file) => /([A-Z]\w*)\.tsx$/.exec(file)?.[1] ?? [])
  .sort();

test('every part of the interface is shown', () => {
  jest.spyOn(console, 'error').mockImplementation(() => {}); // some parts break on purpose
  renderAt(<Gallery />);
  const headings = screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);
  expect(headings.filter((name) => parts.includes(name)).sort()).toEqual(parts);
});
