import {
  FAILING_FINDINGS,
  UNSAFE_FINDINGS,
  WARNING_FINDINGS,
  type FindingCode,
  type FindingLevel,
  type PackageVerdict,
} from '@shop/contracts/constants';

/**
 * What the check found. `file` is the path of the file in the package, `atSeconds` where in it one hears or sees the matter; `text` says
 * what was measured and what is allowed, `todo` what its producer does about it.
 */
export type Finding = { code: FindingCode; level: FindingLevel; file?: string; atSeconds?: number; text: string; todo: string };

/** What stops the reading of a file; it is reported as its finding. */
export class Unusable extends Error {
  constructor(readonly finding: Finding) {
    super(finding.text);
  }
}

type File = { file: string };
/** Seconds of the file. */
type Part = { from: number; to: number };
type Sentences = [text: string, todo: string];

/** The sentences of each finding. */
const SENTENCES = {
  'archive-unreadable': ({ file, reason }: { file?: string; reason: string }): Sentences => [
    file ? `“${file}” in the archive cannot be read: ${reason}.` : `The archive cannot be read: ${reason}.`,
    'Make the archive anew as a plain ZIP, open it once yourself, and send it again.',
  ],
  'archive-encrypted': ({ file, others }: File & { others: number }): Sentences => [
    `${among(file, others)} locked with a password, so that neither we nor the buyer can open ${others ? 'them' : 'it'}.`,
    'Make the archive again without a password.',
  ],
  'archive-unsafe-path': ({ file, others, reason }: File & { others: number; reason: string }): Sentences => [
    `${among(file, others)} not safe to unpack: ${reason}.`,
    'Give files and folders plain names and pack one folder that holds them, with the packing program of your computer.',
  ],
  'archive-duplicate-path': ({ file, twin, others }: File & { twin: string; others: number }): Sentences => [
    `“${file}” and “${twin}” are the same name to many computers${others ? `, and ${others} more files have such a twin` : ''}. ` +
      'Where they are unpacked, one would replace the other.',
    'Rename one of them, or remove the one that is not needed.',
  ],
  'archive-bomb': ({ reason }: { reason: string }): Sentences => [
    `The package is refused for safety: ${reason}.`,
    'Pack only the files of this track, each once, without archives among them.',
  ],
  'program-in-package': ({ file, others }: File & { others: number }): Sentences => [
    `${among(file, others)} a program, a shortcut or a disk image. Buyers get sound, MIDI and project files only.`,
    'Remove it. Plug-ins that the project needs can be named in the description.',
  ],
  'master-missing': (): Sentences => [
    'There is no master: the finished track as WAV.',
    'Put the master into a folder “Master”, or choose the role “master” for its file.',
  ],
  'unmastered-missing': (): Sentences => [
    'There is no unmastered version.',
    'Take the limiter off the master, export again into a folder “Unmaster”, or choose the role “unmastered” for its file.',
  ],
  'stems-missing': ({ count, least }: { count: number; least: number }): Sentences => [
    count === 0
      ? 'There are no stems.'
      : `There is ${count === 1 ? 'only one stem' : `only ${count} stems`}; at least ${least} are needed.`,
    'Export each channel as a file of its own into a folder “Stems”.',
  ],
  'midi-missing': (): Sentences => [
    'There is no MIDI file.',
    'Export every melodic part as a MIDI file (.mid) into a folder “MIDI”, named like its stem.',
  ],
  'audio-unreadable': ({ file, reason }: File & { reason: string }): Sentences => [
    `“${file}” cannot be used: ${reason}.`,
    'Export it again as WAV, play it once from start to end, and replace the file.',
  ],
  'sample-rate': ({ file, rate, allowed }: File & { rate: number; allowed: number }): Sentences => [
    `“${file}” has a sample rate of ${rate / 1000} kHz; ${allowed / 1000} kHz are needed.`,
    `Set the sample rate of the export to ${allowed / 1000} kHz and export it again.`,
  ],
  'bit-depth': ({ file, bits, allowed, isFloat, coat }: File & BitDepth): Sentences => [
    coat
      ? `“${file}” says ${coat}-bit, but holds no more than ${bits} bits of sound; real ${allowed}-bit is needed.`
      : `“${file}” has ${bits}-bit${isFloat ? ' float' : ''}; ${allowed}-bit is needed.`,
    coat
      ? `Export it from the project with ${allowed}-bit. Converting a 16-bit file adds nothing.`
      : `Set the bit depth of the export to ${allowed}-bit and export it again.`,
  ],
  length: ({ file, seconds, min, max }: File & { seconds: number; min: number; max: number }): Sentences => [
    `“${file}” is ${clock(seconds)} long; a track has ${clock(min)} to ${clock(max)}.`,
    seconds < min
      ? 'Extend the arrangement, and export master, unmastered version and stems again.'
      : 'Shorten the track and export all again.',
  ],
  'stem-length': ({ file, seconds, mix, allowed }: File & { seconds: number; mix: number; allowed: number }): Sentences => [
    `“${file}” is ${precise(seconds)} long, the unmastered version ${precise(mix)}; they may differ by ${Math.round(allowed * 1000)} ms.`,
    'Export all stems and the unmastered version with the same start (bar 1) and the same end.',
  ],
  'unmastered-peak': ({ file, peak, allowed }: File & { peak: number; allowed: number }): Sentences => [
    `“${file}” peaks at ${decibels(peak)} dB (true peak); the unmastered version may reach ${decibels(allowed)} dB.`,
    `Lower the master fader by ${Math.max(0.1, Math.ceil((peak - allowed) * 10) / 10).toFixed(1)} dB or more, with nothing on the master bus, and export it again.`,
  ],
  silent: ({ file, peak, limit }: File & { peak: number; limit: number }): Sentences => [
    Number.isFinite(peak)
      ? `“${file}” is silent: its loudest sample is at ${decibels(peak)} dB, and below ${decibels(limit)} dB counts as silence.`
      : `“${file}” is silent: it has no sound at all.`,
    'Look whether the channel was muted while it was exported. Remove the file if nothing belongs there.',
  ],
  'stems-do-not-sum': ({
    residual,
    suspicion,
    allowed,
  }: {
    residual: number;
    suspicion?: string;
    allowed: number;
  }): Sentences => [
    `The stems together are not the unmastered version: what differs is at ${decibels(residual)} dB of it, and ${decibels(allowed)} dB is the limit. ` +
      (suspicion ?? 'Most likely a stem is missing, or stems and version come from different states of the project.'),
    'Export all stems and the unmastered version from the same state of the project, from bar 1, with no channel muted or soloed.',
  ],
  'preview-differs': ({ file }: File): Sentences => [
    `“${file}” is not the recording that the shop plays for this track.`,
    'Put the master of this very track into the package, without another speed or pitch.',
  ],
  'known-recording': ({ file, from, to }: File & Part): Sentences => [
    `The shop knows the recording in “${file}” already: it agrees from ${clock(from)} to ${clock(to)}. A recording is sold once.`,
    'Send a track that was not offered here before. If you think that this is a mistake, write to us.',
  ],
  'similar-recording': ({ file, from, to }: File & Part): Sentences => [
    `“${file}” sounds much like another recording that the shop knows, from ${clock(from)} to ${clock(to)}.`,
    'Nothing, if it is your own work. A bought loop can be the reason; say so when you send the track.',
  ],
  'midi-unreadable': ({ file, reason }: File & { reason: string }): Sentences => [
    `“${file}” cannot be used: ${reason}.`,
    'Export the part again as a standard MIDI file (.mid).',
  ],
  'stems-differ': ({ residual }: { residual: number }): Sentences => [
    `The stems together come close to the unmastered version, but differ by ${decibels(residual)} dB: a level changed, or effects on the master bus.`,
    'Nothing, if the master bus has effects that you want to keep. Otherwise export stems and version from the same state.',
  ],
  clipping: ({ file, count }: File & { count: number }): Sentences => [
    `“${file}” clips in ${count === 1 ? 'one place' : `${count} places`}: three or more samples in a row at full scale.`,
    'Lower the level before the export, or set the ceiling of the limiter to −0.3 dB.',
  ],
  'one-sided': ({ file, louder, difference }: File & { louder: 'left' | 'right'; difference: number }): Sentences => [
    Number.isFinite(difference)
      ? `“${file}” is ${Math.round(difference)} dB louder on the ${louder}.`
      : `“${file}” has sound on the ${louder} only; the other side is silent.`,
    'Look at the panorama of the channel and of the export. A mono recording is best exported in mono.',
  ],
  'mono-cancels': ({ file, loss }: File & { loss: number }): Sentences => [
    `“${file}” loses ${Number.isFinite(loss) ? `${Math.round(loss)} dB` : 'everything'} when it is played in mono, as many clubs and phones do.`,
    'Look for an inverted side or a stereo widener that is set too wide.',
  ],
  'duplicate-stem': ({ file, twin }: File & { twin: string }): Sentences => [
    `“${file}” has the same sound as “${twin}”.`,
    'Remove one of them, or replace it with the stem that was meant.',
  ],
  'stems-nearly-sum': ({ residual }: { residual: number }): Sentences => [
    `The stems together are nearly the unmastered version: what differs is at ${decibels(residual)} dB of it.`,
    'Nothing; effects with chance in them, such as some reverbs, do that.',
  ],
  'tempo-differs': ({ file, tempo, bpm }: File & { tempo: number; bpm: number }): Sentences => [
    `“${file}” is written at ${short(tempo)} BPM, the track says ${short(bpm)}.`,
    'Correct the tempo of the track, or set the tempo of the project before the MIDI export.',
  ],
  'key-differs': ({
    file,
    estimate,
    declared,
  }: File & { estimate: { tonic: string; mode: string }; declared: string }): Sentences => [
    `“${file}” sounds like ${estimate.tonic} ${estimate.mode}, the track says ${declared}.`,
    'Correct the key of the track. If you are sure of it, there is nothing to do.',
  ],
  'extra-files': ({ file, others }: File & { others: number }): Sentences => [
    `${among(file, others)} left out: ${others ? 'files' : 'a file'} that the computer keeps for itself.`,
    'Nothing; buyers do not miss them.',
  ],
  'project-missing': (): Sentences => [
    'There is no project file of a music program.',
    'If the project is for sale with this track, put it into a folder “Project”. Otherwise there is nothing to do.',
  ],
  loudness: ({ file, loudness, min, max }: File & { loudness: number; min: number; max: number }): Sentences => [
    `“${file}” has a loudness of ${decibels(loudness)} LUFS; masters for clubs mostly have ${decibels(min)} to ${decibels(max)} LUFS.`,
    'Nothing, if it is meant so.',
  ],
} satisfies { [code in FindingCode]?: (facts: never) => Sentences };

type BitDepth = {
  bits: number;
  allowed: number;
  isFloat?: boolean;
  /** the depth that the file says, if it holds less */ coat?: number;
};
type FoundCode = keyof typeof SENTENCES;
type Facts<Code extends FoundCode> = Parameters<(typeof SENTENCES)[Code]> extends [infer F] ? F : Record<never, never>;

/** A finding with its level and sentences. @param atSeconds where in the file it begins */
export function finding<Code extends FoundCode>(code: Code, facts: Facts<Code>, atSeconds?: number): Finding {
  const [text, todo] = (SENTENCES[code] as (facts: Facts<Code>) => Sentences)(facts);
  const { file } = facts as { file?: string };
  return {
    code,
    level: levelOf(code),
    ...(file !== undefined && { file }),
    ...(atSeconds !== undefined && { atSeconds: Math.round(atSeconds * 10) / 10 }),
    text,
    todo,
  };
}

/** The weight of a finding (docs/product/packages.md#the-check). */
function levelOf(code: FindingCode): FindingLevel {
  if ([...UNSAFE_FINDINGS, ...FAILING_FINDINGS].some((failing) => failing === code)) return 'fail';
  return WARNING_FINDINGS.some((warning) => warning === code) ? 'warning' : 'note';
}

/** What a package is called by its heaviest finding. Whoever overrules a finding leaves it out. */
export function verdictOf(findings: readonly Pick<Finding, 'level'>[]): PackageVerdict {
  const has = (level: FindingLevel) => findings.some((finding) => finding.level === level);
  if (has('fail')) return 'fails';
  if (has('warning')) return 'warnings';
  return has('note') ? 'notes' : 'pass';
}

const among = (file: string, count: number) =>
  count === 0 ? `“${file}” is` : `“${file}” and ${count === 1 ? 'another file' : `${count} other files`} are`;
const decibels = (value: number) => value.toFixed(1).replace('-', '−');
const short = (value: number) => String(Math.round(value * 10) / 10);
const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
const precise = (seconds: number) => `${clock(seconds)}.${String(Math.floor((seconds % 1) * 1000)).padStart(3, '0')}`;
