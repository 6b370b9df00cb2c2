import { Readable } from 'node:stream';
import { Unusable } from './findings';
import { openSound } from './sound';
import { randomFlac } from './testing/flac';
import { aiffOf, chunkOf, flacOf, soundOfPart, wavOf } from './testing/sounds';

const part = soundOfPart(3, 0.5);
const fileOf = (bytes: Buffer, sizeBytes = bytes.length) => ({
  path: 'Stems/Kick.wav',
  sizeBytes,
  // chunks of odd lengths
  open: () =>
    Readable.from(Array.from({ length: Math.ceil(bytes.length / 7001) }, (_, i) => bytes.subarray(i * 7001, (i + 1) * 7001))),
});

async function read(bytes: Buffer) {
  const { blocks, close, ...about } = await openSound(fileOf(bytes));
  const samples: number[][] = [];
  for await (const block of blocks()) for (const [i, values] of block.entries()) (samples[i] ??= []).push(...values);
  await close();
  return { about, samples };
}
const reasonOf = (bytes: Buffer) =>
  read(bytes).then(
    () => 'it can be read',
    (error: unknown) => (error instanceof Unusable ? error.finding.text : String(error)),
  );

test.each([
  ['WAV of 16 bits', wavOf(part, { bits: 16 }), 16],
  ['WAV of 24 bits', wavOf(part), 24],
  ['WAV of 32 bits', wavOf(part, { bits: 32 }), 32],
  ['WAV of 32 bits float', wavOf(part, { bits: 32, isFloat: true }), 32],
  ['WAV of 64 bits float', wavOf(part, { bits: 64, isFloat: true }), 64],
  ['WAV of the long format', wavOf(part, { isExtensible: true }), 24],
  ['RF64', wavOf(part, { container: 'RF64' }), 24],
  ['BW64', wavOf(part, { container: 'BW64' }), 24],
  [
    'WAV with chunks of odd length before the sound',
    wavOf(part, { before: [chunkOf('LIST', Buffer.alloc(33)), chunkOf('bext', Buffer.alloc(70_000))] }),
    24,
  ],
  ['WAV that does not say its length', wavOf(part, { saysBytes: 0xffff_ffff }), 24],
  ['WAV in mono', wavOf(part.slice(0, 1)), 24],
  ['WAV at 96 kHz', wavOf(part, { rate: 96_000 }), 24],
  ['AIFF', aiffOf(part), 24],
  ['AIFF of 16 bits', aiffOf(part, { bits: 16 }), 16],
  ['AIFF-C, low byte first', aiffOf(part, { compression: 'sowt' }), 24],
  ['FLAC of 16 bits', flacOf(part, { bits: 16 }), 16],
  ['FLAC of 24 bits', flacOf(part), 24],
  ['FLAC in mono', flacOf(part.slice(0, 1)), 24],
])('%s is read sample by sample', async (name, bytes, bitDepth) => {
  const { about, samples } = await read(bytes);
  const rate = name.includes('96 kHz') ? 96_000 : 44_100;
  expect(about).toMatchObject({ bitDepth, sampleRate: rate, isFloat: name.includes('float'), seconds: part[0]!.length / rate });
  expect(samples).toHaveLength(name.includes('mono') ? 1 : 2);
  for (const [i, values] of samples.entries()) {
    expect(values).toHaveLength(part[i]!.length);
    const step = 1 / 2 ** (Math.min(bitDepth, 24) - 1);
    expect(values.every((value, j) => Math.abs(value - part[i]![j]!) <= step)).toBe(true);
  }
});

test('8 bits are read, and what is no number is silence', async () => {
  const { samples } = await read(wavOf([Float32Array.from([0, 0.5, -1])], { bits: 8 }));
  expect(samples).toEqual([[0, 0.5, -1]]);
  const broken = await read(wavOf([Float32Array.from([NaN, 0.5, Infinity])], { bits: 32, isFloat: true }));
  expect(broken.samples).toEqual([[0, 0.5, 0]]);
});

test.each([
  ['a WAV that is cut off', wavOf(part).subarray(0, 70_000), 'cut off: 0.3 of 0.5 seconds'],
  ['an RF64 that is cut off', wavOf(part, { container: 'RF64' }).subarray(0, 70_000), 'cut off'],
  ['an AIFF that is cut off', aiffOf(part).subarray(0, 70_000), 'cut off'],
  ['a FLAC that is cut off', flacOf(part).subarray(0, 70_000), 'cut off'],
  ['a head that is cut off', wavOf(part).subarray(0, 30), 'cut off before the sound begins'],
  ['a FLAC head that is cut off', flacOf(part).subarray(0, 30), 'cut off before the sound begins'],
  ['nothing', Buffer.alloc(0), 'it is empty'],
  ['an MP3', Buffer.from('ID3\x04 and more bytes'), 'it is an MP3'],
  ['an M4A', Buffer.from('\0\0\0\x20ftypM4A and more'), 'it is an M4A file'],
  ['a text', Buffer.from('This is no sound at all.'), 'no sound file'],
  ['compressed sound', wavOf(part, { bits: 16, tag: 2 }), 'compressed'],
  ['five channels', wavOf(Array.from({ length: 5 }, () => part[0]!)), '5 channels'],
  ['no samples', wavOf([new Float32Array(0)]), 'holds no sound'],
  ['no rate', wavOf(part, { rate: 0 }), 'sample rate makes no sense'],
  ['a length of a day', wavOf(part, { saysBytes: 0xffff_fff0, rate: 8000 }), 'longer than an hour'],
  [
    'samples before their format',
    Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE'), chunkOf('data', Buffer.alloc(100))]),
    'does not say how',
  ],
])('%s is refused with the reason', async (_, bytes, reason) => {
  expect(await reasonOf(bytes)).toContain(reason);
});

/** Numbers between 0 and 1 that each run has alike. */
function chanceOf(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test('every FLAC file is read to its last sample, whatever its encoder chose; one that is cut off or damaged is found', async () => {
  const tag = Buffer.alloc(128, 'TAG of an old program');
  for (let seed = 1; seed <= 100; seed += 1) {
    const { bytes, numbers, bits } = randomFlac(chanceOf(seed * 7919));
    const { samples } = await read(seed % 5 === 0 ? Buffer.concat([bytes, tag]) : bytes);
    const same = numbers.every((values, nth) => values.every((value, i) => samples[nth]?.[i] === value / 2 ** (bits - 1)));
    expect({ seed, same, lengths: samples.map(({ length }) => length) }).toEqual({
      ...{ seed, same: true },
      lengths: numbers.map(({ length }) => length),
    });
    for (const end of [bytes.length - 1, Math.floor(42 + (bytes.length - 42) / 2)])
      expect(await reasonOf(bytes.subarray(0, end))).toContain('it is cut off');
    const damaged = Buffer.from(bytes);
    const at = 60 + ((seed * 31) % Math.max(1, bytes.length - 62));
    if (at < bytes.length) damaged[at] = damaged[at]! ^ 0x10;
    expect(await reasonOf(damaged)).toMatch(/cut off|damaged/);
  }
});
