// `node infra/local/compile.mjs` compiles src to dist in every workspace, and removes files without a source from dist. Each file
// is compiled by itself; `npx tsc` checks types.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { transformFile } from '@swc/core';
import { filesIn, workspaces } from './build.mjs';
import { root } from './ensure-installed.mjs';

const options = {
  configFile: join(root, '.swcrc'),
  sourceMaps: true,
  inlineSourcesContent: false,
  // Modules that exist only as ES modules are imported when they are needed; Node finds the names for the modules that import ours.
  module: { type: 'commonjs', ignoreDynamic: true, exportInteropAnnotation: true },
};

const compiled = await Promise.all(
  workspaces()
    .flatMap((folder) => filesIn(join(folder, 'src')).map((file) => [folder, file]))
    .filter(([, file]) => /(?<!\.d)\.ts$/.test(file) && !/[\\/]testing[\\/]/.test(file))
    .map(([folder, file]) => compile(file, join(folder, 'dist', relative(join(folder, 'src'), file).replace(/\.ts$/, '.js')))),
);
const failures = compiled.filter(({ error }) => error);
for (const { file, error } of failures) console.error(`${relative(root, file)}\n${error.message.split('\n\nCaused by')[0]}`);
if (failures.length > 0) process.exit(1);

const targets = new Set();
for (const { target, code, map } of compiled) {
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, `${code}//# sourceMappingURL=${basename(target)}.map\n`);
  writeFileSync(`${target}.map`, map);
  targets.add(target).add(`${target}.map`);
}
for (const file of workspaces().flatMap((folder) => filesIn(join(folder, 'dist')))) if (!targets.has(file)) rmSync(file);

async function compile(file, target) {
  try {
    return { target, ...(await transformFile(file, { ...options, sourceFileName: relative(dirname(target), file) })) };
  } catch (error) {
    return { file, error };
  }
}
