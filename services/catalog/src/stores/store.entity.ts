import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What the catalog remembers of a seller's store. Sellers owns it. */
@Entity('stores')
export class Store {
  @PrimaryColumn('int', { name: 'seller_id' }) sellerId!: number;
  @Column('int', { name: 'user_id' }) userId!: number;
  @Column('int') version!: number;
  @Column('text') name!: string;
  @Column('text') status!: string;
}
