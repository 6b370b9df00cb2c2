import { utf8ToBytes } from '@noble/hashes/utils.js';
import {
  aCertificateText,
  aLog,
  aSale,
  BUYER,
  CODE,
  headOf,
  keyLine,
  ORIGIN,
  otherSales,
  SALT,
  signedText,
  stubLog,
} from '#testing/a-sales-log.ts';
import { checkBuyer, checkSale, checkSignature, checkState } from './certificate-checks';
import { codeInGroups, hashFile, readCode, whichFile } from './certified-file';
import { checkHead, readKeys, type Head } from './notes';
import { compareWithSeen, newestHead, readEntries, Rewritten, seenHead, Unreachable } from './sales-log';
import { hashReader, decodeLeaves, Refuted, tileAddress } from './tiles';

const keysOf = (lines = keyLine()) => readKeys(lines);
const headOfLog = (checkpoint: string): Head => checkHead(checkpoint, keysOf());
const onceChanged = (text: string) =>
  text.replace(/[a-y](?=[^a-z]*$)/, (letter) => String.fromCharCode(letter.charCodeAt(0) + 1));

beforeEach(() => localStorage.clear());

describe('addresses of tiles', () => {
  test.each([
    [0, 0, 256, 'tile/0/000'],
    [0, 0, 5, 'tile/0/000.p/5'],
    [0, 1, 300, 'tile/0/001.p/44'],
    [1, 0, 70_000, 'tile/1/000'],
    [1, 1, 70_000, 'tile/1/001.p/17'],
    [0, 1_300_007, 1e12, 'tile/0/x001/x300/007'],
    ['entries', 1234, 1e12, 'tile/entries/x001/234'],
  ] as const)('level %p, index %p of %p leaves', (level, index, size, address) =>
    expect(tileAddress(level, index, size)).toBe(address),
  );
});

test('hashes come from tiles, each read once, also above the lowest level', async () => {
  const { files, checkpoint, leaves } = aLog(otherSales(600));
  const readFile = jest.fn((address: string) => Promise.resolve(files.get(address)!));
  const read = hashReader(readFile, 600);
  for (const level of [0, 3, 7, 8, 9]) await read(level, 0);
  expect(readFile.mock.calls.flat().sort()).toEqual(['tile/0/000', 'tile/1/000.p/2']);
  stubLog({ files, checkpoint, keys: keyLine() });
  const entries = await readEntries(headOfLog(checkpoint), 250, 262);
  expect(entries.map(({ index }) => index)).toEqual([261, 260, 259, 258, 257, 256, 255, 254, 253, 252, 251, 250]);
  expect(leaves).toHaveLength(600);
});

test('an entry that was changed behind the head is found, and so is a bundle that breaks off', async () => {
  const log = aLog(otherSales(3));
  const head = headOfLog(log.checkpoint);
  const bundle = log.files.get('tile/entries/000.p/3')!;
  log.files.set('tile/entries/000.p/3', bundle.with(40, bundle[40]! ^ 1));
  stubLog(log);
  await expect(readEntries(head, 0, 3)).rejects.toThrow('Entry 0 is not the one that the head has signed.');
  expect(() => decodeLeaves(bundle.slice(0, -1))).toThrow(Refuted);
  expect(() => decodeLeaves(Uint8Array.of(0))).toThrow(Refuted);
});

describe('heads', () => {
  const leaves = otherSales(4);
  const note = headOf(leaves);

  test('are signed by a key of the log; one of two signatures suffices while a key is exchanged', () => {
    expect(headOfLog(note)).toMatchObject({ origin: ORIGIN, size: 4 });
    const otherSeed = new Uint8Array(32).fill(9);
    const bothHeads = note + headOf(leaves, { seed: otherSeed }).split('\n').slice(4).join('\n');
    expect(checkHead(bothHeads, keysOf(keyLine(otherSeed)))).toMatchObject({ size: 4 });
  });

  test('of another size, root, name, key or shape are refused', () => {
    for (const forged of [
      note.replace('\n4\n', '\n5\n'),
      onceChanged(note.slice(0, 60)) + note.slice(60),
      note.replaceAll(ORIGIN, 'other.example/log'),
      headOf(leaves, { seed: new Uint8Array(32).fill(9) }),
      note.replace('\n4\n', '\n04\n'),
      note.replace('\n\n', '\nmore\n\n'),
      note.trimEnd(),
      'gone',
    ])
      expect(() => headOfLog(forged)).toThrow(Refuted);
  });

  test('keys whose hash does not fit are no keys', () => {
    expect(
      keysOf(
        keyLine()
          .replace('+', '+0')
          .replace(/(\+0.{7})./, '$1'),
      ),
    ).toEqual([]);
    expect(keysOf('')).toEqual([]);
  });
});

describe('the head seen last', () => {
  const all = otherSales(9);
  const serve = (leaves: typeof all) => {
    const log = aLog(leaves);
    stubLog(log);
    return log;
  };

  test('is remembered, continued and never replaced by an older one', async () => {
    serve(all.slice(0, 3));
    expect(await compareWithSeen(await newestHead())).toMatchObject({ kind: 'first' });
    expect(await compareWithSeen(await newestHead())).toMatchObject({ kind: 'same' });
    const old = await newestHead();
    serve(all);
    expect(await compareWithSeen(await newestHead())).toMatchObject({ kind: 'grown', seen: { size: 3 } });
    expect(await compareWithSeen(old)).toMatchObject({ kind: 'older', seen: { size: 9 } });
    expect(seenHead.get()).toMatchObject({ size: 9 });
    expect(localStorage.getItem('salesLogHead')).toContain(`${ORIGIN}\n9\n`);
  });

  test.each([
    ['went back', all.slice(0, 5), 'entries are gone'],
    ['forked and grew', [...otherSales(4), utf8ToBytes('{}'), ...all.slice(5), ...all.slice(0, 3)], 'its past was changed'],
    ['has another past of the same size', all.with(2, utf8ToBytes('{}')), 'its past was changed'],
  ])('shows that the log %s, and stays as proof', async (_what, leaves, words) => {
    serve(all);
    await compareWithSeen(await newestHead());
    const lastHead = seenHead.get();
    serve(leaves);
    const comparing = compareWithSeen(await newestHead());
    await expect(comparing).rejects.toThrow(words);
    await expect(comparing).rejects.toBeInstanceOf(Rewritten);
    expect(seenHead.get()).toEqual(lastHead);
  });

  test('of a log that cannot be reached says nothing', async () => {
    serve(all);
    const head = await newestHead();
    await compareWithSeen(head);
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    await expect(newestHead()).rejects.toBeInstanceOf(Unreachable);
    await expect(compareWithSeen({ ...head, size: 12 })).rejects.toBeInstanceOf(Unreachable);
  });

  test('that somebody else wrote into the storage counts as none', () => {
    localStorage.setItem('salesLogHead', '{}');
    expect(seenHead.get()).toBeNull();
  });
});

describe('a certificate', () => {
  test('is signed, letter by letter', async () => {
    const { view, jwks } = await aSale();
    expect(checkSignature(view.jws, view.certificate, jwks)).toBe('k1');
    const changed = view.certificate.replace('Undertow', 'Undertoe');
    const otherSeed = signedText(aCertificateText({ title: 'Undertoe' }));
    const stranger = signedText(aCertificateText(), new Uint8Array(32).fill(7));
    const [header, payload] = view.jws.split('.');
    for (const [jws, text] of [
      [view.jws, changed],
      [otherSeed.jws, view.certificate],
      [stranger.jws, view.certificate],
      [`${header}.${payload}.${otherSeed.jws.split('.')[2]}`, view.certificate],
      [`${btoa('{"alg":"none","kid":"k1"}')}.${payload}.`, view.certificate],
      [`${btoa('{"alg":"Ed25519","kid":"k2"}')}.${payload}.`, view.certificate],
      [`%.${payload}.x`, view.certificate],
      ['', ''],
    ] as const)
      expect(() => checkSignature(jws, text, jwks)).toThrow(Refuted);
  });

  test('is in the log with each of its fields, and at the same place for everybody', async () => {
    const sale = await aSale();
    const { view, text, proof, files } = sale;
    stubLog(sale);
    expect(await checkSale(view.certificate, text, proof)).toMatchObject({ size: 6 });
    for (const more of [
      { day: '2026-11-27' },
      { track: '13' },
      { master: text.contract },
      { fingerprint: null },
      { code: CODE.replace('0', '1') },
    ])
      await expect(checkSale(view.certificate, { ...text, ...more }, proof)).rejects.toThrow(Refuted);
    await expect(checkSale(`${view.certificate} `, text, proof)).rejects.toThrow(Refuted);
    await expect(checkSale(view.certificate, text, { ...proof, index: 2 })).rejects.toThrow(Refuted);
    files.set('tile/entries/000.p/6', aLog(otherSales(6)).files.get('tile/entries/000.p/6')!);
    await expect(checkSale(view.certificate, text, proof)).rejects.toThrow('Entry 3 of the log is another one');
  });

  test('has the state that the newest change in the log says', async () => {
    const suspension = { kind: 'suspended', reason: 'claim', day: '2026-11-29' } as const;
    const sale = await aSale({ changes: [suspension, { ...suspension, kind: 'reinstated', day: '2026-12-02' }] });
    stubLog(sale);
    await checkState(sale.view.state, CODE, sale.proof);
    const hidden = { ...sale.proof, changes: sale.proof.changes.slice(0, 1) };
    await expect(checkState(sale.view.state, CODE, hidden)).rejects.toThrow(Refuted);
    await expect(checkState({ ...sale.view.state, state: 'revoked' }, CODE, sale.proof)).rejects.toThrow(Refuted);
    await expect(checkState(sale.view.state, CODE.replace('0', '1'), sale.proof)).rejects.toThrow('about another certificate');
  });

  test('seals the name of the buyer', () => {
    const { buyer } = aCertificateText();
    checkBuyer({ name: BUYER, salt: SALT }, buyer);
    expect(() => checkBuyer({ name: 'Mira Wolk', salt: SALT }, buyer)).toThrow(Refuted);
    expect(() => checkBuyer({ name: BUYER, salt: 'b2'.repeat(16) }, buyer)).toThrow(Refuted);
    expect(() => checkBuyer({ name: BUYER, salt: SALT }, null)).toThrow(Refuted);
  });
});

describe('a file', () => {
  const hashed = (parts: BlobPart[], signal = new AbortController().signal, progress = jest.fn()) =>
    hashFile(new Blob(parts), progress, signal);

  test('is known by each of its bytes', async () => {
    const text = aCertificateText();
    for (const [content, match] of [
      ['the contract', { kind: 'contract' }],
      ['the master', { kind: 'master' }],
      ['the bass', { kind: 'file', path: 'Undertow/Stems/Bass.wav' }],
      ['the bast', { kind: 'none' }],
      ['', { kind: 'none' }],
    ] as const)
      expect(whichFile(text, await hashed([content]))).toEqual(match);
    expect(whichFile({ ...text, contract: null, master: null, files: [] }, await hashed(['the contract']))).toEqual({
      kind: 'none',
    });
  });

  test('of several pieces is hashed in order, with progress, and no further once it is cancelled', async () => {
    const piece = new Uint8Array(1024 * 1024).fill(7);
    const progress = jest.fn();
    const whole = await hashed([piece, piece, 'end'], undefined, progress);
    expect(progress.mock.calls.flat()).toEqual([expect.closeTo(0.5, 5), expect.closeTo(1, 5), 1]);
    expect(await hashed([piece, piece, 'enD'])).not.toBe(whole);
    const stop = new AbortController();
    const stopped = hashed(
      [piece, piece],
      stop.signal,
      progress.mockReset().mockImplementation(() => stop.abort()),
    );
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
    expect(progress).toHaveBeenCalledTimes(1);
  });
});

test.each([
  [CODE, CODE],
  [` ${CODE.toUpperCase()}\n`, CODE],
  [codeInGroups(CODE), CODE],
  [CODE.replaceAll('0', 'O').replaceAll('1', 'l'), CODE],
  [CODE.replaceAll('1', 'I'), CODE],
  [`https://shop.example/certificate/${CODE}?print#top`, CODE],
  [CODE.slice(1), null],
  [`${CODE}0`, null],
  [CODE.replace('z', 'u').replace('s', 'u'), null],
  ['', null],
])('the typed code %p', (typed, code) => expect(readCode(typed)).toBe(code));
