import { rolesOf } from './roles';

const roleOf = (path: string) => rolesOf([path, 'Documents/read me.txt'])[0];

test.each([
  ['Master/Track.wav', 'master'],
  ['MASTER/Track.WAV', 'master'],
  ['01 - Master/Track.flac', 'master'],
  ['Track (Master).wav', 'master'],
  ['Master/Unmaster/Track.wav', 'unmastered'],
  ['Unmaster/Track.wav', 'unmastered'],
  ['Un-Mastered/Track.aif', 'unmastered'],
  ['Master/Track UNMASTERED.wav', 'unmastered'],
  ['Pre-Master/Track.wav', 'unmastered'],
  ['Track_unmaster.wav', 'unmastered'],
  ['Stems/Kick.wav', 'stem'],
  ['stems/Drums/Kick.wav', 'stem'],
  ['Master/Stems/Kick.wav', 'stem'],
  ['Trackouts/Kick.mp3', 'stem'],
  ['Стемы/Бочка.wav', 'stem'],
  ['Мастер/Трек.wav', 'master'],
  ['Без мастеринга/Трек.wav', 'unmastered'],
  ['ステム/キック.wav', 'stem'],
  ['マスター/曲.wav', 'master'],
  ['MIDI/Lead.mid', 'midi'],
  ['Lead.MIDI', 'midi'],
  ['Project/Lead.mid', 'midi'],
  ['MIDI/Lead.wav', 'other'],
  ['Project/Samples/Kick.wav', 'project'],
  ['Ableton Live 12/Samples/unmastered.wav', 'project'],
  ['Song.als', 'project'],
  ['Song.logicx/Alternatives/000/ProjectData', 'project'],
  ['Song.flp', 'project'],
  ['Master/cover.jpg', 'artwork'],
  ['Stems/notes.txt', 'other'],
  ['Track.wav', 'other'],
])('%s is %s', (path, role) => expect(roleOf(path)).toBe(role));

test('one folder around everything is ignored, however it is called, and no other', () => {
  expect(rolesOf(['My Track/Master/a.wav', 'My Track/Stems/b.wav', 'My Track/cover.png'])).toEqual(['master', 'stem', 'artwork']);
  expect(rolesOf(['Stems and Master/Master/a.wav', 'Stems and Master/Unmaster/b.wav'])).toEqual(['master', 'unmastered']);
  expect(rolesOf(['Project 7/Send/Master/a.wav', 'Project 7/Send/Stems/b.wav'])).toEqual(['master', 'stem']);
  expect(rolesOf(['Stems/a.wav', 'Stems/b.wav'])).toEqual(['stem', 'stem']);
});

test('a lossy copy beside the master is no second master, and alone it is the master that will be refused', () => {
  expect(rolesOf(['Master/a.wav', 'Master/a.mp3'])).toEqual(['master', 'other']);
  expect(rolesOf(['Master/a.mp3', 'Stems/a.mp3'])).toEqual(['master', 'stem']);
});

test('a mix among the stems is told by its name, and stems that are all called so are stems', () => {
  expect(rolesOf(['Stems/Kick.wav', 'Stems/Full mix unmastered.wav'])).toEqual(['stem', 'unmastered']);
  expect(rolesOf(['Stems/Kick unmastered.wav', 'Stems/Bass unmastered.wav'])).toEqual(['stem', 'stem']);
  expect(rolesOf(['Unmaster/a.wav', 'Stems/Kick unmastered.wav'])).toEqual(['unmastered', 'stem']);
});

test('the form of letters does not matter', () => {
  expect(rolesOf(['Без мастеринга/Трек.wav'.normalize('NFD'), 'x.txt'])).toEqual(['unmastered', 'other']);
});
