import type { PackageFinding, PackageView } from '@shop/contracts/views';
import { screen, within } from '@testing-library/react';
import { renderAt } from '#testing/render.tsx';
import { PackageDrawing } from './PackageDrawing';

type File = PackageView['files'][number];

const sound = (id: number, path: string, role: File['role'], more: Partial<File> = {}): File => ({
  ...{
    id,
    path,
    role,
    sizeBytes: 1,
    sha256: 'a'.repeat(64),
    seconds: 200,
    wave: [0.1, 0.9, 0.4],
    loudness: -12.5,
    truePeak: -0.3,
  },
  ...more,
});
const FILES = [
  sound(4, 'Stems/Lead.wav', 'stem', { seconds: 100 }),
  sound(3, 'Stems/Bass.wav', 'stem'),
  { id: 9, path: 'MIDI/Lead.mid', role: 'midi', sizeBytes: 1, sha256: 'b'.repeat(64) } satisfies File,
  sound(2, 'Unmaster/Salt.wav', 'unmastered', { loudness: -70 }),
  sound(1, 'Master/Salt.wav', 'master'),
];
const FINDINGS: PackageFinding[] = [
  { code: 'stems-do-not-sum', level: 'fail', atSeconds: 50, text: 'The stems are not the mix.', todo: 'Export them again.' },
  { code: 'clipping', level: 'warning', file: 'Stems/Lead.wav', atSeconds: 90, text: 'It clips.', todo: 'Lower it.' },
  { code: 'project-missing', level: 'note', text: 'There is no project.', todo: 'Add it.' },
];
const rows = () => within(screen.getByRole('region', { name: 'The sounds on one time line' })).getAllByRole('listitem');
const marksOf = (row: number) => within(rows()[row]!).queryAllByRole('button');

test('master, unmastered version and stems stand under each other, each as long as it is, with its loudness', () => {
  renderAt(<PackageDrawing files={FILES} findings={[]} />);
  const heads = ['Master Salt.wav', 'Unmastered Salt.wav', 'Stem Bass.wav', 'Stem Lead.wav'];
  for (const [nth, head] of heads.entries()) expect(rows()[nth]).toHaveTextContent(head);
  expect(rows()).toHaveLength(4);
  const meters = screen.getAllByRole('meter');
  expect(meters[0]).toHaveAccessibleName('Loudness of Salt.wav');
  expect(meters[0]).toHaveAttribute('aria-valuetext', '−12.5 LUFS, true peak −0.3 dB');
  // the meter ends where nothing is heard any more
  expect(meters[1]).toHaveAttribute('aria-valuenow', '-40');
  const end = (row: number) =>
    Math.max(
      ...pathOf(row)
        .slice(1, -1)
        .split('L')
        .map((point) => Number(point.split(' ')[0])),
    );
  expect(end(3)).toBeLessThan(end(0) * 0.51);
});

const pathOf = (row: number) => rows()[row]!.querySelector('path')!.getAttribute('d')!;

test('a finding is marked at its second on its sound, one without a file on the unmastered version; it says its sentence', async () => {
  const chosen: number[] = [];
  const { user } = renderAt(<PackageDrawing files={FILES} findings={FINDINGS} onSecond={(second) => chosen.push(second)} />);
  expect([0, 1, 2, 3].map((row) => marksOf(row).length)).toEqual([0, 1, 0, 1]);
  const [mark] = marksOf(1);
  expect(mark).toHaveAccessibleName('At 0:50: The stems are not the mix.');
  expect(mark!.style.getPropertyValue('--at')).toBe('25%');
  await user.click(mark!);
  expect(screen.getByRole('status')).toHaveTextContent('0:50 The stems are not the mix. Export them again.');
  expect(mark).toHaveAttribute('aria-expanded', 'true');
  await user.click(marksOf(3)[0]!);
  expect(screen.getByRole('status')).toHaveTextContent('1:30 It clips. Lower it.');
  await user.click(marksOf(3)[0]!);
  expect(screen.queryByRole('status')).toBeNull();
  expect(chosen).toEqual([50, 90, 90]);
});

test('an overruled fail is drawn as a note; without a sound that could be read nothing is drawn', () => {
  const overruled = { ...FINDINGS[0]!, overruled: { by: 1, reason: 'Heard.' } };
  const { unmount } = renderAt(<PackageDrawing files={FILES} findings={[overruled]} />);
  expect(marksOf(1)[0]).toHaveAttribute('data-level', 'note');
  unmount();
  renderAt(<PackageDrawing files={[FILES[2]!]} findings={FINDINGS} />);
  expect(screen.queryByRole('region')).toBeNull();
});
