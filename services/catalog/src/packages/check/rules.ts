import { finding, type Finding } from './findings';
import type { MeasuredFile } from './measure';

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

/** A true peak is measured to about a twentieth of a dB. */
const PEAK_SLACK = 0.05;

/** What one recording must be by its role. */
export function judge({ file: { path, role }, sound, measures }: MeasuredFile, rules: typeof RULES): Finding[] {
  const findings: Finding[] = [];
  const file = path;
  const isMix = role !== 'stem';
  if (sound.sampleRate !== rules.sampleRate)
    findings.push(finding('sample-rate', { file, rate: sound.sampleRate, allowed: rules.sampleRate }));
  const { min, max } = rules.masterSeconds;
  if (role === 'master' && (sound.seconds < min || sound.seconds > max))
    findings.push(finding('length', { file, seconds: sound.seconds, min, max }));
  const allowedBits = role === 'master' ? rules.masterBits : rules.otherBits;
  const isSilent = measures.samplePeak < rules.silence;
  if (sound.bitDepth !== allowedBits || sound.isFloat)
    findings.push(finding('bit-depth', { file, bits: sound.bitDepth, allowed: allowedBits, isFloat: sound.isFloat }));
  else if (allowedBits > 16 && measures.fits16 && !isSilent)
    findings.push(finding('bit-depth', { file, bits: 16, allowed: allowedBits, coat: allowedBits }));
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
