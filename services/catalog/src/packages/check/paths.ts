import { finding, type Finding } from './findings';

/** Longer paths cannot be unpacked on some computers. */
const LONGEST_PATH = 400;
const MOST_FILES = 2000;

/** Also what has a direction of its own: it makes `gpj.exe` read `exe.jpg`. */
const CONTROL = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/u;
const EXTRA_FOLDER = /(^|\/)(__MACOSX|\.Spotlight-V100|\.Trashes|\.fseventsd)\//i;
// The name of a folder's picture on a Mac ends with a line break.
const EXTRA_FILE = /(^|\/)(\.DS_Store|\._[^/]*|Thumbs\.db|ehthumbs\.db|desktop\.ini|Icon\r)$/i;
const PROGRAM =
  /\.(exe|msi|bat|cmd|com|scr|pif|ps1|vbs|vbe|jse?|wsf|hta|reg|scf|inf|lnk|url|jar|dmg|pkg|iso|img|apk|deb|rpm|appimage|sh|command|scpt|dll|so|dylib|sys)$|\.(app|vst3?|component|aaxplugin|clap)(\/|$)/i;
const ZIP = /\.zip$/i;
const ARCHIVE = /\.(zip|zipx|rar|7z|tar|tgz|gz|tbz2?|bz2|txz|xz|zst|lz4?|lzma|cab|arj|ace)$/i;

/** The path as it is kept: NFC, which names from a Mac are not, without `.` and empty steps. */
export const canonicalPath = (path: string): string =>
  path
    .normalize('NFC')
    .split('/')
    .filter((step, index) => step !== '.' && (step !== '' || index === 0))
    .join('/');

/** Whether an operating system keeps this file for itself, so that it is left out of the package. */
export const isExtra = (path: string): boolean => EXTRA_FOLDER.test(path) || EXTRA_FILE.test(path);

/**
 * What speaks against the names of a package's files, whether they came in an archive or one by one: paths that leave the folder, twins,
 * programs, archives. Each code is found once, with the number of other files it is about.
 *
 * @param paths without the files that are left out
 */
export function examinePaths(paths: readonly string[]): Finding[] {
  const unsafe = paths.flatMap((path) => {
    const reason = unsafeBy(path);
    return reason ? [{ path, reason }] : [];
  });
  const programs = paths.filter((path) => PROGRAM.test(path));
  const archives = paths.filter((path) => ARCHIVE.test(path));
  const twins = twinsAmong(paths);
  const findings: Finding[] = [];
  if (unsafe[0]) {
    const { path, reason } = unsafe[0];
    findings.push(finding('archive-unsafe-path', { file: displayPath(path), others: unsafe.length - 1, reason }));
  }
  if (twins[0]) {
    const [file, twin] = twins[0];
    findings.push(
      finding('archive-duplicate-path', { file: displayPath(file), twin: displayPath(twin), others: twins.length - 1 }),
    );
  }
  if (programs[0]) findings.push(finding('program-in-package', { file: displayPath(programs[0]), others: programs.length - 1 }));
  if (archives[0]) {
    // FL Studio exports a project with its sounds as “Zipped loop package”.
    const flStudio = ZIP.test(archives[0])
      ? '. A zipped project of FL Studio is unpacked too: its FLP file and sounds go into a folder “Project”'
      : '';
    const reason = `“${displayPath(archives[0])}” is an archive inside the package, and nobody can see what it holds. Unpack it first${flStudio}`;
    findings.push(finding('archive-bomb', { reason }));
  }
  if (paths.length > MOST_FILES) {
    const reason = `it holds ${paths.length.toLocaleString('en-US')} files, and ${MOST_FILES.toLocaleString('en-US')} are allowed`;
    findings.push(finding('archive-bomb', { reason }));
  }
  return findings;
}

function unsafeBy(path: string): string | undefined {
  if (path.startsWith('/')) return 'its path begins at the root of the disk';
  if (path.includes('\\')) return 'its path has backslashes';
  if (/^[a-z]:/i.test(path)) return 'its path names a drive';
  if (path.split('/').includes('..')) return 'its path leaves the folder';
  if (CONTROL.test(path)) return 'its name has invisible control characters';
  if (path.length > LONGEST_PATH) return `its path is longer than ${LONGEST_PATH} characters`;
  if (path === '') return 'it has no name';
  return undefined;
}

/** Names that a disk without regard to case or Unicode form takes for one; a file may also have the name of a folder. */
function twinsAmong(paths: readonly string[]): [string, string][] {
  const foldCase = (path: string) => canonicalPath(path).toLowerCase();
  const seenPaths = new Map<string, string>();
  const twins: [string, string][] = [];
  for (const path of paths) {
    const twin = seenPaths.get(foldCase(path));
    if (twin === undefined) seenPaths.set(foldCase(path), path);
    else twins.push([path, twin]);
  }
  for (const path of paths) {
    const steps = foldCase(path).split('/');
    for (let depth = 1; depth < steps.length; depth += 1) {
      const file = seenPaths.get(steps.slice(0, depth).join('/'));
      if (file !== undefined) twins.push([path, file]);
    }
  }
  return twins;
}

/** The path with its invisible characters made visible, for a sentence. */
const displayPath = (path: string) => path.replace(new RegExp(CONTROL, 'gu'), '\u2423').slice(0, 200);
