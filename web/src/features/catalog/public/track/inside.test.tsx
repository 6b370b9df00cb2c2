import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { aTrack } from '#testing/a-track.ts';
import { BesideFacts } from './Inside';

const files = { stems: 24, midi: true, seconds: 372, loudness: -8.24, project: true };
const open = (page: ReactNode) => render(<MemoryRouter>{page}</MemoryRouter>);
const badges = () => screen.queryAllByRole('listitem').map((item) => item.textContent);

test('the page says what the shop holds of a track and has checked', () => {
  open(<BesideFacts track={aTrack({ files, project_name: 'Cubase' })} />);
  expect(screen.getByRole('list', { name: 'In the package, checked by the shop' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'What is checked' })).toHaveAttribute('href', '/upload-instructions#checks');
  expect(badges()).toEqual(['Checked by the shop', 'Master of 6:12', '-8.2 LUFS', '24 stems', 'MIDI', 'Cubase project']);
});

test('the page names the stems, and the version of the program that saved the project', () => {
  const contents = { stems: ['Kick', 'Bass'], project: 'Ableton Live 11.3.4' };
  const { rerender } = open(<BesideFacts track={aTrack({ files, contents, project_name: 'Ableton Live' })} />);
  expect(screen.getByText('Kick, Bass').parentElement).toHaveTextContent('Stems: Kick, Bass');
  expect(badges()).toContain('Ableton Live 11.3.4 project');
  const nameless = aTrack({ files, contents: { stems: [], project: null }, project_name: 'Cubase' });
  rerender(
    <MemoryRouter>
      <BesideFacts track={nameless} />
    </MemoryRouter>,
  );
  expect(screen.queryByText('Stems:')).toBeNull();
  expect(badges()).toContain('Cubase project');
});

test('what is not known or not in it is left out', () => {
  open(<BesideFacts track={aTrack({ files: { ...files, stems: 1, midi: false, seconds: null, loudness: null } })} />);
  expect(badges()).toEqual(['Checked by the shop', '1 stem']);
});

test('a track that a link delivers shows nothing, whatever release answers', () => {
  for (const withoutFiles of [{ files: null }, {}]) {
    const { container, unmount } = render(<BesideFacts track={aTrack(withoutFiles)} />);
    expect(container).toBeEmptyDOMElement();
    unmount();
  }
});
