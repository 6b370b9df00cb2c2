import type { FreezeKind } from '@shop/contracts/constants';
import type { SoundOrigins } from '@shop/contracts/forms';
import type { SoundView } from '@shop/contracts/views';
import type { TrackPackage } from '../product-copies/product-copy.entity';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One track of an order as it was when the order was made, or quoted again after its reservation ran out. */
@Entity('order_items')
export class OrderItem {
  @PrimaryColumn('int', { name: 'order_id' }) orderId!: number;
  @PrimaryColumn('int', { name: 'product_id' }) productId!: number;
  @Column('int') position!: number;
  @Column('text') name!: string;
  @Column('text') category!: string;
  @Column('text') img!: string;
  @Column('int', { name: 'seller_id', nullable: true }) sellerId!: number | null;
  @Column('text', { name: 'store_name' }) storeName!: string;
  @Column('text', { name: 'project_name', nullable: true }) projectName!: string | null;
  @Column('boolean', { name: 'project_chosen' }) projectChosen!: boolean;
  @Column('int', { name: 'price_cents' }) priceCents!: number;
  @Column('int', { name: 'project_cents' }) projectCents!: number;
  /** Its share of the order's discount, by largest remainder. */
  @Column('int', { name: 'discount_cents' }) discountCents!: number;
  @Column('int', { name: 'paid_cents' }) paidCents!: number;
  /** Part of the download token: a new revision makes all earlier links worthless. */
  @Column('int', { name: 'link_revision', default: 1 }) linkRevision!: number;
  @Column('int', { name: 'download_count', default: 0 }) downloadCount!: number;
  @Column('int', { name: 'project_download_count', default: 0 }) projectDownloadCount!: number;
  @Column('text', { name: 'contract_hash', nullable: true }) contractHash!: string | null;
  /** The code of its certificate, since it is sold. */
  @Column('text', { name: 'certificate_code', nullable: true }) certificateCode!: string | null;
  /** Whether its certificate names the buyer. */
  @Column('boolean', { name: 'shows_buyer', default: false }) showsBuyer!: boolean;
  /** What of it was given back while other parts of the order were not. */
  @Column({ type: 'text', nullable: true, update: false }) refunded!: 'project' | 'track' | null;
  /** What freezes the track now; null while nothing does (docs/product/claims.md#what-a-claim-freezes). */
  @Column('text', { name: 'frozen_for', nullable: true }) frozenFor!: FreezeKind | null;
  /** Counts its freezes and thaws. */
  @Column('int', { name: 'freeze_version', default: 0 }) freezeVersion!: number;
  @Column('jsonb', { nullable: true }) sound!: SoundView | null;
  /** The files that the shop itself delivers for it. A repair may deliver others since; the certificate names these. */
  @Column('jsonb', { name: 'package', nullable: true }) trackPackage!: TrackPackage | null;
  @Column('jsonb', { name: 'sound_origins', nullable: true }) soundOrigins!: SoundOrigins | null;
}

/** Whether the track went back alone. */
export const isGivenBack = ({ refunded }: Pick<OrderItem, 'refunded'>): boolean => refunded === 'track';

/** Whether the buyer has its project files: they were bought, and did not go back. */
export const hasProject = ({ projectChosen, refunded }: Pick<OrderItem, 'projectChosen' | 'refunded'>): boolean =>
  projectChosen && !refunded;
