import { audioKindOf, imageKindOf } from './file-kinds';

const bytes = (text: string) => Buffer.from(text, 'latin1');

test.each([
  ['jpeg', '\xff\xd8\xff\xe0'],
  ['png', '\x89PNG\r\n\x1a\n'],
  ['webp', 'RIFF\0\0\0\0WEBP'],
  ['gif', 'GIF89a'],
])('%s is known by how it begins', (kind, start) => expect(imageKindOf(bytes(start))).toBe(kind));

test.each([
  ['wav', 'RIFF\0\0\0\0WAVE'],
  ['flac', 'fLaC'],
  ['ogg', 'OggS'],
  ['mp3', 'ID3\x04'],
  ['mp3', '\xff\xfb\x90\x64'],
  ['mp3', '\xff\xf3\x40\xc0'],
])('%s is known by how it begins', (kind, start) => expect(audioKindOf(bytes(start))).toBe(kind));

test.each([
  '',
  '<svg',
  '<!doctype html>',
  'MZ',
  '%PDF-1.7',
  'PK\x03\x04',
  'RIFF\0\0\0\0AVI ',
  'RIFF',
  '\xff\xff\xff\xff',
  '\xff\xd8',
  'BM',
  '\xff\xfe<\0',
])('%j is neither picture nor recording', (start) =>
  expect([imageKindOf(bytes(start)), audioKindOf(bytes(start))]).toEqual([null, null]),
);
