type ImageKind = 'jpeg' | 'png' | 'webp' | 'gif';
export type AudioKind = 'mp3' | 'wav' | 'flac' | 'ogg';

const text = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to);

/** The kind of an image by its first 12 bytes, regardless of its name (docs/product/catalogue.md#media); null for other kinds. */
export function imageKindOf(bytes: Buffer): ImageKind | null {
  if (text(bytes, 0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return 'webp';
  if (/^GIF8[79]a$/.test(text(bytes, 0, 6))) return 'gif';
  return null;
}

/** The kind of a recording by its first 12 bytes; null for other kinds. */
export function audioKindOf(bytes: Buffer): AudioKind | null {
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WAVE') return 'wav';
  if (text(bytes, 0, 4) === 'fLaC') return 'flac';
  if (text(bytes, 0, 4) === 'OggS') return 'ogg';
  if (text(bytes, 0, 3) === 'ID3' || isMp3Frame(bytes)) return 'mp3';
  return null;
}

/** An MP3 frame begins with frame sync, layer III, and a bit rate and a sampling rate that exist. */
const isMp3Frame = (bytes: Buffer) => {
  const [first = 0, second = 0, third = 0] = bytes;
  return first === 0xff && (second & 0xe6) === 0xe2 && (second & 0x18) !== 0x08 && third >> 4 < 15 && ((third >> 2) & 3) !== 3;
};
