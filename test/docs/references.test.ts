import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, writtenFiles } from '../files/repository-files';

const files = writtenFiles();
const filesEnding = (...endings: string[]) => files.filter((file) => endings.some((ending) => file.endsWith(ending)));

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const PAGES = filesEnding('.md');
const CODE = [
  ...filesEnding('.ts', '.tsx', '.mjs', '.cjs', '.js', '.css', '.html', '.http', '.sql', '.sh', '.json', '.jsonc', '.yml', '.yaml'),
  ...filesEnding('.example', 'ockerfile', '.ci/run', '.ci/check-commits'),
].filter((file) => file !== 'package-lock.json');

/** The anchors of a page, as GitHub makes them: repeated titles are numbered. */
function anchorsOf(page: string): Set<string> {
  const anchors = new Set<string>();
  const text = read(page).replace(/^```[^]*?^```/gm, '');
  for (const [, title] of text.matchAll(/^#+ (.*)$/gm)) {
    const anchor = title!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');
    let unique = anchor;
    for (let n = 1; anchors.has(unique); n += 1) unique = `${anchor}-${n}`;
    anchors.add(unique);
  }
  return anchors;
}

/** The fault of a reference; null when it leads somewhere. */
function faultOf(target: string, heading: string | undefined): string | null {
  if (!existsSync(join(root, target))) return 'there is no such file';
  if (heading && target.endsWith('.md') && !anchorsOf(target).has(heading)) return 'there is no such heading';
  return null;
}

test('every link of a page leads to a file, and to a heading where it names one', () => {
  const dangling = PAGES.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|mailto:)([^)#\s]+)?(?:#([^)\s]+))?\)/g)].flatMap(([link, file, heading]) => {
      const target = file ? join(dirname(page), file) : page;
      const fault = faultOf(target, heading);
      return fault ? [`${page}: ${link}: ${fault}`] : [];
    }),
  );
  expect(dangling).toEqual([]);
});

test('every page of docs that code names is there, with its heading', () => {
  const named = CODE.flatMap((file) =>
    [...read(file).matchAll(/\b(docs\/[\w./-]+\.md)(?:#([\w-]+))?/g)].map(([, page, heading]) => ({
      file,
      page: page!,
      heading,
    })),
  );
  expect(named.length).toBeGreaterThan(0);
  const dangling = named.flatMap(({ file, page, heading }) => {
    const fault = faultOf(page, heading);
    return fault ? [`${file}: ${page}${heading ? `#${heading}` : ''}: ${fault}`] : [];
  });
  expect(dangling).toEqual([]);
});

/** Sources that a reader with only this repository cannot look up. Decisions have four digits: 0013. */
const OUTSIDE = [
  /\bspec(ification)?s? \d/i,
  /\b(spec|design|look|style|authorisation|spec-decisions)\.md\b/i,
  /\b(decision|ruling)s? \d{1,3}\b/i,
  /\bauthorisation \d/i,
  /\(design[,:] /i,
  /\bdesign, [A-Z]/,
  /§\s?\d/,
  /\bthe (documents|design|specification|spec|brief) (say|name|fix|send|ask|want|require|leave)s?\b/i,
];

test('nothing refers to what stands outside the repository', () => {
  const judged = [...PAGES, ...CODE].filter((file) => file !== 'test/docs/references.test.ts');
  const outside = judged.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, i) => (OUTSIDE.some((words) => words.test(line)) ? [`${file}:${i + 1}: ${line.trim()}`] : [])),
  );
  expect(outside).toEqual([]);
});
