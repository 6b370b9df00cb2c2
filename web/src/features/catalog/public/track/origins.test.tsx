import { render, screen } from '@testing-library/react';
import { aTrack } from '#testing/a-track.ts';
import { Origins } from './Origins';

const badges = () => screen.queryAllByRole('listitem').map((item) => item.textContent);

test.each([
  ['none', 'none', ['No samples', 'Never released']],
  ['royalty-free', 'exclusive', ['Royalty-free samples', 'Exclusive vocals', 'Never released']],
  ['licensed', 'royalty-free', ['Licensed samples', 'Royalty-free vocals', 'Never released']],
  ['none', 'machine', ['No samples', 'Machine-made vocals', 'Never released']],
] as const)('samples %s and vocals %s stand as plain badges beside the facts', (samples, vocals, texts) => {
  render(<Origins track={aTrack({ origins: { samples, vocals, unreleased: true } })} />);
  expect(screen.getByRole('list', { name: 'Declared by the seller' })).toBeVisible();
  expect(badges()).toEqual(texts);
});

test('a track without a declaration shows nothing', () => {
  const { container } = render(<Origins track={aTrack()} />);
  expect(container).toBeEmptyDOMElement();
});
