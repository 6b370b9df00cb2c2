import { createCipheriv, randomBytes } from 'node:crypto';
import { derivedRing, keyId, keyRing, open, seal, sealedByFirst, secretRing, type KeyRing } from './key-ring';

const [older, newer] = [randomBytes(32), randomBytes(32)];
const text = Buffer.from('JBSWY3DPEHPK3PXP');

test('a sealed text opens with every ring that has its key, and with no other', () => {
  const sealed = seal([older], '7', text);
  for (const ring of [[older], [older, newer], [newer, older]] as KeyRing[]) expect(open(ring, '7', sealed)).toEqual(text);
  expect(() => open([newer], '7', sealed)).toThrow('No key of the ring opens this');
});

test('the first key seals, and the text says which key that was', () => {
  const sealed = seal([newer, older], '7', text);
  expect(sealed.subarray(0, 5)).toEqual(sealedByFirst([newer]));
  expect(sealed.subarray(1, 5).toString('hex')).toBe(keyId(newer));
  expect(() => open([older], '7', sealed)).toThrow();
});

test('a text opens for what it is bound to alone, and not when any bit of it was changed', () => {
  const sealed = seal([older], '7', text);
  expect(() => open([older], '8', sealed)).toThrow();
  for (const at of sealed.keys()) {
    const changed = Buffer.from(sealed);
    changed[at]! ^= 1;
    expect(() => open([older], '7', changed)).toThrow();
  }
  for (const length of [0, 4, 5, 20]) expect(() => open([older], '7', sealed.subarray(0, length))).toThrow();
});

test('texts of older releases, which name no key, open with any key of the ring', () => {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', older, nonce).setAAD(Buffer.from('7'));
  const body = Buffer.concat([cipher.update(text), cipher.final()]);
  const sealed = Buffer.concat([nonce, cipher.getAuthTag(), body]);
  expect(open([newer, older], '7', sealed)).toEqual(text);
  expect(() => open([newer], '7', sealed)).toThrow();
});

test('a derived ring has the order of its keys, and other keys for another purpose', () => {
  const ring = derivedRing([newer, older], 'card');
  expect(ring).toEqual([...derivedRing([newer], 'card'), ...derivedRing([older], 'card')]);
  expect(derivedRing([newer], 'code')).not.toEqual(derivedRing([newer], 'card'));
});

test('a variable holds one key on each line, with real line breaks or as in env files', () => {
  const lines = [older, newer].map((key) => key.toString('base64'));
  for (const text of [lines.join('\n'), lines.join('\\n'), `\n ${lines.join('\r\n')}\n`])
    expect(keyRing.parse(text)).toEqual([older, newer]);
  expect(secretRing.parse('a key with spaces\nanother key of it')).toEqual([
    Buffer.from('a key with spaces'),
    Buffer.from('another key of it'),
  ]);
});

test.each([
  ['nothing', undefined],
  ['an empty text', ' \n'],
  ['a short key', Buffer.alloc(31).toString('base64')],
  ['one wrong key among right ones', `${older.toString('base64')}\nshort`],
])('%s is no ring', (_what, text) => {
  expect(keyRing.safeParse(text).error?.issues).toMatchObject([
    { message: expect.stringContaining('openssl rand -base64 32') as string },
  ]);
  expect(secretRing.safeParse(text === undefined ? text : 'short').success).toBe(false);
});
