import fc from 'fast-check';
import { tileAt } from './tiles';

test.each([
  ['0/000', { level: 0, index: 0, width: 256 }],
  ['2/x001/x234/067', { level: 2, index: 1_234_067, width: 256 }],
  ['0/x001/x300/007.p/255', { level: 0, index: 1_300_007, width: 255 }],
  ['63/999.p/1', { level: 63, index: 999, width: 1 }],
  ['entries/x001/000.p/7', { level: 'entries', index: 1000, width: 7 }],
])('%s is a tile', (address, tile) => {
  expect(tileAt(address)).toEqual(tile);
});

test.each([
  ...['', '0', '0/', '0/0', '0/00', '0/0000', '0/000/', '/0/000', '00/000', '01/000', '64/000', '-1/000', '+1/000', ' 0/000'],
  ...['0/x000/001', '0/x001', '0/001/001', '0/x01/001', '0/x001/x002', '0/X001/002', '0/%30%30%30', '0/000\n', '0/００0'],
  ...['0/000.p', '0/000.p/', '0/000.p/0', '0/000.p/01', '0/000.p/256', '0/000.p/300', '0/000.p/1/', '0/000.P/1', '0/000.p/1.p/1'],
  ...['Entries/000', 'entries/00', 'entries/', 'data/000', '8/0/000'],
])('%j is none', (address) => {
  expect(tileAt(address)).toBeNull();
});

test('every index has one spelling', () => {
  fc.assert(
    fc.property(
      fc.nat(999_999_999_999),
      fc.integer({ min: 0, max: 63 }),
      fc.integer({ min: 1, max: 256 }),
      (index, level, width) => {
        const groups = [...index.toLocaleString('en-US').split(',')].map((group) => group.padStart(3, '0'));
        const spelt = `${level}/${groups.map((group, at) => (at < groups.length - 1 ? `x${group}/` : group)).join('')}`;
        expect(tileAt(width === 256 ? spelt : `${spelt}.p/${width}`)).toEqual({ level, index, width });
      },
    ),
  );
});
