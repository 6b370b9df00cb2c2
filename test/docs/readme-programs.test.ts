import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(__dirname, '../..');
const packages = join(root, 'packages');

/** The programs of the packages' READMEs, each at an unused path beside the sources of its package. */
const programs = Object.fromEntries(
  readdirSync(packages).flatMap((name) =>
    [...readFileSync(join(packages, name, 'README.md'), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)].map(
      ([, program = ''], at) => [join(packages, name, `src/readme-${at}.ts`), program],
    ),
  ),
);

/** The compiler's errors in programs that have no files, checked as strictly as the sources that they import. */
function faultsOf(sources: Record<string, string>): string[] {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (file) => readFileSync(file, 'utf8')) as { config: object };
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, root);
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (file) => file in sources || fileExists(file);
  host.getSourceFile = (file, target, ...rest) =>
    file in sources ? ts.createSourceFile(file, sources[file]!, target) : getSourceFile(file, target, ...rest);
  const program = ts.createProgram(Object.keys(sources), { ...options, incremental: false, tsBuildInfoFile: undefined }, host);
  return Object.keys(sources).flatMap((file) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(file))
      .map(({ messageText }) => `${file.slice(root.length + 1)}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`),
  );
}

test('the programs in the READMEs of packages fit the packages, and one that does not is found', () => {
  expect(Object.keys(programs).length).toBeGreaterThan(5);
  const planted = join(packages, 'http/src/planted.ts');
  const mistaken = `import { conflict } from '@shop/http';\nexport const refusal = conflict('kept');`;
  expect(faultsOf({ ...programs, [planted]: mistaken })).toEqual([
    'packages/http/src/planted.ts: Expected 2-3 arguments, but got 1.',
  ]);
});
