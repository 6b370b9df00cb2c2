import { GENRES, MUSIC_KEYS } from '@shop/contracts/constants';
import { coverSvg, type CoverFacts } from './cover';
import { HEADLINE, lettering } from './lettering';

const facts: CoverFacts = { name: 'Night Cargo', category: 'Techno', bpm: 128, music_key: 'A', key_mode: null };

test('every genre and key has a cover of its own, the same each time, and none needs a font', () => {
  const covers = [
    ...GENRES.map((category) => coverSvg({ ...facts, name: category, category })),
    ...MUSIC_KEYS.map((music_key) => coverSvg({ ...facts, music_key })),
    ...['major', 'minor'].map((key_mode) => coverSvg({ ...facts, key_mode })),
  ];
  expect(new Set(covers).size).toBe(covers.length);
  expect(coverSvg(facts)).toBe(coverSvg({ ...facts }));
  for (const cover of covers) {
    expect(cover).not.toMatch(/<text|font-family/);
    expect(cover).not.toMatch(/NaN|undefined|Infinity/);
  }
});

test.each([null, 0, 0.1, 87.5, 400])('any tempo can be drawn: %p', (bpm) => {
  for (const category of GENRES) {
    const cover = coverSvg({ ...facts, category, bpm });
    expect(cover).not.toMatch(/NaN|undefined|Infinity/);
    expect(cover.length).toBeLessThan(1_000_000);
  }
});

test.each([
  'Ночной груз',
  'Νυχτερινό φορτίο',
  '夜の貨物',
  '🔥🔥🔥',
  'a]]>"\'</svg><script>alert(1)</script>',
  'A Very Long Name That Nobody Would Print on a Record '.repeat(2).trim(),
  '\u200d',
])('any name can be set, and none is markup: %s', (name) => {
  const cover = coverSvg({ ...facts, name });
  expect(cover).not.toMatch(/NaN|undefined|Infinity|script|alert/);
  expect(cover.match(/<svg/g)).toHaveLength(2);
});

const set = (name: string) => lettering(name, HEADLINE, 58, 48, 1150, '#fff', 820);

test.each(['夜の貨物', 'ночь 夜', 'กลางคืน 2', 'रात', '🔥🔥🔥', '\u200d'])(
  'a name with letters that no typeface here has is not printed in parts: %s',
  (name) => {
    expect(set(name)).toBe('');
    expect(coverSvg({ ...facts, name })).toContain('<path');
  },
);

/** The outlines of a name from the left, without their positions. */
const outlines = (name: string) => Array.from(set(name).matchAll(/ d="([^"]*)"/g), ([, outline]) => outline);

test('the words of a name from right to left stand so, among others as well', () => {
  const [night, song] = [outlines('הלילה'), outlines('שיר')];
  expect(outlines('שיר הלילה')).toEqual([...night, ...song]);
  expect(outlines('Noa שיר הלילה 24')).toEqual([
    ...outlines('Noa ש').slice(0, 3),
    ...outlines('24 ש').slice(0, 2),
    ...night,
    ...song,
  ]);
});

test('of other signs, only those without a font are left out', () => {
  expect(set('Night 🔥 Cargo')).toBe(set('Night Cargo'));
  expect(set('Why? Not!')).not.toBe(set('Why Not!'));
});
