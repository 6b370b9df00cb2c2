import { z } from 'zod';
import { FINDING_CODES, MUSIC_KEYS, PACKAGE_LIMITS, PACKAGE_ROLES, TRACK_TYPES } from '../constants';
import { id, line, refusalReason, tempo } from './fields';

/** What a maker says of the track beforehand; the check compares tempo and key with it. */
export const PackageForm = z.strictObject({
  trackName: line(120).optional(),
  bpm: tempo().optional(),
  key: z.enum(MUSIC_KEYS, { error: 'Please choose a key' }).optional(),
  type: z.enum(TRACK_TYPES, { error: 'Please choose a type' }).optional(),
  productId: id.optional(),
});
export type PackageForm = z.output<typeof PackageForm>;

/** What the maker says of the track by the time of the check; what is left out stays as it was. */
export const CompleteForm = PackageForm.omit({ productId: true });
export type CompleteForm = z.output<typeof CompleteForm>;

const OUTSIDE = /^(?:\/|[a-z]:)|\\|(?:^|\/)\.{0,2}(?:\/|$)/i;

/** The place of a file in a package, with its folders: `Stems/Kick.wav`. */
const packagePath = line(PACKAGE_LIMITS.pathLength, 'Each file needs a name').refine((path) => !OUTSIDE.test(path), {
  error: 'The path must stay in the package: no backslash, drive letter, "." or ".." in it',
});

export const PackageUploadForm = z.strictObject({
  path: packagePath,
  sizeBytes: z
    .int('The size must be a whole number of bytes')
    .min(1, 'The file is empty')
    .max(Number.MAX_SAFE_INTEGER, 'The file is too large'),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'Must be the SHA-256 in small hexadecimal digits')
    .optional()
    .meta({ description: 'What the file must hash to when it has arrived' }),
});
export type PackageUploadForm = z.output<typeof PackageUploadForm>;

export const PackageFileForm = z.strictObject({ role: z.enum(PACKAGE_ROLES, { error: 'Please choose a role' }) });

/** Which fail of the check stands, and why; everybody who reads the report reads the reason too. */
export const OverruleForm = z.strictObject({
  code: z.enum(FINDING_CODES, { error: 'Unknown finding' }),
  file: z.string().max(300, 'At most 300 characters').optional().meta({ description: 'The file that the finding names' }),
  reason: refusalReason('Please say why this may stand'),
});
export type OverruleForm = z.output<typeof OverruleForm>;
