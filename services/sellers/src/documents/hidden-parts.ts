import { constants, inflateSync } from 'node:zlib';

/** The names by which a PDF says that it does or carries something beside its pages. */
const ACTIVE = /\/(JavaScript|Launch|EmbeddedFiles?|RichMedia|Rendition|ImportData|SubmitForm|GoToE)\b/;
const ENCRYPTED = /\/Encrypt\b/;
/** Bytes; the pixels of the largest accepted picture need as many. */
const MOST_UNPACKED = 128 * 1024 * 1024;

export const SAYS_ACTIVE = 'The PDF contains scripts, forms or attachments. Please send a plain scan.';
export const SAYS_ENCRYPTED = 'The PDF is encrypted. Please send it without a password.';
const SAYS_PACKED = 'The PDF is packed in a way that we do not read. Please send a plain scan.';

/**
 * Looks for forbidden parts in the bytes of a PDF, packed streams included.
 * @returns the problem in words for its sender, or null
 */
export function hiddenParts(pdf: Buffer): string | null {
  const text = pdf.toString('latin1');
  if (ENCRYPTED.test(inPlainLetters(text))) return SAYS_ENCRYPTED;
  if (isActive(text)) return SAYS_ACTIVE;
  for (const { index, 0: keyword } of text.matchAll(/stream\r?\n/g)) {
    if (text.slice(index - 3, index) === 'end') continue;
    const content = unpack(pdf.subarray(index + keyword.length), dictionaryBefore(text, index));
    if (content === 'unknown') return SAYS_PACKED;
    if (content && isActive(content.toString('latin1'))) return SAYS_ACTIVE;
  }
  return null;
}

/** A name may have any of its letters written as `#4a` (ISO 32000, 7.3.5). */
const inPlainLetters = (text: string) =>
  text.includes('#') ? text.replace(/#([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))) : text;

const isActive = (text: string) => ACTIVE.test(inPlainLetters(text));

/** The dictionary of a stream: the text between the object before it and the keyword `stream`, its names in plain letters. */
function dictionaryBefore(text: string, index: number): string {
  const begin = Math.max(text.lastIndexOf('endobj', index), text.lastIndexOf('endstream', index), index - 4096, 0);
  return inPlainLetters(text.slice(begin, index));
}

const DECODERS: Record<string, (bytes: Buffer) => Buffer> = {
  FlateDecode: inflate,
  Fl: inflate,
  ASCIIHexDecode: fromHex,
  AHx: fromHex,
  ASCII85Decode: fromAscii85,
  A85: fromAscii85,
};
const FILTER = /\/(FlateDecode|Fl|ASCIIHexDecode|AHx|ASCII85Decode|A85|LZWDecode|LZW|RunLengthDecode|RL|Crypt)(?![\w.-])/g;

/**
 * The content of a stream without its filters; null when it cannot be unpacked, as many pictures cannot. `unknown` means that
 * nobody can look into it: an object stream (ISO 32000, 7.5.7) that cannot be unpacked, or a stream that unpacks to too many bytes.
 */
function unpack(stream: Buffer, dictionary: string): Buffer | 'unknown' | null {
  const filterNames = [...dictionary.matchAll(FILTER)].flatMap(([, name]) => name ?? []);
  try {
    // A stream that names no filter here may name it in another object.
    const filters = filterNames.length > 0 ? filterNames : ['FlateDecode'];
    return filters.reduce((bytes, filter) => {
      const decode = DECODERS[filter];
      if (!decode) throw new Error(`No decoder for ${filter}`);
      return decode(bytes);
    }, stream);
  } catch (error) {
    const holdsObjects = filterNames.length > 0 && /\/(ObjStm|First)\b/.test(dictionary);
    return holdsObjects || (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'unknown' : null;
  }
}

/** Unpacks a stream that is cut off, too; bytes behind its end do not matter. */
function inflate(bytes: Buffer): Buffer {
  return inflateSync(bytes, { maxOutputLength: MOST_UNPACKED, finishFlush: constants.Z_SYNC_FLUSH });
}

function fromHex(bytes: Buffer): Buffer {
  return Buffer.from(textUntil(bytes, '>'), 'hex');
}

function fromAscii85(bytes: Buffer): Buffer {
  const text = textUntil(bytes, '~').replaceAll('z', '!!!!!');
  const out = Buffer.alloc(Math.ceil(text.length / 5) * 4);
  let length = 0;
  for (let at = 0; at < text.length; at += 5) {
    const signs = text.slice(at, at + 5);
    const value = [...signs.padEnd(5, 'u')].reduce((sum, sign) => sum * 85 + sign.charCodeAt(0) - 33, 0);
    out.writeUInt32BE(value >>> 0, length);
    length += signs.length - 1;
  }
  return out.subarray(0, length);
}

const textUntil = (bytes: Buffer, end: string) => {
  const at = bytes.indexOf(end);
  return bytes.toString('latin1', 0, at < 0 ? bytes.length : at).replace(/\s/g, '');
};
