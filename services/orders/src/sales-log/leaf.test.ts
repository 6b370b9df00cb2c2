import fc from 'fast-check';
import { canonicalJson, changeLeaf, saleLeaf } from './leaf';

const hash = 'ab'.repeat(32);

test('a leaf has these members and no others, in the order of their names, without spaces', () => {
  const sale = { certificate: hash, day: '2026-11-29', fingerprint: null, master: hash, text: hash, track: '7' };
  expect(saleLeaf({ ...sale, ...{ name: 'Marta' } })).toBe(
    `{"certificate":"${hash}","day":"2026-11-29","fingerprint":null,"kind":"sale","master":"${hash}","text":"${hash}","track":"7","v":1}`,
  );
  expect(changeLeaf({ certificate: hash, day: '2026-11-30', kind: 'revoked', reason: 'refund' })).toBe(
    `{"certificate":"${hash}","day":"2026-11-30","kind":"revoked","reason":"refund","v":1}`,
  );
});

test('no leaf has more than 1,023 bytes', () => {
  const sale = { certificate: hash, day: '2026-11-29', fingerprint: null, master: null, text: hash };
  const rest = Buffer.byteLength(saleLeaf({ ...sale, track: '' }));
  expect(Buffer.byteLength(saleLeaf({ ...sale, track: '1'.repeat(1023 - rest) }))).toBe(1023);
  expect(() => saleLeaf({ ...sale, track: '1'.repeat(1024 - rest) })).toThrow('1023 bytes');
});

test('canonical JSON is JSON of the same value, whatever the order of its members', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'é€"\n' }], a: true, '€': 0, '😀': 0, ﬀ: 0 })).toBe(
    '{"a":true,"b":[1,{"c":"é€\\"\\n","d":null}],"€":0,"😀":0,"ﬀ":0}', // by UTF-16 units: RFC 8785, 3.2.3
  );
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.constant(null))), (members) => {
      const turned = Object.fromEntries(Object.entries(members).toReversed());
      expect(canonicalJson(turned)).toBe(canonicalJson(members));
      expect(JSON.parse(canonicalJson(members))).toEqual(JSON.parse(JSON.stringify(members)));
    }),
  );
});
