import { createRequire } from 'node:module';
import { join, sep } from 'node:path';

const load = createRequire(__filename);

/**
 * Loads the module `src/index.ts` of a folder from its present files. Modules that it imports from other folders are not loaded
 * again.
 * @throws Error of the compiler, or of the module while it loads
 */
export function loadAgain(folder: string): unknown {
  const source = join(folder, 'src') + sep;
  for (const file of Object.keys(load.cache)) {
    if (file.startsWith(source)) delete load.cache[file];
  }
  return load(join(source, 'index.ts'));
}
