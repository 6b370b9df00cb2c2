import { z } from 'zod';
import { MarkedFinding } from '../forms/submissions';
import { SAMPLE_ORIGINS, SUBMISSION_FILTERS, SUBMISSION_STATUSES, VOCAL_ORIGINS } from '../constants';
import { at, Page } from './shared';

/** Where the sounds of a track come from, as its seller declared. */
export const SoundOriginsView = z
  .strictObject({
    samples: z.enum(SAMPLE_ORIGINS),
    samplesNote: z.string().nullable().meta({ description: 'The packs and their licence' }),
    vocals: z.enum(VOCAL_ORIGINS),
    vocalsNote: z.string().nullable().meta({ description: 'The program, for vocals made by a machine' }),
    unreleased: z.literal(true),
  })
  .meta({ id: 'SoundOrigins' });

/** One sending of a submission that came back to its seller: what was asked for, with the findings that the reviewer has marked. */
const AskedChange = z
  .strictObject({ sentAt: at, askedAt: at, reason: z.string(), findings: z.array(MarkedFinding) })
  .meta({ id: 'AskedChange' });
export type AskedChange = z.output<typeof AskedChange>;

const submission = {
  id: z.int(),
  trackName: z.string(),
  price: z.number().meta({ description: 'Dollars' }),
  genre: z.string(),
  bpm: z.number(),
  key: z.string(),
  status: z.enum(SUBMISSION_STATUSES),
  reason: z.string().nullable().meta({ description: 'Why it was rejected, or what is to be changed' }),
  productId: z.int().nullable().meta({ description: 'The track it became; null also when that was removed' }),
  submittedAt: at,
  dueAt: at.nullable().meta({ description: 'Until when the next step is promised; null when nothing is promised any more' }),
  overdue: z.boolean(),
  changedAt: at.meta({ description: 'When the present state began' }),
  history: z.array(AskedChange).optional().meta({ description: 'The sendings that came back for changes, the oldest first' }),
};

/** A submission as its seller sees it; `price` in dollars. */
export const SellerSubmissionView = z
  .strictObject({
    ...submission,
    correctable: z
      .strictObject({
        trackFilesLink: z.string(),
        projectFilesLink: z.string().nullable(),
        packageId: z.int().nullable(),
        contactEmail: z.string(),
        origins: SoundOriginsView.nullable(),
      })
      .optional()
      .meta({ description: 'The other fields that it was sent with: for its seller alone, while changes are asked for' }),
  })
  .meta({ id: 'SellerSubmission' });
export type SellerSubmissionView = z.output<typeof SellerSubmissionView>;

export const SubmissionView = z
  .strictObject({
    ...submission,
    sellerId: z.int(),
    storeName: z.string(),
    trackFilesLink: z.string().nullable().meta({ description: 'Null for a role that may not change tracks' }),
    projectFilesLink: z.string().nullable().meta({ description: 'Null also for a role that may not change tracks' }),
    packageId: z.int().nullable().meta({ description: 'The package with the files, for roles that may read packages' }),
    accountEmail: z
      .string()
      .nullable()
      .meta({ description: "Of the seller's account, where mails go; null while it is not known" }),
    contactEmail: z
      .string()
      .meta({ description: "As typed; mails go there too once it is confirmed. The account's own changes with it" }),
    origins: SoundOriginsView.optional().meta({ description: 'Left out when its seller declared nothing' }),
  })
  .meta({ id: 'Submission' });
export type SubmissionView = z.output<typeof SubmissionView>;

export const OneSubmission = z.strictObject({ success: z.literal(true), data: SubmissionView });

/** The number of submissions in each state, regardless of the list's filter. */
export const SubmissionCounts = z.record(z.enum(SUBMISSION_FILTERS), z.int());
export type SubmissionCounts = z.output<typeof SubmissionCounts>;

export const SubmissionsPage = Page(SubmissionView).extend({ counts: SubmissionCounts });
export type SubmissionsPage = z.output<typeof SubmissionsPage>;
