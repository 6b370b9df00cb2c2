import { z } from 'zod';
import {
  FINDING_CODES,
  GENRES,
  LINK_HOSTS,
  MARKED_FINDINGS_MAX,
  MUSIC_KEYS,
  SUBMISSION_DECISIONS,
  SUBMISSION_FILTERS,
  SUBMISSION_PRICES,
  SUBMISSION_STATUSES,
  ORIGIN_NOTE_MAX,
  SAMPLE_ORIGINS,
  VOCAL_ORIGINS,
} from '../constants';
import { emailOr, id, isMissing, line, linkBelow, paragraph, recaptchaToken, refusalReason, tempo } from './fields';
import { ListQuery } from './lists';

/** One message for all missing fields. */
export const FILL_REQUIRED = 'Please fill in all required fields.';
const LINK = 'Use only Dropbox, WeTransfer, Yandex Disk or Google Drive';
const PRICE = 'Please choose one of the prices';

/**
 * A link to files: https, on one of the four services (docs/product/review.md#links-to-files). A missing scheme is added. The link
 * is stored as a browser reads it, because other programs would read `https://dropbox.com\@evil.example` as another host.
 */
const filesLink = linkBelow(LINK_HOSTS.files, ['https'], LINK).transform(
  (text) => new URL(/^https:/i.test(text) ? text : `https://${text}`).href,
);

const unlessMissing = (message: string) => ({
  error: ({ input }: { input?: unknown }) => (isMissing(input) ? FILL_REQUIRED : message),
});

/** A schema for a number, or text that is one, as selects and inputs send it. */
const numeric = (message: string) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          .regex(/^\d{1,4}(\.\d{1,2})?$/, unlessMissing(message)),
      ],
      unlessMissing(message),
    )
    .transform(Number);

const originNote = line(ORIGIN_NOTE_MAX)
  .or(z.literal(''))
  .nullish()
  .transform((note) => note || null);

/**
 * Where the sounds of a track come from (docs/product/review.md#where-the-sounds-come-from). Samples need a note with the packs and
 * the licence, vocals made by a machine one with the program.
 */
export const SoundOrigins = z
  .strictObject({
    samples: z.enum(SAMPLE_ORIGINS, unlessMissing('Please choose where the samples come from')),
    samplesNote: originNote,
    vocals: z.enum(VOCAL_ORIGINS, unlessMissing('Please choose where the vocals come from')),
    vocalsNote: originNote,
    unreleased: z.literal(true, { error: 'Please confirm that the track was never released' }),
  })
  .refine(({ samples, samplesNote }) => samples === 'none' || samplesNote, { path: ['samplesNote'], message: FILL_REQUIRED })
  .refine(({ vocals, vocalsNote }) => vocals !== 'machine' || vocalsNote, { path: ['vocalsNote'], message: FILL_REQUIRED })
  .transform((origins) => ({
    ...origins,
    samplesNote: origins.samples === 'none' ? null : origins.samplesNote,
    vocalsNote: origins.vocals === 'none' ? null : origins.vocalsNote,
  }));
export type SoundOrigins = z.output<typeof SoundOrigins>;
export type SoundOriginsInput = z.input<typeof SoundOrigins>;

/**
 * The form of the submit-a-track modal (docs/product/review.md#sending-a-track). The price comes in as dollars and goes out as
 * cents. The service ignores `storeName` and uses the seller's own. With a
 * package, the links may be left out.
 */
export const TrackSubmissionForm = z
  .strictObject({
    storeName: line(120, FILL_REQUIRED),
    trackName: line(120, FILL_REQUIRED),
    price: numeric(PRICE)
      .refine((dollars) => SUBMISSION_PRICES.includes(dollars), PRICE)
      .transform((dollars) => dollars * 100)
      .meta({ description: 'Dollars: 299 to 999 in steps of 50', type: 'number' }),
    genre: z.enum(GENRES, unlessMissing('Please choose a genre')),
    bpm: tempo(FILL_REQUIRED),
    key: z.enum(MUSIC_KEYS, unlessMissing('Please choose a key')),
    trackFilesLink: z
      .string({ error: FILL_REQUIRED })
      .trim()
      .pipe(filesLink.or(z.literal('')))
      .nullish()
      .transform((link) => link || ''),
    projectFilesLink: filesLink
      .or(z.literal(''))
      .nullish()
      .transform((link) => link || null),
    packageId: id
      .nullish()
      .transform((packageId) => packageId ?? null)
      .meta({ description: 'A checked package of the caller, instead of the links' }),
    origins: SoundOrigins.nullish().transform((origins) => origins ?? null),
    contactEmail: emailOr(FILL_REQUIRED, 'Please enter a valid email address.'),
    recaptchaToken,
  })
  .refine((form) => form.packageId || form.trackFilesLink !== '', {
    path: ['trackFilesLink'],
    message: FILL_REQUIRED,
    // Also when other fields are missing: all of them are marked at once.
    when: ({ value }) => typeof value === 'object' && value !== null,
  });
export type TrackSubmissionForm = z.output<typeof TrackSubmissionForm>;
export type TrackSubmissionInput = z.input<typeof TrackSubmissionForm>;

/** A finding of the check of a package, as a reviewer marks it for the seller. */
export const MarkedFinding = z.strictObject({
  code: z.enum(FINDING_CODES, { error: 'Unknown finding' }),
  file: z.string().max(300, 'At most 300 characters').optional(),
  atSeconds: z.number().min(0).optional(),
  text: paragraph(1000),
  todo: paragraph(1000),
});
export type MarkedFinding = z.output<typeof MarkedFinding>;

/**
 * A submission's next state (docs/product/review.md#states-of-a-submission), and the state that the admin saw. `findings` are what the
 * seller is asked to correct.
 */
export const SubmissionStatusForm = z
  .strictObject({
    status: z.enum(SUBMISSION_DECISIONS, { error: 'Unknown status' }),
    from: z.enum(SUBMISSION_STATUSES, { error: 'Unknown status' }).optional(),
    reason: refusalReason().or(z.literal('')).nullish(),
    findings: z.array(MarkedFinding).max(MARKED_FINDINGS_MAX, `At most ${MARKED_FINDINGS_MAX} findings`).optional(),
  })
  .refine((form) => form.status !== 'rejected' || form.reason, {
    path: ['reason'],
    message: 'Please say why the track is rejected',
  })
  .refine((form) => form.status !== 'changes_asked' || form.reason, {
    path: ['reason'],
    message: 'Please say what is to be changed',
  });
export type SubmissionStatusForm = z.output<typeof SubmissionStatusForm>;

/** The query of the admin's queue: one state, all `open` submissions, or the `overdue` ones. */
export const SubmissionsQuery = ListQuery.extend({
  status: z.enum(SUBMISSION_FILTERS, { error: 'Unknown status' }).optional(),
});
export type SubmissionsQuery = z.output<typeof SubmissionsQuery>;
