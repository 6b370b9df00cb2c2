import type { MusicKey, PackageRole, PackageVerdict } from '@shop/contracts/constants';
import { bytesOf, createFingerprint } from '../../fingerprints/fingerprint';
import { finding, Unusable, verdictOf, type Finding } from './findings';
import { contradicts, createKeyFinder, type KeyEstimate } from './key';
import { createMeter, type Measures } from './meter';
import { readMidi } from './midi';
import { examinePaths, isExtra } from './paths';
import { programOf, readProgram } from './project';
import { openSound, type Sound, type StoredFile } from './sound';
import { compareStems } from './stems';

/** A file of the package with its role, which its maker may have corrected. `open` reads it from its start; it is called up to five times. */
type PackageFile = StoredFile & { id: string; role: PackageRole };

/**
 * What is known of a file; what cannot be read has its id alone. `format` of a project is the program that saved it. Loudness in LUFS, the
 * peak in dB, `wave` 0 to 1 for drawing.
 */
type CheckedFile = { id: string } & Partial<{
  format: string;
  sampleRate: number;
  bitDepth: number;
  channels: number;
  seconds: number;
  loudness: number;
  truePeak: number;
  wave: number[];
}>;

/** `prints` are the fingerprints of the masters, by the ids of their files. */
type CheckResult = { files: CheckedFile[]; prints: Map<string, Uint8Array>; findings: Finding[]; verdict: PackageVerdict };

/** The limits of the upload guide (docs/product/screens.md#track-upload-guide), and those of the check. */
export const RULES = {
  sampleRate: 44_100,
  masterBits: 16,
  otherBits: 24,
  masterSeconds: { min: 170, max: 510 },
  /** by how much stems and the unmastered mix may differ in length */
  stemSeconds: 0.05,
  fewestStems: 2,
  unmasteredPeak: -6,
  /** a file whose loudest sample is below it is silent */
  silence: -60,
  /** what differs between the stems and the mix */
  residual: { pass: -40, note: -30, warning: -12 },
  /** by how many dB one side may be louder, and how much may be lost in mono; a single stem may lie on one side */
  sides: { mix: 12, stem: 40 },
  mono: { mix: 6, stem: 9 },
  loudness: { min: -14, max: -5 },
  bpm: 0.5,
};

/** Stems are read side by side, each with a megabyte of memory; above it a reviewer listens alone. */
const MOST_STEMS = 128;
/** A true peak is measured to about a twentieth of a dB. */
const PEAK_SLACK = 0.05;

/** A master has a print, and a key where it is clear. */
type MeasuredFile = { file: PackageFile; sound: Sound; measures: Measures; print?: Uint8Array; key?: KeyEstimate };
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
  return { files: files.map((file) => about(file, measuredFiles, programs)), prints, findings, verdict: verdictOf(findings) };
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

async function measure(file: PackageFile, onRead: (bytes: number) => void): Promise<MeasuredFile> {
  const sound = await openSound(file);
  try {
    const meter = createMeter(sound.sampleRate, sound.channels);
    const isMaster = file.role === 'master';
    const keyFinder = isMaster ? createKeyFinder() : undefined;
    const fingerprint = isMaster ? createFingerprint(sound.sampleRate, keyFinder?.add) : undefined;
    const frames = sound.seconds * sound.sampleRate;
    for await (const block of sound.blocks()) {
      meter.add(block);
      fingerprint?.add(block);
      onRead((file.sizeBytes * (block[0]?.length ?? 0)) / frames);
    }
    // A part of a larger memory would be sent with all of it.
    const print = fingerprint && new Uint8Array(bytesOf(fingerprint.finish()));
    const key = keyFinder?.finish();
    return { file, sound, measures: meter.finish(), ...(print && { print }), ...(key && { key }) };
  } finally {
    await sound.close();
  }
}

/** What one recording must be by its role. */
function judge({ file: { path, role }, sound, measures }: MeasuredFile, rules: typeof RULES): Finding[] {
  const findings: Finding[] = [];
  const file = path;
  const isMix = role !== 'stem';
  if (sound.sampleRate !== rules.sampleRate)
    findings.push(finding('sample-rate', { file, rate: sound.sampleRate, allowed: rules.sampleRate }));
  const { min, max } = rules.masterSeconds;
  if (role === 'master' && (sound.seconds < min || sound.seconds > max))
    findings.push(finding('length', { file, seconds: sound.seconds, min, max }));
  const allowed = role === 'master' ? rules.masterBits : rules.otherBits;
  const isSilent = measures.samplePeak < rules.silence;
  if (sound.bitDepth !== allowed || sound.isFloat)
    findings.push(finding('bit-depth', { file, bits: sound.bitDepth, allowed, isFloat: sound.isFloat }));
  else if (allowed > 16 && measures.fits16 && !isSilent)
    findings.push(finding('bit-depth', { file, bits: 16, allowed, coat: allowed }));
  if (isSilent) return [...findings, finding('silent', { file, peak: measures.samplePeak, limit: rules.silence })];

  if (role === 'unmastered' && measures.truePeak > rules.unmasteredPeak + PEAK_SLACK)
    findings.push(finding('unmastered-peak', { file, peak: measures.truePeak, allowed: rules.unmasteredPeak }));
  const { clips, difference, louder, monoLoss, loudness } = measures;
  if (clips.count > 0) findings.push(finding('clipping', { file, count: clips.count }, clips.atSeconds));
  if (difference >= (isMix ? rules.sides.mix : rules.sides.stem))
    findings.push(finding('one-sided', { file, louder, difference }));
  if (monoLoss >= (isMix ? rules.mono.mix : rules.mono.stem)) findings.push(finding('mono-cancels', { file, loss: monoLoss }));
  if (role === 'master' && (loudness < rules.loudness.min || loudness > rules.loudness.max))
    findings.push(finding('loudness', { file, loudness, ...rules.loudness }));
  return findings;
}

function duplicates(measuredFiles: readonly MeasuredFile[], rules: typeof RULES): Finding[] {
  const stems = measuredFiles.filter(({ file, measures }) => file.role === 'stem' && measures.samplePeak >= rules.silence);
  return stems.flatMap(({ file, measures }, i) => {
    const twin = stems.slice(0, i).find((earlierStem) => earlierStem.measures.print === measures.print);
    return twin ? [finding('duplicate-stem', { file: file.path, twin: twin.file.path })] : [];
  });
}

/** The key, if the first master that contradicts it is clearly in another one. */
function otherKey(measuredFiles: readonly MeasuredFile[], declared: MusicKey | null | undefined): Finding[] {
  if (!declared) return [];
  const findings = measuredFiles.flatMap(({ file, key }) =>
    key && contradicts(key, declared) ? [finding('key-differs', { file: file.path, estimate: key, declared })] : [],
  );
  return findings.slice(0, 1);
}

/** The lengths of the stems, and whether they sum to the mix: only where all of them can be read and lie on the same time line. */
async function judgeStems(
  recordings: readonly PackageFile[],
  measuredFiles: readonly MeasuredFile[],
  rules: typeof RULES,
  onRead: (bytes: number) => void,
): Promise<Finding[]> {
  const stems = measuredFiles.filter(({ file }) => file.role === 'stem');
  const mix = mixOf(stems, measuredFiles);
  if (!mix) return [];
  const lengths = stems
    .filter(({ sound }) => Math.abs(sound.seconds - mix.sound.seconds) > rules.stemSeconds)
    .map(({ file, sound }) =>
      finding('stem-length', { file: file.path, seconds: sound.seconds, mix: mix.sound.seconds, allowed: rules.stemSeconds }),
    );
  const areComparable =
    lengths.length === 0 &&
    stems.length >= rules.fewestStems &&
    stems.length <= MOST_STEMS &&
    stems.length === recordings.filter(({ role }) => role === 'stem').length &&
    stems.every(({ sound }) => sound.sampleRate === mix.sound.sampleRate) &&
    mix.measures.samplePeak >= rules.silence;
  if (!areComparable) return lengths;

  const bytes = stems.reduce((sum, { file }) => sum + file.sizeBytes, mix.file.sizeBytes);
  const { residual, atSeconds, suspicion } = await compareStems(
    mix.file,
    stems.map(({ file }) => file),
    {
      aroundSeconds: mix.measures.loudestAtSeconds,
      onFrames: (frames) => onRead((bytes * frames) / (mix.sound.seconds * mix.sound.sampleRate)),
    },
  );
  const { pass, note, warning } = rules.residual;
  if (residual <= pass) return [];
  if (residual <= note) return [finding('stems-nearly-sum', { residual }, atSeconds)];
  if (residual <= warning) return [finding('stems-differ', { residual }, atSeconds)];
  return [finding('stems-do-not-sum', { residual, allowed: warning, ...(suspicion !== undefined && { suspicion }) }, atSeconds)];
}

/** The unmastered mix that the stems belong to: of several versions the one that is as long as they are. */
function mixOf(stems: readonly MeasuredFile[], measuredFiles: readonly MeasuredFile[]): MeasuredFile | undefined {
  const mixes = measuredFiles.filter(({ file }) => file.role === 'unmastered');
  const misfits = ({ sound }: MeasuredFile) => stems.reduce((sum, stem) => sum + Math.abs(stem.sound.seconds - sound.seconds), 0);
  return mixes.reduce<MeasuredFile | undefined>((best, mix) => (best && misfits(best) <= misfits(mix) ? best : mix), undefined);
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

function about(file: PackageFile, measuredFiles: readonly MeasuredFile[], programs: ReadonlyMap<string, string>): CheckedFile {
  const measuredFile = measuredFiles.find((entry) => entry.file === file);
  const program = programs.get(file.id);
  if (!measuredFile) return { id: file.id, ...(program !== undefined && { format: program }) };
  const { sound, measures } = measuredFile;
  return {
    id: file.id,
    format: sound.format,
    sampleRate: sound.sampleRate,
    bitDepth: sound.bitDepth,
    channels: sound.channels,
    seconds: Math.round(sound.seconds * 1000) / 1000,
    // Silence has no level.
    ...(Number.isFinite(measures.loudness) && { loudness: Math.round(measures.loudness * 10) / 10 }),
    ...(Number.isFinite(measures.truePeak) && { truePeak: Math.round(measures.truePeak * 10) / 10 }),
    wave: measures.wave,
  };
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
