import { createRequire } from 'node:module';
import { join, sep } from 'node:path';

const load = createRequire(__filename);

/**
 * The module `src/index.ts` of a folder as it now stands in its files, whatever was loaded from there before. What it imports from
 * other folders is not loaded again.
 * @throws Error of the compiler, or of the module while it loads.
 */
export function loadAgain(folder: string): unknown {
  const source = join(folder, 'src') + sep;
  for (const file of Object.keys(load.cache)) {
    if (file.startsWith(source)) delete load.cache[file];
  }
  return load(join(source, 'index.ts'));
}
