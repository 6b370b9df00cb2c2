import { dirname, join, normalize } from 'node:path';

/**
 * The place that a file names by a path (`../order`) or by the field `imports` of its package (`#lib/paths.ts`), from the root of
 * the repository; undefined for the name of a package.
 */
export function placeOfImport(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return file.replace(/\/src\/.*/, `/src/${specifier.slice(1)}`);
  return specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : undefined;
}
