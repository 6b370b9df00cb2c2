import { originOf, publicKeyOf, readHead, signatureLine, signHead, verifierKey } from './note';

const origin = 'shop.example/log';
const [older, newer, other] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer];
const head = { size: 12_345, root: Buffer.alloc(32, 7) };
const keys = (...seeds: Buffer[]) => seeds.map(publicKeyOf);

test('the examples of others: a verifier key of C2SP, and a key with its signature of the package note of Go', () => {
  const raw = Buffer.from('AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k', 'base64').subarray(1);
  expect(verifierKey('example.com/foo', raw)).toBe('example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k');
  const seed = Buffer.from('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz', 'base64').subarray(1);
  expect(verifierKey('PeterNeumann', publicKeyOf(seed))).toBe(
    'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  );
  const text = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
  expect(signatureLine('PeterNeumann', text, seed)).toBe(
    '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n',
  );
});

test('the origin is the public address without its scheme', () => {
  expect(originOf('https://shop.example')).toBe('shop.example/log');
  expect(originOf('http://127.0.0.1:8080')).toBe('127.0.0.1:8080/log');
});

test('a head is three lines, a blank one, and a signature of each key', () => {
  const lines = signHead(origin, head, [newer, older]).split('\n');
  expect(lines.slice(0, 4)).toEqual([origin, '12345', head.root.toString('base64'), '']);
  expect(lines.slice(4)).toEqual([
    expect.stringMatching(/^— shop\.example\/log [A-Za-z0-9+/]{90}[A-Za-z0-9+/=]{2}$/),
    expect.stringMatching(/^— shop\.example\/log /),
    '',
  ]);
});

test('while a key is exchanged, whoever knows one of both keys can read a head; nobody else can', () => {
  const note = signHead(origin, head, [newer, older]);
  for (const ring of [keys(older), keys(newer), keys(other, older)]) expect(readHead(note, origin, ring)).toEqual(head);
  expect(readHead(note, origin, keys(other))).toBeNull();
  expect(readHead(note, origin, [])).toBeNull();
  expect(readHead(note, 'other.example/log', keys(older))).toBeNull();
});

test('no byte of a head can be changed', () => {
  const note = signHead(origin, head, [older]);
  expect(readHead(note, origin, keys(older))).toEqual(head);
  for (let at = 0; at < note.length; at++) {
    const changed = note.slice(0, at) + (note[at] === 'A' ? 'B' : 'A') + note.slice(at + 1);
    expect(readHead(changed, origin, keys(older))).toBeNull();
    expect(readHead(note.slice(0, at), origin, keys(older))).toBeNull();
  }
  for (const more of [`${note}\n`, `${note} `, note.replace('\n\n', '\nmore\n\n'), note.replace('12345', '012345'), `\n${note}`])
    expect(readHead(more, origin, keys(older))).toBeNull();
});
