import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationsIn } from './migrations-in';

let service: string;

beforeEach(() => {
  service = mkdtempSync(join(tmpdir(), 'migrations-'));
});
afterEach(() => rmSync(service, { recursive: true }));

const compiled = (name: string) => `exports.${name} = class ${name} { async up() {} async down() {} };\n`;

function write(file: string, text: string) {
  const path = join(service, file);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
}

const names = () => migrationsIn(join(service, 'dist/migrations')).map(({ name }) => name);

test('each file of the folder is a migration, in the order of their time stamps', () => {
  write('dist/migrations/1700000000002-second.js', compiled('Second1700000000002'));
  write('dist/migrations/1700000000001-first.js', compiled('First1700000000001'));
  write('dist/migrations/1700000000001-first.d.ts', 'export {};');
  write('dist/migrations/1700000000001-first.js.map', '{}');
  expect(names()).toEqual(['First1700000000001', 'Second1700000000002']);
});

test('a compiled file whose source is gone is left out', () => {
  write('src/migrations/1700000000001-kept.ts', '');
  write('dist/migrations/1700000000001-kept.js', compiled('Kept1700000000001'));
  write('dist/migrations/1700000000002-gone.js', compiled('Gone1700000000002'));
  expect(names()).toEqual(['Kept1700000000001']);
});

test('where there are no sources, as in an image, every compiled file is a migration', () => {
  write('dist/migrations/1700000000001-first.js', compiled('First1700000000001'));
  expect(names()).toEqual(['First1700000000001']);
  mkdirSync(join(service, 'src/migrations'), { recursive: true });
  expect(names()).toEqual(['First1700000000001']);
});

test.each([
  ['nothing', ''],
  ['two', compiled('One1700000000001') + compiled('Two1700000000002')],
  ['something else', 'exports.limit = 3;'],
])('a file that exports %s is refused with its name', (_, text) => {
  write('dist/migrations/1700000000001-odd.js', text);
  expect(names).toThrow('1700000000001-odd.js must export one migration');
});
