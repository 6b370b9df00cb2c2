import type { MusicKey, PackageRole, PackageVerdict } from '@shop/contracts/constants';
import { finding, Unusable, verdictOf, type Finding } from './findings';
import { duplicates, judgeStems } from './judge-stems';
import { contradictsKey } from './key';
import { describeFile, measure, type CheckedFile, type MeasuredFile, type PackageFile } from './measure';
import { readMidi } from './midi';
import { examinePaths, isExtra } from './paths';
import { programOf, readProgram } from './project';
import { judge, RULES } from './rules';

/** `prints` are the fingerprints of the masters, by the ids of their files. */
type CheckResult = { files: CheckedFile[]; prints: Map<string, Uint8Array>; findings: Finding[]; verdict: PackageVerdict };

type Options = {
  /** what its maker says of the track */
  track?: { bpm?: number | null; key?: MusicKey | null };
  rules?: typeof RULES;
  /** 0 to 100 */
  onProgress?: (percent: number) => void;
};

/**
 * Checks the files of a package against the upload guide (docs/product/packages.md#the-check): that nothing is missing or unsafe, that each
 * recording can be read and is as it should be, that the stems together are the unmastered mix, that the MIDI files can be read, and that
 * tempo and key are those of the track.
 * Files are read forward, one after the other, the stems beside the mix once more.
 *
 * @returns what is known of each file, and what was found, in the order of the files
 */
export async function checkPackage(
  files: readonly PackageFile[],
  { track, rules = RULES, onProgress = () => {} }: Options = {},
): Promise<CheckResult> {
  const checkedFiles = files.filter(({ path }) => !isExtra(path));
  const extras = files.filter(({ path }) => isExtra(path));
  const findings = [...examinePaths(checkedFiles.map(({ path }) => path)), ...missingRoles(checkedFiles, rules)];
  const recordings = checkedFiles.filter(({ role }) => role === 'master' || role === 'unmastered' || role === 'stem');
  const progress = createProgress(recordings, onProgress);

  const measuredFiles: MeasuredFile[] = [];
  for (const file of recordings) {
    const result = await orFinding(() => measure(file, progress.read));
    if ('code' in result) findings.push(result);
    else {
      measuredFiles.push(result);
      findings.push(...judge(result, rules));
    }
  }
  findings.push(...duplicates(measuredFiles, rules), ...otherKey(measuredFiles, track?.key));
  for (const file of checkedFiles.filter(({ role }) => role === 'midi')) {
    const midi = await orFinding(() => readMidi(file));
    if ('code' in midi) findings.push(midi);
    // Once says it for all parts.
    else if (
      track?.bpm &&
      midi.tempo &&
      differs(midi.tempo, track.bpm, rules.bpm) &&
      !findings.some(({ code }) => code === 'tempo-differs')
    )
      findings.push(finding('tempo-differs', { file: file.path, tempo: midi.tempo, bpm: track.bpm }));
  }
  findings.push(...(await judgeStems(recordings, measuredFiles, rules, progress.read)));
  if (!checkedFiles.some(({ role }) => role === 'project')) findings.push(finding('project-missing', {}));
  if (extras[0]) findings.push(finding('extra-files', { file: extras[0].path, others: extras.length - 1 }));
  progress.finish();
  const prints = new Map(measuredFiles.flatMap(({ file, print }) => (print ? [[file.id, print] as const] : [])));
  const programs = await programsOf(checkedFiles);
  const measuredBy = new Map(measuredFiles.map((measuredFile) => [measuredFile.file, measuredFile]));
  return {
    files: files.map((file) => describeFile(file.id, measuredBy.get(file), programs.get(file.id))),
    prints,
    findings,
    verdict: verdictOf(findings),
  };
}

function missingRoles(files: readonly PackageFile[], { fewestStems }: typeof RULES): Finding[] {
  const count = (role: PackageRole) => files.filter((file) => file.role === role).length;
  return [
    ...(count('master') === 0 ? [finding('master-missing', {})] : []),
    ...(count('unmastered') === 0 ? [finding('unmastered-missing', {})] : []),
    ...(count('stem') < fewestStems ? [finding('stems-missing', { count: count('stem'), least: fewestStems })] : []),
    ...(count('midi') === 0 ? [finding('midi-missing', {})] : []),
  ];
}

async function orFinding<Result extends object>(read: () => Promise<Result>): Promise<Result | Finding> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Unusable) return error.finding;
    throw error;
  }
}

/** The key, if the first master that contradicts it is clearly in another one. */
function otherKey(measuredFiles: readonly MeasuredFile[], declaredKey: MusicKey | null | undefined): Finding[] {
  if (!declaredKey) return [];
  const findings = measuredFiles.flatMap(({ file, key }) =>
    key && contradictsKey(key, declaredKey)
      ? [finding('key-differs', { file: file.path, estimate: key, declared: declaredKey })]
      : [],
  );
  return findings.slice(0, 1);
}

/** A file at half or double tempo has the same beat. */
const differs = (tempo: number, bpm: number, slack: number) =>
  [1, 2, 0.5].every((factor) => Math.abs(tempo * factor - bpm) > slack);

/** So many projects are read; one may have dozens of saved copies. */
const MOST_PROJECTS = 8;

async function programsOf(files: readonly PackageFile[]): Promise<Map<string, string>> {
  const programs = new Map<string, string>();
  const projects = files.filter(({ path, role }) => role === 'project' && programOf(path) !== undefined);
  const fromTheTop = projects.sort((a, b) => a.path.split('/').length - b.path.split('/').length);
  for (const file of fromTheTop.slice(0, MOST_PROJECTS)) {
    const program = await readProgram(file);
    if (program !== undefined) programs.set(file.id, program);
  }
  return programs;
}

/** Stems that do not sum are read more often than counted: the last percent waits for the end. */
function createProgress(recordings: readonly PackageFile[], onProgress: (percent: number) => void) {
  const all = recordings.reduce((sum, { sizeBytes, role }) => sum + sizeBytes * (role === 'master' ? 1 : 2), 0);
  let done = 0;
  let last = -1;
  const report = (percent: number) => {
    if (percent > last) onProgress(percent);
    last = Math.max(last, percent);
  };
  report(0);
  return {
    read(bytes: number) {
      done += bytes;
      report(Math.min(99, Math.floor((100 * done) / Math.max(1, all))));
    },
    finish: () => report(100),
  };
}
