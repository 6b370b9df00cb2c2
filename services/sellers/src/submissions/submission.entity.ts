import assert from 'node:assert/strict';
import type { SubmissionStatus } from '@shop/contracts/constants';
import { ChangesAsked, SubmissionChanged, SubmissionCorrected, SubmissionOverdue, TrackSubmitted } from '@shop/contracts/events';
import type { MarkedFinding, SoundOrigins, TrackSubmissionForm } from '@shop/contracts/forms';
import type { AskedChange } from '@shop/contracts/views';
import { conflict, invalid } from '@shop/http';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { Seller } from '../stores/seller.entity';
import type { StoreOwner } from '../user-copies/user-copies';
import { dueOf, mayBecome } from './transitions';

/** The store's facts for events, with the owner for mails about the track. */
type SaidStore = Pick<Seller, 'storeName' | 'userId' | 'status'> & { owner: StoreOwner | null };

/** A track that a seller sent in for review. Only admins see its links, and no event has them. */
@Entity('track_submissions')
export class Submission {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' }) id!: number;
  @Column('int') version!: number;
  @Column('integer', { name: 'seller_id' }) sellerId!: number;
  @Column('text', { name: 'track_name' }) trackName!: string;
  @Column('int', { name: 'price_cents' }) priceCents!: number;
  @Column('text') genre!: string;
  @Column('double precision') bpm!: number;
  @Column('text', { name: 'music_key' }) musicKey!: string;
  @Column('text', { name: 'track_files_link' }) trackFilesLink!: string;
  @Column('text', { name: 'project_files_link', nullable: true }) projectFilesLink!: string | null;
  /** The package with the files; without one the links lead to them. */
  @Column('integer', { name: 'package_id', nullable: true }) packageId!: number | null;
  @Column('text', { name: 'contact_email' }) contactEmail!: string;
  @Column('jsonb', { name: 'sound_origins', nullable: true }) soundOrigins!: SoundOrigins | null;
  @Column('text') status!: SubmissionStatus;
  @Column('text', { nullable: true }) reason!: string | null;
  @Column('integer', { name: 'product_id', nullable: true }) productId!: number | null;
  /** When it was last sent. */
  @Column('timestamptz', { name: 'submitted_at' }) submittedAt!: Date;
  @Column('timestamptz', { name: 'changed_at' }) changedAt!: Date;
  /** The promised time of the next step; null when nothing is promised any more. */
  @Column('timestamptz', { name: 'due_at', nullable: true }) dueAt!: Date | null;
  /** The `dueAt` of the promise whose breach the operator was last told of. */
  @Column('timestamptz', { name: 'reminded_due_at', nullable: true }) remindedDueAt!: Date | null;

  /** Earlier sendings, and what was asked for. */
  @Column('jsonb') history!: AskedChange[];

  static fresh(sellerId: number, form: TrackSubmissionForm, now: Date): Submission {
    return Object.assign(new Submission(), {
      version: 1,
      sellerId,
      ...fieldsOf(form),
      status: 'submitted' as const,
      reason: null,
      productId: null,
      submittedAt: now,
      changedAt: now,
      dueAt: dueOf('submitted', now, now),
      remindedDueAt: null,
      history: [],
    });
  }

  /** @param hasProject whether the package, if there is one, holds a project */
  submitted(store: SaidStore, hasProject = false) {
    return TrackSubmitted({ ...this.facts(store), ...this.track(hasProject) });
  }

  /**
   * Sends the submission back to its seller, who corrects it. Nothing is promised meanwhile.
   * @throws Refusal 409 `illegal-transition`, 400 with field `reason` without one
   */
  askForChanges(reason: string | null, findings: MarkedFinding[], now: Date, store: SaidStore) {
    this.refuseTransition('changes_asked');
    if (!reason) throw invalid('reason', 'Please say what is to be changed');
    const sentAt = this.submittedAt.toISOString();
    this.history = [...this.history, { sentAt, askedAt: now.toISOString(), reason, findings }];
    this.move('changes_asked', reason, now);
    return ChangesAsked({
      ...this.facts(store),
      reason,
      findings: findings.map(({ code: finding, text, todo }) => ({ finding, text, todo })),
      packageId: this.packageId,
    });
  }

  /**
   * Sends the submission again with other values; the time of the review begins anew.
   * @param hasProject whether the package, if there is one, holds a project
   * @throws Refusal 409 `illegal-transition` unless changes are asked for
   */
  correct(form: TrackSubmissionForm, now: Date, store: SaidStore, hasProject: boolean) {
    if (this.status !== 'changes_asked')
      throw conflict('illegal-transition', `This submission is ${words(this.status)} by now. Nothing is to be changed.`);
    Object.assign(this, fieldsOf(form));
    this.submittedAt = now;
    this.move('submitted', null, now);
    return SubmissionCorrected({ ...this.facts(store), ...this.track(hasProject) });
  }

  /** @throws Refusal 409 `illegal-transition` when somebody has decided since the status was `seenStatus` */
  refuseOtherStatus(seenStatus: SubmissionStatus) {
    if (this.status !== seenStatus)
      throw conflict('illegal-transition', `This submission is ${words(this.status)} by now. Please look at it again.`);
  }

  /** @throws Refusal 409 `illegal-transition`, 400 with field `reason` when it is rejected without a reason */
  become(status: SubmissionStatus, reason: string | null, now: Date, store: SaidStore) {
    this.refuseTransition(status);
    if (status === 'rejected' && !reason) throw invalid('reason', 'Please say why the track is rejected');
    return this.enter(status, status === 'rejected' ? reason : null, now, store);
  }

  /**
   * Notes the track that the submission became. The track is on sale, so this holds in any state. The catalog publishes another
   * track of the same submission only after removing the one before, so the newest counts.
   * @returns the event, or none when this track or a newer one is known already
   */
  publishAs(productId: number, now: Date, store: SaidStore) {
    if (this.productId !== null && this.productId >= productId) return [];
    this.productId = productId;
    return [this.enter('published', null, now, store)];
  }

  overdue(store: SaidStore) {
    assert(this.dueAt, 'what is overdue was due');
    this.remindedDueAt = this.dueAt;
    return SubmissionOverdue({ ...this.facts(store), dueAt: this.dueAt.toISOString() });
  }

  private enter(status: SubmissionStatus, reason: string | null, now: Date, store: SaidStore) {
    this.move(status, reason, now);
    return SubmissionChanged({
      ...this.facts(store),
      reason,
      productId: this.productId,
      packageId: this.packageId,
      storeStatus: store.status,
      changedAt: now.toISOString(),
    });
  }

  private refuseTransition(status: SubmissionStatus) {
    if (!mayBecome(this.status, status))
      throw conflict('illegal-transition', `A submission that is ${words(this.status)} cannot become ${words(status)}.`);
  }

  private move(status: SubmissionStatus, reason: string | null, now: Date) {
    this.status = status;
    this.reason = reason;
    this.changedAt = now;
    this.dueAt = dueOf(status, this.submittedAt, now);
    this.version += 1;
  }

  private track(hasProject: boolean) {
    const { genre, bpm, musicKey, priceCents, packageId } = this;
    const submittedAt = this.submittedAt.toISOString();
    return { genre, bpm, musicKey, priceCents, hasProject: hasProject || this.projectFilesLink !== null, packageId, submittedAt };
  }

  private facts({ storeName, userId, owner }: SaidStore) {
    const { id: submissionId, version, sellerId, trackName, contactEmail, status } = this;
    return {
      submissionId,
      version,
      sellerId,
      storeName,
      userId,
      owner,
      trackName,
      contactEmail,
      status,
      dueAt: this.dueAt?.toISOString() ?? null,
    };
  }
}

const fieldsOf = (form: TrackSubmissionForm) => ({
  trackName: form.trackName,
  priceCents: form.price,
  genre: form.genre,
  bpm: form.bpm,
  musicKey: form.key,
  trackFilesLink: form.trackFilesLink,
  projectFilesLink: form.projectFilesLink,
  packageId: form.packageId,
  contactEmail: form.contactEmail,
  soundOrigins: form.origins,
});

const words = (status: SubmissionStatus) => (status === 'changes_asked' ? 'waiting for changes' : status.replace('_', ' '));
