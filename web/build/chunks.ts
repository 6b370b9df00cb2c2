import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';

/** React stands apart, because each chunk runs in a task of its own (src/start/load-app.ts). */
const REACT = /\/node_modules\/(react|react-dom|scheduler)\//;
/** The pages whose first load is counted (docs/product/screens.md#first-load), and what one of them loads at once. */
const FIRST_PAGES = ['storefront/HomePage', 'storefront/ShopPage', 'storefront/TrackPage'].map(
  (name) => `/web/src/pages/${name}.`,
);
const LOADED_AT_ONCE = '/web/src/features/catalog/public/filters/FilterPanel.';
const OF_ADMINS = /\/web\/src\/.*\/admin\//;
/** Characters before minification, with what is loaded along: below, a chunk costs more by its name and its request than it saves. */
const SMALL = 3000;

/** The files of the entry and of the chunks that it imports. Every page has loaded them. */
export const LOADED = /^assets\/(?:index|rolldown-runtime|react|core|tracks)-/;

type Chunk = Rolldown.OutputChunk;
const NAMES = ['react', 'core', 'tracks', 'account', 'admin'] as const;
type Name = (typeof NAMES)[number];

function withImports(chunk: Chunk, chunkOfFile: Map<string, Chunk>, visitedChunks = new Set<Chunk>()): Set<Chunk> {
  if (visitedChunks.has(chunk)) return visitedChunks;
  visitedChunks.add(chunk);
  for (const file of chunk.imports) {
    const importedChunk = chunkOfFile.get(file);
    if (importedChunk) withImports(importedChunk, chunkOfFile, visitedChunks);
  }
  return visitedChunks;
}

/**
 * Finds a chunk for each module that several parts of the app share. Alone, the bundler makes a chunk for each set of parts, some
 * 250, and the first load names them all. What the entry has is in `core`, what two first pages have in `tracks`. What is small
 * goes where its readers are: to the first pages, to the administration, or to the account and everything else. The rest is left
 * to the bundler.
 * @param chunks those of the bundler alone: each has the modules that the same parts share
 */
function namesOfModules(chunks: readonly Chunk[]): Map<string, Name> {
  const chunkOfFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  /** A part is the entry (null), or a module that is imported while the app runs. */
  const parts = chunks
    .filter(({ isEntry, isDynamicEntry }) => isEntry || isDynamicEntry)
    .map((chunk) => ({ chunk, module: chunk.isEntry ? null : chunk.facadeModuleId, loads: withImports(chunk, chunkOfFile) }));
  const partsWith = (chunk: Chunk) => parts.filter(({ loads }) => loads.has(chunk)).map(({ module }) => module);
  const firstPagesIn = (modules: readonly (string | null)[]) =>
    FIRST_PAGES.filter((page) => modules.some((module) => module?.includes(page))).length;
  const loadedFirst = (chunk: Chunk): Name | null => {
    const modules = partsWith(chunk);
    if (modules.includes(null)) return 'core';
    return firstPagesIn(modules) > 1 ? 'tracks' : null;
  };
  const weightOf = (chunk: Chunk) =>
    [...withImports(chunk, chunkOfFile)].filter((part) => !loadedFirst(part)).reduce((sum, { code }) => sum + code.length, 0);
  const placeIfSmall = (chunk: Chunk): Name | null => {
    if (weightOf(chunk) > SMALL) return null;
    const modules = partsWith(chunk);
    if (firstPagesIn(modules) > 0) return 'tracks';
    if (modules.some((module) => module?.includes(LOADED_AT_ONCE))) return null;
    return modules.every((module) => module && OF_ADMINS.test(module)) ? 'admin' : 'account';
  };

  const names = new Map<string, Name>();
  for (const chunk of chunks) {
    if (chunk.isEntry || chunk.isDynamicEntry || partsWith(chunk).length < 2) continue;
    const name = loadedFirst(chunk) ?? placeIfSmall(chunk);
    if (name) for (const id of chunk.moduleIds) names.set(id, name);
  }
  return names;
}

let chunkOfModule = new Map<string, Name>();

/**
 * Builds the app once before its build, without chunks of ours, and looks which parts share a module once unused code is gone:
 * what a module imports says too much, because a barrel imports everything. `config` has what decides about the modules.
 */
export const findSharedModules = (config: InlineConfig): Plugin => ({
  name: 'find-shared-modules',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  async buildStart() {
    const output = await build({
      ...config,
      root: this.environment.config.root,
      configFile: false,
      logLevel: 'warn',
      build: { write: false, minify: false, rolldownOptions: { experimental: { chunkOptimization: false } } },
    });
    if (Array.isArray(output) || !('output' in output)) this.error('The build before the build has no output');
    const chunks = output.output.filter((file) => file.type === 'chunk');
    for (const part of [...FIRST_PAGES, LOADED_AT_ONCE])
      if (!chunks.some(({ facadeModuleId }) => facadeModuleId?.includes(part)))
        this.error(`No chunk is called so, but the first load is measured by it: ${part}`);
    chunkOfModule = namesOfModules(chunks);
  },
});

/** A module that two groups want, because it is imported by modules of both, belongs to the first of them. */
export const CHUNKS = NAMES.map((name, at) => ({
  debugName: name,
  name: (id: string) => ((REACT.test(id) ? 'react' : chunkOfModule.get(id)) === name ? name : null),
  priority: NAMES.length - at,
}));
