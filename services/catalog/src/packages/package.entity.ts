import { PACKAGE_LIMITS, type PackageRole, type PackageState } from '@shop/contracts/constants';
import type { CompleteForm, PackageForm } from '@shop/contracts/forms';
import type { PackageFinding, PackageReport, SoundFacts } from '@shop/contracts/views';
import { PackageChecked, PackageReopened } from '@shop/contracts/events';
import { conflict, notFound } from '@shop/http';
import type { StoredPart } from '@shop/storage';
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { verdictOf } from './check/findings';

const DAY_MS = 86_400_000;
const bytes = { type: 'bigint', transformer: { to: (value: unknown) => value, from: Number } } as const;

/** An archive that was opened into the files of its package; the archive itself is not kept. */
type OpenedArchive = { path: string; sha256: string; sizeBytes: number };

/** The files that are delivered for one track (docs/product/packages.md). */
@Entity('packages')
export class Package {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' }) id!: number;
  /** Counts the checks, and the changes after them. */
  @Column('int') version!: number;
  @Column('int', { name: 'maker_id' }) makerId!: number;
  /** The maker's store; none for an admin. */
  @Column('int', { name: 'seller_id', nullable: true }) sellerId!: number | null;
  @Column('int', { name: 'product_id', nullable: true }) productId!: number | null;
  /** The submission that has taken the package: from then on its files no longer change. */
  @Column('int', { name: 'submission_id', nullable: true }) submissionId!: number | null;
  /** The version of that submission that was heard last. */
  @Column('int', { name: 'submission_version' }) submissionVersion!: number;
  /** Whether its maker was asked for changes: until the submission is sent again, the files may change. */
  @Column('boolean', { name: 'changes_asked' }) changesAsked!: boolean;
  /** Whether a track on sale, or one that was sold, has taken the package: then neither changes nor lapses it. */
  @Column('boolean') published!: boolean;
  @Column('text', { name: 'track_name', nullable: true }) trackName!: string | null;
  @Column('double precision', { nullable: true }) bpm!: number | null;
  @Column('text', { name: 'music_key', nullable: true }) musicKey!: string | null;
  @Column('text', { nullable: true }) type!: string | null;
  @Column('text') state!: PackageState;
  /** How far the check is, in percent. */
  @Column('int') progress!: number;
  @Column('jsonb', { nullable: true }) report!: PackageReport | null;
  @Column('jsonb') archives!: OpenedArchive[];
  @Column('timestamptz', { name: 'completed_at', nullable: true }) completedAt!: Date | null;
  /** How often a process has begun the check since the package was completed. */
  @Column('int') attempts!: number;
  /** The process that checks the package, and until when it must have reported; then another one takes it. */
  @Column('uuid', { nullable: true }) lease!: string | null;
  @Column('timestamptz', { name: 'leased_until', nullable: true }) leasedUntil!: Date | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
  /** When its maker was told that it lapses; null again when its time begins anew. */
  @Column('timestamptz', { name: 'lapse_told_at', nullable: true }) lapseToldAt!: Date | null;

  static fresh(makerId: number, sellerId: number | null, form: PackageForm): Package {
    return Object.assign(new Package(), {
      version: 1,
      makerId,
      sellerId,
      productId: form.productId ?? null,
      submissionId: null,
      submissionVersion: 0,
      changesAsked: false,
      published: false,
      trackName: form.trackName ?? null,
      bpm: form.bpm ?? null,
      musicKey: form.key ?? null,
      type: form.type ?? null,
      state: 'open',
      progress: 0,
      report: null,
      archives: [],
      completedAt: null,
      attempts: 0,
      lease: null,
      leasedUntil: null,
      createdAt: new Date(),
      expiresAt: unusedExpiry(),
      lapseToldAt: null,
    } satisfies Partial<Package>);
  }

  /** Opens the package for another file or role: it must be checked again. @throws Refusal 409 `checking`, `used` */
  change() {
    this.refuseToChange();
    const events = this.reopened();
    this.state = 'open';
    this.progress = 0;
    return events;
  }

  /** What the others hear when what was found no longer holds: nothing unless the package was checked. */
  reopened() {
    if (this.state !== 'checked' && this.state !== 'failed') return [];
    this.version += 1;
    return [PackageReopened({ packageId: this.id, version: this.version, userId: this.makerId })];
  }

  /** Hands the package to the check. @throws Refusal 409 `checking`, `used` */
  complete() {
    this.refuseToChange();
    this.state = 'checking';
    this.progress = 0;
    this.attempts = 0;
    this.lease = null;
    this.leasedUntil = null;
    this.completedAt = new Date();
  }

  /** Notes what its maker says of the track by now. */
  describe({ trackName, bpm, key, type }: CompleteForm) {
    this.trackName = trackName ?? this.trackName;
    this.bpm = bpm ?? this.bpm;
    this.musicKey = key ?? this.musicKey;
    this.type = type ?? this.type;
  }

  /** Ends the check with its report. @param files the files that were checked */
  judged(report: PackageReport, files: readonly Pick<PackageFile, 'role'>[]) {
    this.version += 1;
    this.state = report.verdict === 'fails' ? 'failed' : 'checked';
    this.progress = 100;
    this.report = report;
    this.lease = null;
    this.leasedUntil = null;
    return this.announced(files);
  }

  /**
   * Lets a fail stand that the check has found. @param finding its code and file
   * @throws Refusal 409 `not-checked` while the package has no report that holds; 404 unless there is such a fail
   */
  overrule({ code, file }: Pick<PackageFinding, 'code' | 'file'>, by: number, reason: string) {
    if (!this.report || (this.state !== 'checked' && this.state !== 'failed'))
      throw conflict('not-checked', 'This package is not checked at the moment. Please look at it again when it is.');
    const isMeant = (finding: PackageFinding) => finding.level === 'fail' && finding.code === code && finding.file === file;
    if (!this.report.findings.some(isMeant)) throw notFound('finding');
    const findings = this.report.findings.map((finding) =>
      isMeant(finding) ? { ...finding, overruled: { by, reason } } : finding,
    );
    const verdict = verdictOf(findings.filter(({ overruled }) => !overruled));
    this.report = { verdict, findings };
    this.state = verdict === 'fails' ? 'failed' : 'checked';
    this.version += 1;
  }

  /** What the others hear of the report. @param files all files of the package */
  announced(files: readonly Pick<PackageFile, 'role'>[]) {
    const report = this.report ?? { verdict: 'fails' as const, findings: [] };
    const fails = report.findings.filter(({ level, overruled }) => level === 'fail' && !overruled);
    return PackageChecked({
      packageId: this.id,
      version: this.version,
      userId: this.makerId,
      verdict: report.verdict,
      fails: fails.map(({ code: finding, text, todo }) => ({ finding, text, todo })),
      facts: {
        files: files.length,
        stems: files.filter(({ role }) => role === 'stem').length,
        hasProject: files.some(({ role }) => role === 'project'),
      },
      expiresAt: this.expiresAt.toISOString(),
    });
  }

  /** Whether the check has passed, or somebody has overruled what it found. */
  get isFit() {
    return this.state === 'checked' && !this.report?.findings.some(({ level, overruled }) => level === 'fail' && !overruled);
  }

  /** Lets the package lapse when its time is over again: no track and no submission has it any more. */
  released() {
    this.published = false;
    this.submissionId = null;
    this.changesAsked = false;
    this.expiresAt = unusedExpiry();
    this.lapseToldAt = null;
  }

  /** @throws Refusal 409 `checking`, `used` */
  refuseToChange() {
    if (this.published) throw conflict('used', 'These files are delivered for a track and no longer change.');
    if (this.submissionId !== null && !this.changesAsked)
      throw conflict('used', 'These files were sent for review and no longer change.');
    if (this.state === 'checking') throw conflict('checking', 'The package is being checked. Please wait until that is done.');
  }
}

@Entity('package_files')
export class PackageFile {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' }) id!: number;
  @Column('int', { name: 'package_id' }) packageId!: number;
  @Column('text') path!: string;
  @Column('text') role!: PackageRole;
  /** Whether the maker has corrected the role; the path then no longer decides it. */
  @Column('boolean', { name: 'role_chosen' }) roleChosen!: boolean;
  @Column({ ...bytes, name: 'size_bytes' }) sizeBytes!: number;
  @Column('text') sha256!: string;
  @Column({ ...bytes }) crc32!: number;
  @Column('text', { name: 'object_key' }) objectKey!: string;
  @Column('jsonb') facts!: SoundFacts;
}

/** A file that arrives in parts, perhaps over days. A finished one stays until it lapses, for a sender who has missed the answer. */
@Entity('package_uploads')
export class PackageUpload {
  @PrimaryColumn('uuid') id!: string;
  @Column('int', { name: 'package_id' }) packageId!: number;
  @Column('text') path!: string;
  @Column({ ...bytes, name: 'size_bytes' }) sizeBytes!: number;
  /** What the sender says that the file hashes to. */
  @Column('text', { nullable: true }) sha256!: string | null;
  @Column('text', { name: 'object_key' }) objectKey!: string;
  /** The storage's name of the upload, once the first byte has come. */
  @Column('text', { name: 'store_upload', nullable: true }) storeUpload!: string | null;
  @Column('jsonb') parts!: StoredPart[];
  @Column({ ...bytes, name: 'offset_bytes' }) offsetBytes!: number;
  /** The state of the SHA-256 of the bytes so far, in base64. */
  @Column('text', { name: 'hash_state', nullable: true }) hashState!: string | null;
  @Column({ ...bytes }) crc32!: number;
  @Column('boolean') finished!: boolean;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
}

/** When a package lapses that nothing becomes of from now on. */
export const unusedExpiry = () => new Date(Date.now() + PACKAGE_LIMITS.unusedDays * DAY_MS);

/** When an upload lapses that begins or goes on now. */
export const uploadExpiry = () => new Date(Date.now() + PACKAGE_LIMITS.uploadHours * 3_600_000);

/** How a file of a package is sent: saved under its name without the folder, and only as long as it is whole. */
export const attachmentOf = ({ path, sha256, sizeBytes }: PackageFile) => ({
  name: path.split('/').at(-1) ?? 'file',
  etag: sha256,
  size: sizeBytes,
});
