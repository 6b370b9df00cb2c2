import type { SoundOrigins } from '@shop/contracts/forms';
import type { SoundView } from '@shop/contracts/views';
import type { DataOf, ProductPublished } from '@shop/contracts/events';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The files that the shop itself delivers for a track. */
export type TrackPackage = NonNullable<DataOf<typeof ProductPublished>['package']>;

/** The only place outside the catalog that has a track's delivery links. */
@Entity('product_copies')
export class ProductCopy {
  @PrimaryColumn('int', { name: 'product_id' }) productId!: number;
  @Column('int') version!: number;
  @Column('boolean', { default: false }) removed!: boolean;
  @Column('text', { default: '' }) name!: string;
  @Column('text', { default: '' }) category!: string;
  @Column('text', { default: '' }) img!: string;
  @Column('int', { name: 'price_cents', default: 0 }) priceCents!: number;
  @Column('text', { name: 'project_name', nullable: true }) projectName!: string | null;
  @Column('int', { name: 'seller_id', nullable: true }) sellerId!: number | null;
  @Column('int', { name: 'seller_user_id', nullable: true }) sellerUserId!: number | null;
  @Column('text', { name: 'store_name', default: '' }) storeName!: string;
  @Column('text', { name: 'download_link', default: '' }) downloadLink!: string;
  @Column('text', { name: 'project_link', nullable: true }) projectLink!: string | null;
  @Column('jsonb', { nullable: true }) sound!: SoundView | null;
  @Column('jsonb', { name: 'package', nullable: true }) trackPackage!: TrackPackage | null;
  @Column('jsonb', { name: 'sound_origins', nullable: true }) soundOrigins!: SoundOrigins | null;
}
