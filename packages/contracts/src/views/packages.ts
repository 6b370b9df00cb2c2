import { z } from 'zod';
import { FINDING_CODES, FINDING_LEVELS, PACKAGE_ROLES, PACKAGE_STATES, PACKAGE_VERDICTS } from '../constants';
import { at, Data } from './shared';

/** The facts of a sound that the check has read: sample rate in Hz, loudness in LUFS, true peak in dBTP, `wave` 0 to 1 for drawing. */
export const SoundFacts = z
  .strictObject({
    format: z.string(),
    sampleRate: z.int(),
    bitDepth: z.int(),
    channels: z.int(),
    seconds: z.number(),
    loudness: z.number(),
    truePeak: z.number(),
    wave: z.array(z.number()),
  })
  .partial();
export type SoundFacts = z.output<typeof SoundFacts>;

const PackageFileView = z
  .strictObject({
    id: z.int(),
    path: z.string(),
    role: z.enum(PACKAGE_ROLES),
    sizeBytes: z.int(),
    sha256: z.string(),
    ...SoundFacts.shape,
  })
  .meta({ id: 'PackageFile' });

export const PackageFinding = z
  .strictObject({
    code: z.enum(FINDING_CODES),
    level: z.enum(FINDING_LEVELS),
    file: z.string().optional(),
    atSeconds: z.number().optional(),
    text: z.string(),
    todo: z.string(),
    overruled: z.strictObject({ by: z.int(), reason: z.string() }).optional(),
  })
  .meta({ id: 'PackageFinding' });
export type PackageFinding = z.output<typeof PackageFinding>;

export const PackageReport = z
  .strictObject({ verdict: z.enum(PACKAGE_VERDICTS), findings: z.array(PackageFinding) })
  .meta({ id: 'PackageReport' });
export type PackageReport = z.output<typeof PackageReport>;

/** A package with its files in the order of their paths. `uploads` are the files that have not arrived in full. */
export const PackageView = z
  .strictObject({
    id: z.int(),
    state: z.enum(PACKAGE_STATES),
    trackName: z.string().nullable(),
    productId: z.int().nullable(),
    expiresAt: at,
    sizeBytes: z.int(),
    progress: z.int().meta({ description: 'How far the check is, 0 to 100' }),
    files: z.array(PackageFileView),
    uploads: z.array(
      z.strictObject({ uploadId: z.uuid(), uploadUrl: z.string(), path: z.string(), sizeBytes: z.int(), offset: z.int() }),
    ),
    report: PackageReport.nullable(),
  })
  .meta({ id: 'Package' });
export type PackageView = z.output<typeof PackageView>;
export const OnePackage = Data(PackageView);

/** Where the bytes of a file go by the protocol tus 1.0, and how many have arrived. */
export const PackageUploadView = z
  .strictObject({ uploadId: z.uuid(), uploadUrl: z.string(), offset: z.int() })
  .meta({ id: 'PackageUpload' });
export type PackageUploadView = z.output<typeof PackageUploadView>;
