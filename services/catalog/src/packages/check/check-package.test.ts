import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { FINDING_CODES, type MusicKey } from '@shop/contracts/constants';
import { readArchive } from './archive';
import { checkPackage } from './check-package';
import { rolesOf } from './roles';
import { RULES } from './rules';
import { goodFiles, midiOf, mix, mastered, stemFiles, stems, storedFiles, SECONDS, type Files } from './testing/packages';
import {
  A_MINOR,
  aiffOf,
  soundOfChords,
  chunkOf,
  delayed,
  flacOf,
  soundOfPart,
  shaped,
  sumOf,
  toneOf,
  wavOf,
  type Samples,
} from './testing/sounds';
import { zipOf } from './testing/zip';

/** The upload guide's rules for tracks of a few seconds. */
const rules = { ...RULES, masterSeconds: { min: SECONDS - 0.5, max: SECONDS + 0.5 } };
const good = goodFiles();

/** Everything that the check finds in good files of which some are others. */
const foundIn = async (changes: Files, track?: { bpm?: number; key?: MusicKey }) =>
  (await checkPackage(storedFiles({ ...good, ...changes }), { rules, ...(track && { track }) })).findings;

const KICK = 'Stems/Kick.wav';
const MASTER = 'Master/Track.wav';
const MIX = 'Master/Unmaster/Track.wav';
const without = (...paths: string[]): Files => Object.fromEntries(paths.map((path) => [path, undefined]));
const noStems = without(...Object.keys(stemFiles(stems)));
const cut = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
const quietly = (level: number) => soundOfPart(9, SECONDS, { level });
const longer = (samples: Samples, seconds: number): Samples =>
  samples.map((values) => {
    const whole = new Float32Array(values.length + Math.round(seconds * 44_100));
    whole.set(values.subarray(0, whole.length));
    return whole;
  });
const louder = (samples: Samples, gain: number) => shaped(samples, (value) => value * gain);
const limited = (samples: Samples) => shaped(samples, (value) => Math.tanh(4 * value) / 4);
const clipped = (samples: Samples) => shaped(samples, (value) => Math.max(-1, Math.min(1, 20 * value)));
const inSixteen = (samples: Samples) => shaped(samples, (value) => Math.round(value * 32_768) / 32_768);
const midi = midiOf();

const FAULTS: [fault: string, code: string, changes: Files][] = [
  ['no master', 'master-missing', without(MASTER)],
  ['no unmastered version', 'unmastered-missing', without(MIX)],
  ['no stems', 'stems-missing', noStems],
  ['one stem', 'stems-missing', { ...noStems, [KICK]: good[KICK] }],
  ['no MIDI', 'midi-missing', without('MIDI/Lead.mid')],
  ['a master that is cut off', 'audio-unreadable', { [MASTER]: cut(good[MASTER]!) }],
  ['an unmastered version that is cut off', 'audio-unreadable', { [MIX]: cut(good[MIX]!) }],
  ['a stem that is cut off', 'audio-unreadable', { [KICK]: cut(good[KICK]!) }],
  ['a stem whose end is missing by a byte', 'audio-unreadable', { [KICK]: good[KICK]!.subarray(0, -1) }],
  ['an AIFF stem that is cut off', 'audio-unreadable', { [KICK]: undefined, 'Stems/Kick.aif': cut(aiffOf(stems.Kick)) }],
  ['a FLAC stem that is cut off', 'audio-unreadable', { [KICK]: undefined, 'Stems/Kick.flac': cut(flacOf(stems.Kick)) }],
  ['an RF64 stem that is cut off', 'audio-unreadable', { [KICK]: cut(wavOf(stems.Kick, { container: 'RF64' })) }],
  ['an empty stem', 'audio-unreadable', { [KICK]: Buffer.alloc(0) }],
  ['a stem without samples', 'audio-unreadable', { [KICK]: wavOf([new Float32Array(0)]) }],
  ['a text that is called a stem', 'audio-unreadable', { [KICK]: Buffer.from('The kick follows by mail.') }],
  ['an MP3 as master', 'audio-unreadable', { [MASTER]: undefined, 'Master/Track.mp3': Buffer.from('ID3\x04 and more bytes') }],
  ['an MP3 that is called WAV', 'audio-unreadable', { [MASTER]: Buffer.from('\xff\xfb\x90\x64 and more bytes', 'latin1') }],
  ['a stem of five channels', 'audio-unreadable', { [KICK]: wavOf(Array.from({ length: 5 }, () => stems.Kick[0]!)) }],
  ['a stem in compressed WAV', 'audio-unreadable', { [KICK]: wavOf(stems.Kick, { tag: 2 }) }],
  ['a stem of a day', 'audio-unreadable', { [KICK]: wavOf(stems.Kick, { saysBytes: 0xffff_fff0 }) }],
  [
    'a master at 48 kHz',
    'sample-rate',
    { [MASTER]: wavOf(mastered(soundOfPart(1, SECONDS, { rate: 48_000 })), { rate: 48_000, bits: 16 }) },
  ],
  ['a stem at 48 kHz', 'sample-rate', { [KICK]: wavOf(soundOfPart(1, SECONDS, { rate: 48_000 }), { rate: 48_000 }) }],
  [
    'an unmastered version at 96 kHz',
    'sample-rate',
    { [MIX]: wavOf(soundOfPart(1, SECONDS, { rate: 96_000 }), { rate: 96_000 }) },
  ],
  [
    'a master at 22 kHz',
    'sample-rate',
    { [MASTER]: wavOf(mastered(soundOfPart(1, SECONDS, { rate: 22_050 })), { rate: 22_050, bits: 16 }) },
  ],
  ['a master of 24 bits', 'bit-depth', { [MASTER]: wavOf(mastered(mix)) }],
  ['a master of 8 bits', 'bit-depth', { [MASTER]: wavOf(mastered(mix), { bits: 8 }) }],
  ['a master of 32 bits float', 'bit-depth', { [MASTER]: wavOf(mastered(mix), { bits: 32, isFloat: true }) }],
  ['a stem of 16 bits', 'bit-depth', { [KICK]: wavOf(stems.Kick, { bits: 16 }) }],
  ['a stem of 32 bits float', 'bit-depth', { [KICK]: wavOf(stems.Kick, { bits: 32, isFloat: true }) }],
  ['a stem of 32 bits', 'bit-depth', { [KICK]: wavOf(stems.Kick, { bits: 32 }) }],
  ['an unmastered version of 16 bits', 'bit-depth', { [MIX]: wavOf(mix, { bits: 16 }) }],
  ['a stem of 16 bits in a coat of 24', 'bit-depth', { [KICK]: wavOf(inSixteen(stems.Kick)) }],
  ['an unmastered version of 16 bits in a coat of 24', 'bit-depth', { [MIX]: wavOf(inSixteen(mix)) }],
  ['a FLAC stem of 16 bits in a coat of 24', 'bit-depth', { [KICK]: flacOf(inSixteen(stems.Kick)) }],
  ['a master that is too short', 'length', { [MASTER]: wavOf(mastered(longer(mix, -0.6)), { bits: 16 }) }],
  ['a master that is too long', 'length', { [MASTER]: wavOf(mastered(longer(mix, 0.6)), { bits: 16 }) }],
  ['a stem that ends 60 ms early', 'stem-length', { [KICK]: wavOf(longer(stems.Kick, -0.06)) }],
  ['a stem that ends a second late', 'stem-length', { [KICK]: wavOf(longer(stems.Kick, 1)) }],
  ['an unmastered version that is longer', 'stem-length', { [MIX]: wavOf(longer(mix, 0.2)) }],
  ['an unmastered version at full level', 'unmastered-peak', { [MIX]: wavOf(louder(mix, 1.9)) }],
  ['an unmastered version that peaks between samples', 'unmastered-peak', peaksBetweenSamples()],
  ['a silent stem', 'silent', { 'Stems/FX.wav': wavOf(quietly(0)) }],
  ['a stem of noise at −80 dB', 'silent', { 'Stems/FX.wav': wavOf(quietly(0.0001)) }],
  ['a silent master', 'silent', { [MASTER]: wavOf(quietly(0), { bits: 16 }) }],
  ['a silent unmastered version', 'silent', { [MIX]: wavOf(quietly(0)) }],
  ['a stem that is missing', 'stems-do-not-sum', without(KICK)],
  ['a stem that is late', 'stems-do-not-sum', { [KICK]: wavOf(delayed(stems.Kick, 441)) }],
  ['a stem that is inverted', 'stems-do-not-sum', { [KICK]: wavOf(louder(stems.Kick, -1)) }],
  ['a stem of another track', 'stems-do-not-sum', { [KICK]: wavOf(soundOfPart(7, SECONDS, { level: 0.12 })) }],
  [
    'an unmastered version of another track',
    'stems-do-not-sum',
    { [MIX]: wavOf(sumOf([soundOfPart(11, SECONDS), soundOfPart(12, SECONDS)])) },
  ],
  ['a text that is called MIDI', 'midi-unreadable', { 'MIDI/Lead.mid': Buffer.from('The notes follow by mail.') }],
  ['a MIDI file that is cut off', 'midi-unreadable', { 'MIDI/Lead.mid': midi.subarray(0, -6) }],
  ['an empty MIDI file', 'midi-unreadable', { 'MIDI/Lead.mid': Buffer.alloc(0) }],
  ['a MIDI file without notes', 'midi-unreadable', { 'MIDI/Lead.mid': midiOf({ notes: 0 }) }],
  ['a huge MIDI file', 'midi-unreadable', { 'MIDI/Lead.mid': Buffer.concat([midi, Buffer.alloc(5_000_000)]) }],
  ['a program', 'program-in-package', { 'Project/Install.exe': Buffer.from('MZ') }],
  ['an application', 'program-in-package', { 'Project/Synth.app/Contents/Info.plist': Buffer.from('x') }],
  ['a shortcut', 'program-in-package', { 'More beats.url': Buffer.from('x') }],
  ['an archive in it', 'archive-bomb', { 'Project/Track.zip': Buffer.from('PK') }],
  ['a path that climbs', 'archive-unsafe-path', { '../Track.txt': Buffer.from('x') }],
  ['a path with backslashes', 'archive-unsafe-path', { 'Project\\Track.flp': Buffer.from('x') }],
  ['two names that differ by case', 'archive-duplicate-path', { 'project/track.ALS': Buffer.from('x') }],
];

/** Samples at −8 dB whose curve reaches −5 dB between them; the stems are halves of it. */
function peaksBetweenSamples(): Files {
  const tone = toneOf(11_025, SECONDS, { rate: 44_100, level: 0.56, phase: Math.PI / 4, fade: 0.1 });
  const half = louder(tone, 0.5);
  const noisy = (seed: number) => sumOf([half, soundOfPart(seed, SECONDS, { level: 0.001 })]);
  const parts = { A: noisy(1), B: noisy(2) };
  return { ...noStems, ...stemFiles(parts), [MIX]: wavOf(sumOf(Object.values(parts))) };
}

test.each(FAULTS)('%s is found, and nothing else that fails', async (_, code, changes) => {
  const findings = await foundIn(changes);
  expect([...new Set(findings.filter(({ level }) => level === 'fail').map((finding) => finding.code))]).toEqual([code]);
  for (const { text, todo } of findings) expect(`${text} ${todo}`).not.toMatch(/undefined|NaN|Infinity/);
});

const renamed = (files: Files, rename: (path: string) => string): Files =>
  Object.fromEntries(Object.entries(files).map(([path, bytes]) => [rename(path), bytes]));
const inFolders = (names: Record<string, string>) => (path: string) =>
  Object.entries(names).reduce((name, [from, to]) => name.replace(from, to), path);
const many = Object.fromEntries(
  Array.from({ length: 40 }, (_, i) => [`Part ${i + 1}`, soundOfPart(i + 1, SECONDS, { level: 0.02 })]),
);
const mono = Object.fromEntries(Object.entries(stems).map(([name, part]) => [name, part.slice(0, 1)]));
const resting = { ...stems, Pad: shaped(stems.Pad, (value, i) => (i < (SECONDS / 2) * 44_100 ? 0 : value)) };
const { Kick, ...others } = stems;

const HONEST: [what: string, files: Files, codes: string[]][] = [
  ['the package of the upload guide', good, []],
  ['one folder around everything', renamed(good, (path) => `My Track (Final)/${path}`), []],
  ['three folders around everything', renamed(good, (path) => `Send/2026/My Track/${path}`), []],
  [
    'Cyrillic names',
    renamed(
      good,
      inFolders({ 'Master/Unmaster': 'Без мастеринга', Master: 'Мастер', Stems: 'Стемы', Kick: 'Бочка', Project: 'Проект' }),
    ),
    [],
  ],
  [
    'Japanese names from a Mac',
    renamed(good, (path) =>
      inFolders({
        'Master/Unmaster': '未マスター',
        Master: 'マスター',
        Stems: 'ステム',
        Bass: 'ベース',
        Project: 'プロジェクト',
      })(path).normalize('NFD'),
    ),
    [],
  ],
  ['capital letters', renamed(good, (path) => path.toUpperCase()), []],
  [
    'files without folders',
    { ...renamed(good, inFolders({ 'Master/Unmaster/Track': 'Track unmastered', 'Master/Track': 'Track master' })) },
    [],
  ],
  ['mono stems', { ...good, ...stemFiles(mono), [MIX]: wavOf(sumOf(Object.values(mono))) }, []],
  ['forty stems', { ...good, ...noStems, ...stemFiles(many), [MIX]: wavOf(sumOf(Object.values(many))) }, []],
  [
    'RF64',
    { ...good, ...stemFiles(stems, (part) => wavOf(part, { container: 'RF64' })), [MIX]: wavOf(mix, { container: 'RF64' }) },
    [],
  ],
  ['BW64', { ...good, ...stemFiles(stems, (part) => wavOf(part, { container: 'BW64' })) }, []],
  ['the long format of WAV', { ...good, ...stemFiles(stems, (part) => wavOf(part, { isExtensible: true })) }, []],
  [
    'notes of a music program in the WAV',
    { ...good, [MIX]: wavOf(mix, { before: [chunkOf('bext', Buffer.alloc(603)), chunkOf('LIST', Buffer.alloc(31))] }) },
    [],
  ],
  ['a WAV that does not say its length', { ...good, [MIX]: wavOf(mix, { saysBytes: 0xffff_ffff }) }, []],
  ['FLAC stems', { ...good, ...noStems, ...renamed(stemFiles(stems, flacOf), (path) => path.replace('.wav', '.flac')) }, []],
  ['a FLAC master', { ...good, [MASTER]: undefined, 'Master/Track.flac': flacOf(mastered(mix), { bits: 16 }) }, []],
  ['AIFF', { ...good, ...noStems, ...renamed(stemFiles(stems, aiffOf), (path) => path.replace('.wav', '.aif')) }, []],
  ['AIFF-C', { ...good, [MIX]: aiffOf(mix, { compression: 'sowt' }) }, []],
  ['a stem that rests', { ...good, ...stemFiles(resting), [MIX]: wavOf(sumOf(Object.values(resting))) }, []],
  ['a mix that is quieter and later', { ...good, [MIX]: wavOf(delayed(louder(mix, 0.8), 37)) }, []],
  ['stems that are 30 ms longer', { ...good, ...stemFiles(stems, (part) => wavOf(longer(part, 0.03))) }, []],
  [
    'an MP3, a cover and a text beside it',
    { ...good, 'Master/Track.mp3': Buffer.from('ID3'), 'Cover.png': Buffer.from('x'), 'Read me.txt': Buffer.from('x') },
    [],
  ],
  ['a compressor on the mix', { ...good, [MIX]: wavOf(limited(mix)) }, ['stems-differ']],
  ['a stem that is 1 dB apart', { ...good, [KICK]: wavOf(louder(stems.Kick, 0.891)) }, ['stems-differ']],
  ['some noise on the mix', { ...good, [MIX]: wavOf(sumOf([mix, quietly(0.004)])) }, ['stems-nearly-sum']],
  ['a master that clips', { ...good, [MASTER]: wavOf(clipped(mix), { bits: 16 }) }, ['clipping', 'loudness']],
  [
    'a master on the left',
    { ...good, [MASTER]: wavOf([mastered(mix)[0]!, mastered(louder(mix, 0.02))[1]!], { bits: 16 }) },
    ['one-sided'],
  ],
  [
    'a side that is inverted',
    { ...good, [MASTER]: wavOf([mastered(mix)[0]!, mastered(louder(mix, -1))[0]!], { bits: 16 }) },
    ['mono-cancels'],
  ],
  [
    'the same stem twice',
    { ...good, 'Stems/Kick 2.wav': good[KICK], [MIX]: wavOf(louder(sumOf([...Object.values(stems), Kick]), 0.6)) },
    ['duplicate-stem'],
  ],
  ['no project', { ...good, 'Project/Track.als': undefined }, ['project-missing']],
  ['files of a Mac', { ...good, '.DS_Store': Buffer.from('x'), '__MACOSX/Stems/._Kick.wav': Buffer.from('x') }, ['extra-files']],
  ['a quiet master', { ...good, [MASTER]: wavOf(mix, { bits: 16 }) }, ['loudness']],
];

test.each(HONEST)('%s is taken', async (_, files, codes) => {
  const { findings, verdict } = await checkPackage(storedFiles(files), { rules, track: { bpm: 124, key: 'F#' } });
  expect(verdict).not.toBe('fails');
  expect(findings.map(({ code }) => code)).toEqual(codes);
});

test('the stem that spoils the sum is named', async () => {
  const text = async (changes: Files) => (await foundIn(changes)).find(({ code }) => code === 'stems-do-not-sum')?.text;
  expect(await text(without(KICK))).toContain('one is likely missing');
  expect(await text({ [KICK]: wavOf(louder(Kick, -1)) })).toContain('“Stems/Kick.wav” is likely inverted');
  expect(await text({ [KICK]: wavOf(delayed(Kick, 441)) })).toContain('“Stems/Kick.wav” likely begins 10 ms too late');
  expect(await text({ [KICK]: wavOf(soundOfPart(7, SECONDS, { level: 0.12 })) })).toContain(
    '“Stems/Kick.wav” is likely not in the unmastered',
  );
  expect(await text({ [MIX]: wavOf(sumOf(Object.values(others).map((part) => louder(part, 0.3)))) })).toContain(
    '“Stems/Kick.wav”',
  );
});

/** What an archive alone shows (archive.test.ts), and what the recordings that the shop knows (known-recordings.api.test.ts). */
const ELSEWHERE = ['archive-unreadable', 'archive-encrypted', 'preview-differs', 'known-recording', 'similar-recording'];

test('the corpus has sixty packages with a fault and twenty without, and each code of the check', () => {
  expect(FAULTS.length).toBeGreaterThanOrEqual(60);
  expect(HONEST.filter(([, , codes]) => codes.length === 0).length).toBeGreaterThanOrEqual(20);
  const shown = [...FAULTS.map(([, code]) => code), ...HONEST.flatMap(([, , codes]) => codes), 'tempo-differs', 'key-differs'];
  expect(FINDING_CODES.filter((code) => !shown.includes(code) && !ELSEWHERE.includes(code))).toEqual([]);
});

test('the tempo of the MIDI file is held against the track, where it says one', async () => {
  const codes = async (bpm: number) => (await foundIn({}, { bpm })).map(({ code }) => code);
  expect(await codes(124)).toEqual([]);
  expect(await codes(62)).toEqual([]);
  expect(await codes(126)).toEqual(['tempo-differs']);
  expect(await foundIn({ 'MIDI/Lead.mid': midi }, { bpm: 126 })).toEqual([]);
});

test('the key that the master sounds in is held against the track, where it says one', async () => {
  const seconds = 16;
  const roots = A_MINOR.map(([root]) => [root - 12]);
  const parts = { Chords: soundOfChords(A_MINOR, seconds), Bass: soundOfChords(roots, seconds, { level: 0.08 }) };
  const whole = sumOf(Object.values(parts));
  const files = { ...noStems, ...stemFiles(parts), [MIX]: wavOf(whole), [MASTER]: wavOf(mastered(whole), { bits: 16 }) };
  const longRules = { ...rules, masterSeconds: { min: seconds - 1, max: seconds + 1 } };
  const found = async (key: MusicKey) =>
    (await checkPackage(storedFiles({ ...good, ...files }), { rules: longRules, track: { bpm: 124, key } })).findings;
  expect(await found('C')).toEqual([]);
  expect(await found('D#')).toEqual([
    {
      code: 'key-differs',
      level: 'note',
      file: MASTER,
      text: expect.stringMatching(/^“Master\/Track.wav” sounds like (A minor|C major), the track says D#\.$/) as string,
      todo: 'Correct the key of the track. If you are sure of it, there is nothing to do.',
    },
  ]);
});

test('each file is described, and the progress goes to a hundred', async () => {
  const progress: number[] = [];
  const { files, verdict } = await checkPackage(storedFiles(good), { rules, onProgress: (percent) => progress.push(percent) });
  expect(verdict).toBe('pass');
  expect(files).toHaveLength(8);
  expect(files[0]).toMatchObject({ id: '1', format: 'wav', sampleRate: 44_100, bitDepth: 16, channels: 2, seconds: SECONDS });
  expect(files[0]?.wave).toHaveLength(1000);
  expect(files[1]).toMatchObject({ bitDepth: 24, loudness: expect.any(Number), truePeak: expect.any(Number) });
  expect([files[6], files[7]]).toEqual([{ id: '7' }, { id: '8', format: 'Ableton Live' }]);
  expect(progress[0]).toBe(0);
  expect(progress.at(-1)).toBe(100);
  expect(progress).toEqual([...new Set(progress)].sort((a, b) => a - b));
  expect(progress.length).toBeGreaterThan(5);
});

test('a master of the shortest length by the rules of the shop, and one that is a tenth of a second shorter', async () => {
  const { min } = RULES.masterSeconds;
  const master = mastered(soundOfPart(1, min, { channels: 1, level: 0.2 }));
  const codes = async (samples: Samples) =>
    (await checkPackage(storedFiles({ [MASTER]: wavOf(samples, { bits: 16 }) }))).findings.map(({ code }) => code);
  expect(await codes(master)).not.toContain('length');
  expect(await codes(longer(master, -0.1))).toContain('length');
});

test('a package that came as a ZIP from a Mac is opened, told apart by its folders, and passes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'package-'));
  const path = join(folder, 'Track.zip');
  const entries = Object.entries(good).map(([name, bytes]) => ({ name: `Мой трек/${name}`.normalize('NFD'), bytes: bytes! }));
  writeFileSync(path, zipOf([...entries, { name: '__MACOSX/._Track.wav' }]));
  const { files, findings, close } = await readArchive(path);
  expect(findings).toMatchObject([{ code: 'extra-files' }]);
  const roles = rolesOf(files.map((file) => file.path));
  const stored = await Promise.all(
    files.map(async (file, i) => {
      const bytes = await buffer(await file.open());
      return { id: file.path, path: file.path, role: roles[i]!, sizeBytes: file.sizeBytes, open: () => Readable.from([bytes]) };
    }),
  );
  close();
  rmSync(folder, { recursive: true });
  expect(await checkPackage(stored, { rules })).toMatchObject({ verdict: 'pass', findings: [] });
});

test('storage that fails is no fault of the package', async () => {
  const away = () =>
    new Readable({
      read() {
        this.destroy(new Error('The storage is away.'));
      },
    });
  for (const path of [KICK, 'MIDI/Lead.mid']) {
    const files = storedFiles(good).map((file) => (file.path === path ? { ...file, open: away } : file));
    await expect(checkPackage(files, { rules })).rejects.toThrow('The storage is away.');
  }
});
