import type { Copies } from '@shop/messaging';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export const STORES: Copies = { table: 'stores', key: 'seller_id' };

/** The copy of a seller's store, which sellers owns. */
@Entity('stores')
export class Store {
  @PrimaryColumn('int', { name: 'seller_id' }) sellerId!: number;
  @Column('int', { name: 'user_id' }) userId!: number;
  @Column('int') version!: number;
  @Column('text') name!: string;
  @Column('text') status!: string;
}
