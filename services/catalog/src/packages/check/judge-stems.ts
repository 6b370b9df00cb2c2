import { finding, type Finding } from './findings';
import type { MeasuredFile, PackageFile } from './measure';
import type { RULES } from './rules';
import { compareStems } from './stems';

/** Stems are read side by side, each with a megabyte of memory; above it a reviewer listens alone. */
const MOST_STEMS = 128;
/** The stems that are the same recording as one before them. */
export function duplicates(measuredFiles: readonly MeasuredFile[], rules: typeof RULES): Finding[] {
  const stems = measuredFiles.filter(({ file, measures }) => file.role === 'stem' && measures.samplePeak >= rules.silence);
  return stems.flatMap(({ file, measures }, i) => {
    const twin = stems.slice(0, i).find((earlierStem) => earlierStem.measures.print === measures.print);
    return twin ? [finding('duplicate-stem', { file: file.path, twin: twin.file.path })] : [];
  });
}

/** The lengths of the stems, and whether they sum to the mix: only where all of them can be read and lie on the same time line. */
export async function judgeStems(
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
