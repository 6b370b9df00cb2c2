import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';

/** For how long the link that confirms works, and an unconfirmed address is stored. */
export const CONFIRM_DAYS = 7;

/** Active only between confirming and unsubscribing. */
@Entity('subscribers')
export class Subscriber {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' }) id!: number;
  @Column('text') email!: string;
  @Column('boolean', { name: 'is_active', default: false }) isActive!: boolean;
  /** The token of the newest subscription. Unsubscribing removes it, so that an old mail subscribes nobody again. */
  @Column('text', { name: 'confirm_token', nullable: true }) confirmToken!: string | null;
  /** When it was last confirmed. */
  @Column('timestamptz', { name: 'confirmed_at', nullable: true }) confirmedAt!: Date | null;
  /** Never changes, so that the link in every mail ever sent keeps working. */
  @Column('text', { name: 'unsubscribe_token' }) unsubscribeToken!: string;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz' }) updatedAt!: Date;
}
