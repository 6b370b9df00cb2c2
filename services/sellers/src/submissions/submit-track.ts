import { isDeepStrictEqual } from 'node:util';
import type { TrackSubmissionForm } from '@shop/contracts/forms';
import { conflict, forbidden, notFound } from '@shop/http';
import { locked, type Tx } from '@shop/messaging';
import { IsNull, Not, type EntityManager } from 'typeorm';
import { Seller } from '../stores/seller.entity';
import { withOwner } from '../user-copies/user-copies';
import { sendablePackage } from './package-copies';
import { Submission } from './submission.entity';

/**
 * Takes a track in for review and tells the operator (docs/product/review.md#sending-a-track). The store is the caller's own,
 * whatever name was sent; it is locked, so that submissions of one seller come one after the other. A repeated request whose
 * first submission still waits adds nothing.
 * @returns the submission's id
 * @throws Refusal 403 unless the store is active, 400 `package-not-fit`, 409 `offer-changed` while a new version of the offer is not
 * accepted
 */
export async function submitTrack({ db, emit }: Tx, userId: number, form: TrackSubmissionForm): Promise<number> {
  const store = await openStore(db, userId);
  const fresh = Submission.fresh(store.id, form, new Date());
  const waiting = await sameThatWaits(db, fresh);
  if (waiting) return waiting.id;
  const { hasProject } = fresh.packageId === null ? { hasProject: false } : await sendablePackage(db, userId, fresh.packageId);
  const submission = await db.save(fresh);
  await emit(submission.submitted(await withOwner(db, store), hasProject));
  return submission.id;
}

/**
 * Sends a submission again for which changes were asked (docs/product/review.md#changes-asked-for); the operator hears of it.
 * @throws Refusal as `submitTrack`, 404 for the submission of another store, 409 `illegal-transition` unless changes are asked for
 */
export async function correctSubmission({ db, emit }: Tx, userId: number, id: number, form: TrackSubmissionForm): Promise<void> {
  const store = await openStore(db, userId);
  const submission = await locked(db, Submission, { id, sellerId: store.id });
  if (!submission) throw notFound('submission');
  const { hasProject } =
    form.packageId === null || submission.status !== 'changes_asked'
      ? { hasProject: false }
      : await sendablePackage(db, userId, form.packageId, submission);
  const event = submission.correct(form, new Date(), await withOwner(db, store), hasProject);
  await db.save(submission);
  await emit(event);
}

/** The caller's store, locked. @throws Refusal 403 unless it is active, 409 `offer-changed` */
async function openStore(db: EntityManager, userId: number): Promise<Seller> {
  const store = await locked(db, Seller, { userId });
  if (!isOpen(store)) throw notActive();
  if (store.mustAcceptAgain())
    throw conflict('offer-changed', 'The Public Offer Agreement has changed. Please read and accept it in your dashboard first.');
  return store;
}

/** A waiting submission with the same value in every field, so that no correction by the seller is lost. */
async function sameThatWaits(db: EntityManager, submission: Submission): Promise<Submission | null> {
  const { sellerId, trackName, priceCents, genre, bpm, musicKey, trackFilesLink, contactEmail, soundOrigins } = submission;
  const facts = { sellerId, trackName, priceCents, genre, bpm, musicKey, trackFilesLink, contactEmail };
  const waiting = await db.findBy(Submission, {
    ...facts,
    projectFilesLink: submission.projectFilesLink ?? IsNull(),
    packageId: submission.packageId ?? IsNull(),
    dueAt: Not(IsNull()),
  });
  return waiting.find((candidate) => isDeepStrictEqual(candidate.soundOrigins, soundOrigins)) ?? null;
}

export const isOpen = (store: Seller | null): store is Seller => store?.status === 'active' && store.deletedAt === null;
export const notActive = () => forbidden('Only active stores can send tracks.');
