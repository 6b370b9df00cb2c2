import { namesOfStems } from './track-contents';

test.each([
  [
    ['Stems/01 Kick.wav', 'Stems/02_Bass Line.wav', 'Stems/3. Pad.flac'],
    ['Kick', 'Bass Line', 'Pad'],
  ],
  [
    ['Stems/Salt - 124bpm - Kick.wav', 'Stems/Salt - 124bpm - Lead.wav'],
    ['Kick', 'Lead'],
  ],
  [
    ['Stems/Jo Doe Salt 01 Kick.wav', 'Stems/Jo Doe Salt 02 Hi-Hat.wav'],
    ['Kick', 'Hi-Hat'],
  ],
  [
    ['Stems/Kick Am 124.wav', 'Stems/Bass Am 124.wav'],
    ['Kick', 'Bass'],
  ],
  [
    ['Stems/Drums/Kick.wav', 'Stems/Kick.wav', 'Stems/808.wav'],
    ['Kick', '808'],
  ],
  [
    ['Stems/Бочка.wav', 'Stems/ベース.wav'],
    ['Бочка', 'ベース'],
  ],
  [
    ['Stems/808 Kick.wav', 'Stems/909 Kick.wav'],
    ['808', '909'],
  ],
  [
    ['Stems/Kick.wav', 'Stems/Kick Layer.wav'],
    ['Kick', 'Kick Layer'],
  ],
  [['Stems/Salt Kick.wav'], ['Salt Kick']],
  [
    ['Stems/01.wav', 'Stems/02.wav'],
    ['01', '02'],
  ],
  [[], []],
])('%j are called %j', (paths, names) => {
  expect(namesOfStems(paths)).toEqual(names);
});

test('a name is short and has nothing that is not seen', () => {
  expect(namesOfStems([`Stems/${'a'.repeat(200)}.wav`, 'Stems/Ki\u202eck\u0007.wav'])).toEqual(['a'.repeat(60), 'Kick']);
});
