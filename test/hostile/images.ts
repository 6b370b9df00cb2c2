import { deflateSync, gzipSync } from 'node:zlib';
import {
  damaged,
  file,
  flatPng,
  JAVASCRIPT,
  latin1,
  MARKER,
  PNG_START,
  pngChunk,
  pngHeader,
  SCRIPT,
  spoilt,
  uint32le,
  withChunks,
  withSegments,
  type HostileFile,
  type Samples,
} from './samples';

const SVG = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert("${MARKER}")</script></svg>`;
const ZIP = latin1(`PK\x03\x04${'\0'.repeat(26)}${SCRIPT}`);
const BOMB_BYTES = 100 * 1024 * 1024;

/** Files that claim to be images; none of them may become anything but pixels. */
export const hostileImages = (good: Samples): HostileFile[] => [
  ...otherTypes(),
  ...polyglots(good),
  ...bombs(good),
  ...broken(good),
  ...payloads(good),
];

const otherTypes = () => [
  file('a page', 'cover.png', 'image/png', `<!doctype html>${SCRIPT}`),
  file('a page behind a byte order mark', 'cover.jpg', 'image/jpeg', Buffer.from(`\ufeff<html>${SCRIPT}`, 'utf16le')),
  file('a drawing with a script', 'cover.svg', 'image/svg+xml', SVG),
  file('a drawing that says it is a PNG', 'cover.png', 'image/png', `<?xml version="1.0"?>\n${SVG}`),
  file(
    'a drawing that reads a file of ours',
    'x.svg',
    'image/svg+xml',
    `<!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>`,
  ),
  file('a drawing that is packed', 'cover.svgz', 'image/svg+xml', gzipSync(SVG)),
  file('a program', 'cover.png', 'image/png', latin1(`MZ\x90\0${'\0'.repeat(2000)}`)),
  file('a script of a shell', 'cover.gif', 'image/gif', `#!/bin/sh\necho ${MARKER}\n`),
  file('a page of PHP', 'cover.php', 'image/jpeg', `<?php echo "${MARKER}"; ?>`),
  file('an archive', 'cover.png', 'image/png', ZIP),
  file(
    'a document',
    'cover.png',
    'image/png',
    `%PDF-1.4\n1 0 obj <</OpenAction<</S/JavaScript/JS(app.alert("${MARKER}"))>>>> endobj`,
  ),
  file('PostScript', 'cover.jpg', 'image/jpeg', `%!PS\n(${MARKER}) run`),
  file(
    'commands of a drawing program',
    'cover.mvg',
    'image/png',
    `push graphic-context\nimage over 0,0 0,0 '|id > /tmp/${MARKER}'`,
  ),
  file('a bitmap', 'cover.bmp', 'image/bmp', latin1(`BM${'\0'.repeat(200)}`)),
  file('a TIFF', 'cover.tif', 'image/tiff', latin1(`II*\0${'\0'.repeat(200)}`)),
  file('an AVIF', 'cover.avif', 'image/avif', latin1(`\0\0\0\x1cftypavif${'\0'.repeat(200)}`)),
  file('a film that begins like WebP', 'cover.webp', 'image/webp', latin1(`RIFF\x24\0\0\0AVI LIST${'\0'.repeat(60)}`)),
  file('nothing', 'cover.png', 'image/png', Buffer.alloc(0)),
  file('one byte', 'cover.png', 'image/png', latin1('\x89')),
  file('noise', 'cover.png', 'image/png', Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 131 + 17) % 256))),
];

const polyglots = ({ jpeg, png, gif, webp }: Samples) => [
  // The bytes of the picture's width begin a comment, and the script goes on after its end.
  file('a GIF that is a script', 'cover.gif', 'image/gif', Buffer.concat([spoilt(gif, [6, latin1('/*')]), latin1(JAVASCRIPT)])),
  file('a GIF with a page in its comment', 'cover.gif', 'image/gif', gifWithComment(gif, SCRIPT)),
  file(
    'a JPEG that is a script',
    'cover.jpg',
    'image/jpeg',
    withSegments(jpeg, [0xe1, latin1(JAVASCRIPT.padEnd(0x2f2a - 2, ' '))]),
  ),
  file('a JPEG that is a document', 'cover.jpg', 'image/jpeg', withSegments(jpeg, [0xfe, latin1(`%PDF-1.4\n/JS(${MARKER})`)])),
  file('a JPEG with PHP in its comment', 'cover.jpg.php', 'image/jpeg', withSegments(jpeg, [0xfe, latin1(`<?php ${MARKER} ?>`)])),
  file('a JPEG with an archive behind it', 'cover.jpg', 'image/jpeg', Buffer.concat([jpeg, ZIP])),
  file(
    'a PNG with a page in its text',
    'cover.png',
    'image/png',
    withChunks(png, pngChunk('tEXt', latin1(`Comment\0${SCRIPT}`))),
  ),
  file('a PNG with a page behind it', 'cover.html', 'text/html', Buffer.concat([png, latin1(SCRIPT)])),
  file('a page with a PNG behind it', 'cover.png', 'image/png', Buffer.concat([latin1(SCRIPT), png])),
  file('a WebP with a page in a chunk of its own', 'cover.webp', 'image/webp', webpWith(webp, 'HTML', latin1(SCRIPT))),
];

const bombs = ({ gif, png, jpeg }: Samples) => [
  file('2,500 megapixels that weigh nothing', 'cover.png', 'image/png', flatPng(50_000, 50_000)),
  file('60 megapixels', 'cover.png', 'image/png', flatPng(10_000, 6000)),
  file('a line of a million pixels', 'cover.png', 'image/png', flatPng(1_000_000, 1)),
  file(
    'a header that promises more than there is',
    'cover.png',
    'image/png',
    Buffer.concat([PNG_START, pngHeader(0x7fffffff, 0x7fffffff)]),
  ),
  file('a picture of no pixels', 'cover.png', 'image/png', flatPng(0, 0)),
  file('a text that unpacks to 100 MB', 'cover.png', 'image/png', withChunks(png, pngChunk('zTXt', packed('Comment\0\0')))),
  file('a colour profile that unpacks to 100 MB', 'cover.png', 'image/png', withChunks(png, pngChunk('iCCP', packed('x\0\0')))),
  file('a GIF with a screen of 4,000 megapixels', 'cover.gif', 'image/gif', spoilt(gif, [6, [0xff, 0xff, 0xff, 0xff]])),
  file('a GIF of 3,000 frames', 'cover.gif', 'image/gif', manyFrames(gif, 3000)),
  file('a JPEG that promises 65,000 lines', 'cover.jpg', 'image/jpeg', jpegSaying(jpeg, 65_000, 65_000)),
  file('a WebP canvas of 16,384 by 16,384', 'cover.webp', 'image/webp', emptyWebp(16_384)),
];

const broken = ({ jpeg, png, gif, webp }: Samples) => [
  ...Object.entries({ jpeg, png, gif, webp }).flatMap(([format, bytes]) => [
    file(`half of a ${format}`, `cover.${format}`, `image/${format}`, bytes.subarray(0, bytes.length / 2)),
    file(`the first 12 bytes of a ${format}`, `cover.${format}`, `image/${format}`, bytes.subarray(0, 12)),
    file(`a damaged ${format}`, `cover.${format}`, `image/${format}`, damaged(bytes, 11)),
  ]),
  file('a PNG whose check sums are wrong', 'cover.png', 'image/png', spoilt(png, [29, [1, 2, 3, 4]])),
  file('a chunk that says it has 2 GB', 'cover.png', 'image/png', withChunks(png, latin1('\x7f\xff\xff\xfftEXtx'))),
  file('a WebP that lies about its length', 'cover.webp', 'image/webp', spoilt(webp, [4, [0xff, 0xff, 0xff, 0x7f]])),
  file(
    'a GIF whose pixels are nonsense',
    'cover.gif',
    'image/gif',
    spoilt(gif, [Math.floor(gif.length / 2), Buffer.alloc(60, 0xff)]),
  ),
];

const payloads = ({ jpeg, png }: Samples) => [
  file(
    'EXIF with a script',
    'cover.jpg',
    'image/jpeg',
    withSegments(jpeg, [0xe1, latin1(`Exif\0\0II*\0\x08\0\0\0\0\0${SCRIPT}`)]),
  ),
  file('EXIF that leads in circles', 'cover.jpg', 'image/jpeg', withSegments(jpeg, [0xe1, circularExif()])),
  file(
    'XMP that reads a file of ours',
    'cover.jpg',
    'image/jpeg',
    withSegments(jpeg, [
      0xe1,
      latin1(`http://ns.adobe.com/xap/1.0/\0<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;${MARKER}</x>`),
    ]),
  ),
  file(
    'a colour profile of nonsense',
    'cover.jpg',
    'image/jpeg',
    withSegments(jpeg, [0xe2, latin1(`ICC_PROFILE\0\x01\x01${SCRIPT}`)]),
  ),
  file(
    'a PNG that moves',
    'cover.png',
    'image/png',
    withChunks(png, pngChunk('acTL', Buffer.from([0, 0, 0xff, 0xff, 0, 0, 0, 0]))),
  ),
];

const packed = (head: string) => Buffer.concat([latin1(head), deflateSync(Buffer.alloc(BOMB_BYTES, 0x61))]);

const tableEnd = (gif: Buffer) => 13 + (gif[10]! & 0x80 ? 3 * 2 ** ((gif[10]! & 7) + 1) : 0);

function gifWithComment(gif: Buffer, text: string) {
  const at = tableEnd(gif);
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe, text.length]), latin1(text), Buffer.from([0])]);
  return Buffer.concat([gif.subarray(0, at), comment, gif.subarray(at)]);
}

function manyFrames(gif: Buffer, count: number) {
  const [head, frame] = [gif.subarray(0, tableEnd(gif)), gif.subarray(tableEnd(gif), -1)];
  // Frames with one pixel's data on the whole screen, which are small on the wire.
  const small = frame.length > 3000 ? frame.subarray(0, 3000) : frame;
  return Buffer.concat([head, ...Array<Buffer>(count).fill(small), Buffer.from([0x3b])]);
}

function jpegSaying(jpeg: Buffer, width: number, height: number) {
  const at = jpeg.findIndex((byte, i) => byte === 0xff && (jpeg[i + 1] === 0xc0 || jpeg[i + 1] === 0xc2));
  const size = Buffer.alloc(4);
  size.writeUInt16BE(height, 0);
  size.writeUInt16BE(width, 2);
  return spoilt(jpeg, [at + 5, size]);
}

function webpWith(webp: Buffer, kind: string, data: Buffer) {
  const even = data.length % 2 ? Buffer.concat([data, Buffer.from([0])]) : data;
  const all = Buffer.concat([webp, latin1(kind), uint32le(data.length), even]);
  return spoilt(all, [4, uint32le(all.length - 8)]);
}

function emptyWebp(side: number) {
  const canvas = Buffer.alloc(10);
  canvas.writeUIntLE(side - 1, 4, 3);
  canvas.writeUIntLE(side - 1, 7, 3);
  const all = Buffer.concat([latin1('RIFF\0\0\0\0WEBPVP8X'), uint32le(10), canvas]);
  return spoilt(all, [4, uint32le(all.length - 8)]);
}

function circularExif() {
  const exif = latin1('Exif\0\0II*\0\x08\0\0\0\x01\0\x69\x87\x04\0\x01\0\0\0\x08\0\0\0\x08\0\0\0');
  return Buffer.concat([exif, Buffer.alloc(40)]);
}
