import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Saves the two files of a service in several versions and prints, as JSON, the loaded values after each. jest has a module cache
 * of its own, so this runs without it.
 */
const script = `
  const { mkdirSync, writeFileSync } = require('node:fs');
  const { join } = require('node:path');
  const { loadAgain } = require(${JSON.stringify(join(__dirname, 'load-again.ts'))});
  const [, folder] = process.argv;
  mkdirSync(join(folder, 'src'));
  mkdirSync(join(folder, 'shared'));
  const save = (file, text) => writeFileSync(join(folder, file), text);
  const load = () => {
    try {
      return loadAgain(folder).answer;
    } catch (error) {
      return error.message;
    }
  };
  save('shared/index.ts', 'globalThis.loads = (globalThis.loads ?? 0) + 1; export const loads: number = globalThis.loads;');
  save('src/text.ts', 'export const text: string = "first";');
  save('src/index.ts', 'import { loads } from "../shared"; import { text } from "./text"; export const answer = [text, loads];');
  const loaded = [load()];
  for (const text of ['export const text: string = "second";', 'export const text: = ;', 'export const text = "third";']) {
    save('src/text.ts', text);
    loaded.push(load());
  }
  console.log(JSON.stringify(loaded));
`;

test('a folder is loaded as its files now stand, also after one that could not be compiled; what it imports stays', () => {
  const folder = mkdtempSync(join(tmpdir(), 'load-again-test-'));
  try {
    const output = execFileSync(process.execPath, ['--require', require.resolve('tsx/cjs'), '-e', script, folder], {
      encoding: 'utf8',
    });
    expect(JSON.parse(output)).toEqual([['first', 1], ['second', 1], expect.stringContaining('text.ts:1'), ['third', 1]]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
