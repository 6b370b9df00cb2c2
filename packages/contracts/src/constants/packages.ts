/** What a file of a package is, by its folder and name (docs/product/packages.md#roles). */
export const PACKAGE_ROLES = ['master', 'unmastered', 'stem', 'midi', 'project', 'artwork', 'other'] as const;
export type PackageRole = (typeof PACKAGE_ROLES)[number];

/** The states of a package: files may come and go, the check runs, the check has passed, the check found what must be corrected. */
export const PACKAGE_STATES = ['open', 'checking', 'checked', 'failed'] as const;
export type PackageState = (typeof PACKAGE_STATES)[number];

/** What the check can find, by weight. Nobody overrules what makes a package unsafe; a reviewer may overrule the other fails. */
export const UNSAFE_FINDINGS = [
  'archive-unreadable',
  'archive-encrypted',
  'archive-unsafe-path',
  'archive-duplicate-path',
  'archive-bomb',
  'program-in-package',
] as const;
export const FAILING_FINDINGS = [
  'master-missing',
  'unmastered-missing',
  'stems-missing',
  'midi-missing',
  'audio-unreadable',
  'sample-rate',
  'bit-depth',
  'length',
  'stem-length',
  'unmastered-peak',
  'silent',
  'stems-do-not-sum',
  'preview-differs',
  'midi-unreadable',
  'known-recording',
] as const;
/** The fails that only an owner overrules. */
export const OWNERS_FINDINGS = ['known-recording'] as const;
export const WARNING_FINDINGS = [
  'stems-differ',
  'clipping',
  'one-sided',
  'mono-cancels',
  'duplicate-stem',
  'similar-recording',
] as const;
const NOTE_FINDINGS = ['stems-nearly-sum', 'tempo-differs', 'key-differs', 'extra-files', 'project-missing', 'loudness'] as const;
export const FINDING_CODES = [...UNSAFE_FINDINGS, ...FAILING_FINDINGS, ...WARNING_FINDINGS, ...NOTE_FINDINGS] as const;
export type FindingCode = (typeof FINDING_CODES)[number];

export const FINDING_LEVELS = ['fail', 'warning', 'note'] as const;
export type FindingLevel = (typeof FINDING_LEVELS)[number];
/** `pass` has no finding; the others are named after the heaviest one. */
export const PACKAGE_VERDICTS = ['pass', 'notes', 'warnings', 'fails'] as const;
export type PackageVerdict = (typeof PACKAGE_VERDICTS)[number];

/** What has become of a recording that the shop knows. */
export const RECORDING_STATES = ['on-sale', 'sold', 'submitted', 'refused', 'removed'] as const;
export type RecordingState = (typeof RECORDING_STATES)[number];

const GB = 1024 ** 3;
/** What one package may hold at most, and for how long it is kept when nothing becomes of it (docs/product/packages.md#limits). */
export const PACKAGE_LIMITS = {
  bytes: 10 * GB,
  files: 2000,
  pathLength: 255,
  uploadHours: 48,
  unusedDays: 30,
  /** How long the files of a sold track stay, unless its buyer is erased. */
  soldYears: 10,
  /** How long before it lapses its maker is told. */
  lapseNoticeDays: 3,
} as const;
/**
 * What one address of a package gives to its buyer: everything but the project's files, everything, or the project's files alone.
 */
export const DELIVERY_SCOPES = ['track', 'full', 'project'] as const;
export type DeliveryScope = (typeof DELIVERY_SCOPES)[number];
/** The media type of a piece of an upload in the protocol tus 1.0. */
export const TUS_PIECE = 'application/offset+octet-stream';

/** What leads a buyer to the files: the shop itself holds them, or a link to another place. */
export const DELIVERIES = ['package', 'link'] as const;

/** What a track may come with, as a search asks for it: stems that the shop holds, and a project for sale. */
export const TRACK_EXTRAS = ['stems', 'project'] as const;
export type TrackExtra = (typeof TRACK_EXTRAS)[number];
