import { aFlac } from '../../services/catalog/src/testing/a-recording';
import { damaged, file, latin1, MARKER, SCRIPT, spoilt, uint32le, type HostileFile, type Samples } from './samples';

/** Files that claim to be recordings; an accepted one becomes an MP3 of ours. */
export const hostileRecordings = (good: Samples): HostileFile[] => [
  ...otherTypes(),
  ...lyingWaves(good.wav),
  ...taggedMp3(good.mp3),
  ...wrongLengths(),
  ...broken(good),
];

const otherTypes = () => [
  file('a page', 'track.mp3', 'audio/mpeg', `<html>${SCRIPT}</html>`),
  file('a program', 'track.wav', 'audio/wav', latin1(`MZ\x90\0${'\0'.repeat(5000)}`)),
  file('a playlist that leads inside', 'track.m3u', 'audio/mpegurl', '#EXTM3U\nhttp://127.0.0.1:5432/\nfile:///etc/passwd\n'),
  file('a film', 'track.mp4', 'audio/mp4', latin1(`\0\0\0\x18ftypmp42${'\0'.repeat(500)}`)),
  file('notes', 'track.mid', 'audio/midi', latin1('MThd\0\0\0\x06\0\x01\0\x01\0\x60MTrk\0\0\0\x04\0\xff\x2f\0')),
  file('nothing', 'track.mp3', 'audio/mpeg', Buffer.alloc(0)),
  file('three bytes', 'track.mp3', 'audio/mpeg', 'ID3'),
  file(
    'a beginning of MP3 and then noise',
    'track.mp3',
    'audio/mpeg',
    Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64]), Buffer.alloc(60_000, 0x37)]),
  ),
  file(
    'an Ogg film',
    'track.ogg',
    'audio/ogg',
    latin1(`OggS\0\x02${'\0'.repeat(20)}\x01\x2a\x80theora\x03\x02\x01${'\0'.repeat(35)}`),
  ),
];

const lyingWaves = (wav: Buffer) => [
  file('a WAVE of 4 GB, it says', 'track.wav', 'audio/wav', spoilt(wav, [4, uint32le(0xffffffff)], [40, uint32le(0xffffffff)])),
  file('a WAVE whose data are twice as long as the file', 'track.wav', 'audio/wav', spoilt(wav, [40, uint32le(wav.length * 2)])),
  file('a WAVE with a format of minus one byte', 'track.wav', 'audio/wav', spoilt(wav, [16, uint32le(0xffffffff)])),
  file('a WAVE with no channels', 'track.wav', 'audio/wav', spoilt(wav, [22, [0, 0]])),
  file('a WAVE with 65,535 channels', 'track.wav', 'audio/wav', spoilt(wav, [22, [0xff, 0xff]])),
  file('a WAVE of 4 GHz', 'track.wav', 'audio/wav', spoilt(wav, [24, uint32le(0xffffffff)])),
  file('a WAVE of 1 Hz', 'track.wav', 'audio/wav', spoilt(wav, [24, uint32le(1)])),
  file('a WAVE with samples of no bits', 'track.wav', 'audio/wav', spoilt(wav, [32, [0, 0]], [34, [0, 0]])),
  file('a WAVE of a format nobody knows', 'track.wav', 'audio/wav', spoilt(wav, [20, [0x55, 0xaa]])),
  file('a WAVE of numbers that are none', 'track.wav', 'audio/wav', floatWave()),
  file('a WAVE with a page behind its sound', 'track.wav', 'audio/wav', Buffer.concat([wav, latin1(SCRIPT)])),
  file('a WAVE that is a script', 'track.js', 'text/javascript', spoilt(wav, [4, latin1('=1/*')])),
];

const taggedMp3 = (mp3: Buffer) => [
  file('a tag that says it has 256 MB', 'track.mp3', 'audio/mpeg', Buffer.concat([tag([0x7f, 0x7f, 0x7f, 0x7f]), mp3])),
  file(
    'a frame that says it has 2 GB',
    'track.mp3',
    'audio/mpeg',
    Buffer.concat([tag([0, 0, 1, 0]), latin1('APIC\x7f\xff\xff\xff\0\0'), Buffer.alloc(118), mp3]),
  ),
  file('a title with a script', 'track.mp3', 'audio/mpeg', Buffer.concat([titled(SCRIPT), mp3])),
  file(
    'a cover of 20 MB in the tag',
    'track.mp3',
    'audio/mpeg',
    Buffer.concat([tag(synchsafe(20_000_010)), latin1('APIC'), frameSize(20_000_000), Buffer.alloc(20_000_002, 0x41), mp3]),
  ),
  file(
    'a hundred tags, one behind the other',
    'track.mp3',
    'audio/mpeg',
    Buffer.concat([...Array<Buffer>(100).fill(titled(MARKER)), mp3]),
  ),
  file('a page behind the sound', 'track.html', 'text/html', Buffer.concat([mp3, latin1(SCRIPT)])),
  file('a page before the sound', 'track.mp3', 'audio/mpeg', Buffer.concat([latin1(`<html>${SCRIPT}`), mp3])),
  file('an archive behind the sound', 'track.mp3', 'audio/mpeg', Buffer.concat([mp3, latin1(`PK\x05\x06${'\0'.repeat(18)}`)])),
];

const wrongLengths = () => [
  file('an MP3 of 5 seconds', 'track.mp3', 'audio/mpeg', silentMp3(5)),
  file('an MP3 of 16 minutes', 'track.mp3', 'audio/mpeg', silentMp3(16 * 60)),
  file('a FLAC of 16 minutes', 'track.flac', 'audio/flac', aFlac({ seconds: 16 * 60 })),
  file('a FLAC that says 60 seconds and is an hour', 'track.flac', 'audio/flac', aFlac({ seconds: 3600, claimed: 60 })),
  file('a FLAC that says 10 hours and is a minute', 'track.flac', 'audio/flac', aFlac({ seconds: 60, claimed: 36_000 })),
];

const broken = ({ mp3, wav, flac, ogg }: Samples) => [
  ...Object.entries({ mp3, wav, flac, ogg }).flatMap(([format, bytes]) => [
    file(`a third of a ${format}`, `track.${format}`, `audio/${format}`, bytes.subarray(0, bytes.length / 3)),
    file(`a damaged ${format}`, `track.${format}`, `audio/${format}`, damaged(bytes)),
  ]),
  file(
    'a FLAC whose cover has 16 MB, it says',
    'track.flac',
    'audio/flac',
    Buffer.concat([spoilt(flac.subarray(0, 42), [4, [0]]), Buffer.from([0x86, 0xff, 0xff, 0xff]), flac.subarray(42)]),
  ),
  file(
    'a FLAC with a drawing as cover',
    'track.flac',
    'audio/flac',
    Buffer.concat([
      spoilt(flac.subarray(0, 42), [4, [0]]),
      Buffer.from([0x82, 0, 0, SCRIPT.length]),
      latin1(SCRIPT),
      flac.subarray(42),
    ]),
  ),
  file('an Ogg whose pages say the wrong length', 'track.ogg', 'audio/ogg', spoilt(ogg, [26, [0xff]])),
];

function silentMp3(seconds: number) {
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, 0x64]);
  return Buffer.concat(Array<Buffer>(Math.ceil((seconds * 44_100) / 1152)).fill(frame));
}

const synchsafe = (size: number) => [(size >> 21) & 0x7f, (size >> 14) & 0x7f, (size >> 7) & 0x7f, size & 0x7f];
const tag = (size: number[]) => Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, ...size]);
function frameSize(size: number) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(size);
  return bytes;
}
function titled(text: string) {
  const frame = Buffer.concat([latin1('TIT2'), frameSize(text.length + 1), Buffer.from([0, 0, 0]), latin1(text)]);
  return Buffer.concat([tag(synchsafe(frame.length)), frame]);
}

/** 32-bit floats, all of them infinite or not a number. */
function floatWave() {
  const samples = 8000 * 11;
  const wav = Buffer.alloc(44 + samples * 4);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(3, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(8000, 24);
  wav.writeUInt32LE(32_000, 28);
  wav.writeUInt16LE(4, 32);
  wav.writeUInt16LE(32, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(samples * 4, 40);
  for (let i = 0; i < samples; i += 1) wav.writeFloatLE(i % 2 ? Number.NaN : Number.POSITIVE_INFINITY, 44 + i * 4);
  return wav;
}
