import { folded } from './look-alikes';

test.each([
  ['Night Cargo', '  NIGHT   cargo'],
  ['Night Cargo', 'N\u0456ght C\u0430rgo'],
  ['BEAT', '\u0412\u0415\u0410\u0422'],
  ['PayPal', 'PayPaI'],
  ['Loop', 'L00p'],
  ['Night', '\uff2e\uff49\uff47\uff48\uff54'],
  ['Весна', 'ВЕСНА'],
  ['Vision', '\u03bdision'],
])('%j and %j are one name', (one, other) => expect(folded(other)).toBe(folded(one)));

test.each([
  ['Night Cargo', 'Light Cargo'],
  ['Весна', 'Весло'],
  ['夜', '朝'],
])('%j and %j are two', (one, other) => expect(folded(other)).not.toBe(folded(one)));

test('what is folded stays as it is', () => {
  for (const name of ['Night Cargo', 'PayPaI 10', 'ВЕСНА Mix', '夜 & ｅ', 'ﬁne Ǆ'])
    expect(folded(folded(name))).toBe(folded(name));
});
