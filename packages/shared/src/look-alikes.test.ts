import fc from 'fast-check';
import { foldName, foldedCapitals, foldsOf, lookAlike } from './look-alikes';

// oxlint-disable-next-line typescript/no-require-imports -- it has no types of its own
const { rectifyConfusion } = require('unicode-confusables') as { rectifyConfusion: (text: string) => string };

test.each([
  ['Night Cargo', '  NIGHT   cargo'],
  ['Night Cargo', 'N\u0456ght C\u0430rgo'],
  ['BEAT', '\u0412\u0415\u0410\u0422'],
  ['PayPal', 'PayPaI'],
  ['Loop', 'L00p'],
  ['Night', '\uff2e\uff49\uff47\uff48\uff54'],
  ['Весна', 'ВЕСНА'],
  ['Vision', '\u03bdision'],
  ['MOONRISE', '\u041cOONRISE'],
  ['Moonrise', '\u043coonrise'],
  ['GHOSTLINE', 'GHOSTLI\u039dE'],
  ['Nordhafen Audio', '\u039dordhafen Audio'],
  ['HYPE', 'H\u03a5PE'],
  ['Noël', 'No\u0451l'],
  ['Café', 'Caf\u0435\u0301'],
  ['Fire🔥', 'Fire🔥\ufe0f'],
])('%j and %j are one name', (first, second) => expect(foldName(second)).toBe(foldName(first)));

test.each([
  ['Night Cargo', 'Light Cargo'],
  ['Весна', 'Весло'],
  ['夜', '朝'],
  ['Fire🔥', 'Fire🎵'],
])('%j and %j are two', (first, second) => expect(foldName(second)).not.toBe(foldName(first)));

test('every letter that looks like a plain one is that one', () => {
  const letters = Array.from({ length: 0x20000 }, (_, at) => String.fromCodePoint(at)).filter(
    (sign) => /\p{L}/u.test(sign) && sign === sign.normalize('NFKC') && /^[A-Za-z0-9]$/.test(rectifyConfusion(sign)),
  );
  expect(letters.length).toBeGreaterThan(300);
  expect(letters.filter((letter) => foldName(letter) !== foldName(rectifyConfusion(letter)))).toEqual([]);
});

test('folding a folded name does not change it', () => {
  for (const name of ['Night Cargo', 'PayPaI 10', 'ВЕСНА Mix', '夜 & ｅ', 'ﬁne Ǆ', '100 %', '\u041cX'])
    expect(foldName(foldName(name))).toBe(foldName(name));
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (name) => foldName(foldName(name)) === foldName(name)),
    { numRuns: 1000 },
  );
});

test('a name is one with itself in capitals and in small letters, also where these look like different letters', () => {
  const forms = (name: string) => [name, name.toUpperCase(), name.toLowerCase(), title(name)];
  for (const name of [
    '\u039d\u0395\u039f',
    '\u039dίκος',
    '\u039dύν',
    '\u03a5άκινθος',
    '\u039dέα Φων\u03ae',
    'Straße',
    'İstanbul',
  ])
    for (const [one, other] of forms(name).flatMap((form) => forms(name).map((another) => [form, another] as const)))
      expect([one, other, lookAlike(one, other)]).toEqual([one, other, true]);
  const letters = Array.from({ length: 0x20000 }, (_, at) => String.fromCodePoint(at)).filter(
    (sign) => /\p{L}/u.test(sign) && sign.toUpperCase() !== sign.toLowerCase(),
  );
  expect(letters.length).toBeGreaterThan(2000);
  expect(letters.filter((letter) => new Set(forms(`a${letter}`).map(foldedCapitals)).size > 1)).toEqual([]);
});

test('names look alike when they share a fold, both ways round', () => {
  const [capitals, small] = ['\u039d\u0395\u039f', '\u03bd\u03b5\u03bf'];
  expect(foldsOf(capitals)).toEqual([foldName('NEO')]);
  expect(foldsOf(small)).toEqual([foldName('veo'), foldName('NEO')]);
  expect(foldedCapitals(small)).toBe(foldName('NEO'));
  const pairs = [
    ['NEO', capitals],
    ['NEO', small],
    ['veo', small],
    ['veo', capitals],
    ['NEO', 'veo'],
  ] as const;
  expect(pairs.map(([one, other]) => [lookAlike(one, other), lookAlike(other, one)])).toEqual([
    [true, true],
    [true, true],
    [true, true],
    [false, false],
    [false, false],
  ]);
});

const title = (name: string) => name.toLowerCase().replace(/(?<!\p{L}\p{M}*)\p{L}/gu, (letter) => letter.toUpperCase());
