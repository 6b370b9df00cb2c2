import { ProductChanged, ProductPublished, ProductRemoved, type DataOf } from '@shop/contracts/events';
import type { ProductFields, SoundOrigins } from '@shop/contracts/forms';
import type { FilesFacts, ProductStatus } from '@shop/contracts/views';
import { conflict } from '@shop/http';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { AudioMedia, ImageMedia } from '../media/save-media';
import type { Owner } from '../stores/store.entity';

/** The files of a track as events announce them. */
export type TrackPackage = NonNullable<DataOf<typeof ProductPublished>['package']>;

export type Claim = 'free' | 'held' | 'sold';
export type ProductMedia = ImageMedia & AudioMedia & { coverDrawn: boolean };

@Entity('products')
export class Product {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' }) id!: number;
  /** Counts the announcements of the track: edits, new names of the store, removal. */
  @Column('int') version!: number;
  @Column('text') name!: string;
  @Column('text') category!: string;
  @Column('int', { name: 'price_cents' }) priceCents!: number;
  @Column('int', { name: 'old_price_cents', nullable: true }) oldPriceCents!: number | null;
  @Column('text', { name: 'music_key' }) musicKey!: string;
  @Column('text', { name: 'key_mode', nullable: true }) keyMode!: string | null;
  @Column('text') type!: string;
  @Column('double precision', { nullable: true }) bpm!: number | null;
  /** The package that delivers the track, and what everybody may know of its files. */
  @Column('int', { name: 'package_id', nullable: true }) packageId!: number | null;
  @Column('jsonb', { nullable: true }) files!: FilesFacts | null;
  /** Empty when a package alone delivers the track. */
  @Column('text', { name: 'download_link' }) downloadLink!: string;
  @Column('text', { name: 'project_name', nullable: true }) projectName!: string | null;
  @Column('text', { name: 'project_link', nullable: true }) projectLink!: string | null;
  @Column('boolean', { name: 'is_hot' }) isHot!: boolean;
  @Column('boolean', { name: 'exclusive_vocal' }) exclusiveVocal!: boolean;
  @Column('jsonb', { name: 'sound_origins', nullable: true }) soundOrigins!: SoundOrigins | null;
  @Column('int', { name: 'seller_id', nullable: true }) sellerId!: number | null;
  /** The submission that became this track; set when the track is created, and never changed. */
  @Column('int', { name: 'submission_id', nullable: true }) submissionId!: number | null;
  /** The upload that added the track. */
  @Column('uuid', { nullable: true }) upload!: string | null;
  @Column('text') img!: string;
  /** Whether the shop drew the cover from the track's facts; it then draws a new one when they change. */
  @Column('boolean', { name: 'cover_drawn' }) coverDrawn!: boolean;
  @Column('text') audio!: string;
  @Column('text') peaks!: string;
  @Column('text') wave!: string;
  /** Seconds. */
  @Column('double precision') duration!: number;
  /** The fingerprint of a preview that has just come; it is kept in a table of its own. */
  print?: Uint8Array;
  @Column('boolean') removed!: boolean;
  /** The last claim that orders announced; a higher `claimVersion` is newer. */
  @Column('text') claim!: Claim;
  @Column('int', { name: 'claim_version' }) claimVersion!: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;

  static fresh(fields: ProductFields, media: ProductMedia, upload: string | null): Product {
    const product = new Product();
    product.version = 1;
    product.removed = false;
    product.claim = 'free';
    product.claimVersion = 0;
    product.createdAt = new Date();
    product.submissionId = fields.submission_id;
    product.upload = upload;
    product.files = null;
    product.take(fields, media);
    return product;
  }

  get status(): ProductStatus {
    if (this.claim === 'sold') return 'sold';
    if (this.removed) return 'removed';
    return this.claim === 'held' ? 'held' : 'active';
  }

  published(owner: Owner, files: TrackPackage | null) {
    return ProductPublished(this.announcement(owner, files));
  }

  /** Takes the fields of the form; `changed` announces them. @throws Refusal 409 `sold`, `held`, `removed` */
  edit(fields: ProductFields, media: Partial<ProductMedia>) {
    this.refuseUnlessFree();
    this.take(fields, media);
  }

  /** Changes where the files of a sold track are. @throws Refusal 409 `held`, `removed` if it is neither sold nor free */
  repairDelivery(fields: ProductFields) {
    if (this.status !== 'sold') this.refuseUnlessFree();
    this.packageId = fields.package_id;
    this.downloadLink = fields.download_link;
    this.projectLink = fields.project_link;
  }

  /** Takes the track out of the shop for ever; it stays in the records. @throws Refusal 409 `sold`, `held`, `removed` */
  remove(files: TrackPackage | null) {
    this.refuseUnlessFree();
    return this.gone(files);
  }

  /** Removes the track of a closed store, even while somebody holds it. */
  ownerGone(files: TrackPackage | null) {
    return this.gone(files);
  }

  /** The track as it is now, in one event: events may come in any order, and the newest one has everything. */
  asItIs(owner: Owner, files: TrackPackage | null) {
    return this.removed ? this.gone(files) : this.changed(owner, files);
  }

  /**
   * Refuses a change unless the track is free, as far as events have told: only orders decides about a sale
   * (docs/product/checkout.md#holds). @throws Refusal 409 `sold`, `held`, `removed`
   */
  refuseUnlessFree() {
    if (this.status === 'sold') throw conflict('sold', 'This track is sold and can no longer be changed.');
    if (this.status === 'held') throw conflict('held', 'A buyer is paying for this track right now. Please try again later.');
    if (this.status === 'removed') throw conflict('removed', 'This track was removed from the shop.');
  }

  private gone(files: TrackPackage | null) {
    this.removed = true;
    // Its notes are words of the seller, who may be closing the store. Orders has those of a sold track.
    this.soundOrigins = null;
    this.version += 1;
    const { id, version, downloadLink, projectLink } = this;
    return ProductRemoved({ productId: id, version, links: { downloadLink, projectLink }, package: files });
  }

  /** Something of the track, or the name of its store, is another one. */
  changed(owner: Owner, files: TrackPackage | null) {
    this.version += 1;
    return ProductChanged(this.announcement(owner, files));
  }

  private take(fields: ProductFields, media: Partial<ProductMedia>) {
    this.name = fields.name;
    this.category = fields.category;
    this.priceCents = fields.price;
    this.oldPriceCents = fields.old_price;
    this.musicKey = fields.music_key;
    this.keyMode = fields.key_mode;
    this.type = fields.type;
    this.bpm = fields.bpm;
    this.packageId = fields.package_id;
    this.downloadLink = fields.download_link;
    this.projectName = fields.project_name;
    this.projectLink = fields.project_link;
    this.isHot = fields.is_hot;
    this.exclusiveVocal = fields.exclusive_vocal;
    this.soundOrigins = fields.origins;
    this.sellerId = fields.seller_id;
    Object.assign(this, media);
  }

  private announcement({ sellerId, userId, storeName }: Owner, files: TrackPackage | null) {
    const { id, version, name, category, img, priceCents, oldPriceCents, bpm, musicKey, projectName, downloadLink, projectLink } =
      this;
    return {
      productId: id,
      version,
      name,
      category,
      img,
      priceCents,
      oldPriceCents,
      bpm,
      musicKey,
      keyMode: this.keyMode,
      recording: { audio: this.audio, wave: this.wave, durationSeconds: this.duration },
      projectName,
      sellerId,
      sellerUserId: userId,
      storeName,
      downloadLink,
      projectLink,
      createdAt: this.createdAt.toISOString(),
      submissionId: this.submissionId,
      origins: this.soundOrigins,
      package: files,
    };
  }
}
