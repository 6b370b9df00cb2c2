import { join } from 'node:path';
import { createBuilder } from 'vite';

/**
 * Builds the pages into a folder, with React's development build: it warns when the browser would have rendered something else
 * than the server.
 * `node build-pages.mjs <folder>`
 */
const outDir = process.argv[2];
process.env.NODE_ENV = 'development';
const builder = await createBuilder({
  root: join(import.meta.dirname, '../../web'),
  mode: 'development',
  logLevel: 'error',
  build: { outDir, emptyOutDir: true, minify: false },
  environments: { client: { build: { outDir } }, ssr: { build: { outDir: join(outDir, '.server') } } },
});
await builder.buildApp();
