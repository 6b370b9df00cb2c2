import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/**
 * The first step of a registration. The code makes an account of it. An address may have several: anybody can type anybody's
 * address, so none replaces another.
 */
@Entity('pending_registrations')
export class PendingRegistration {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' }) id!: number;
  @Column('text') email!: string;
  @Column('text') name!: string;
  @Column('text', { name: 'last_name' }) lastName!: string;
  @Column('text') country!: string;
  @Column('text', { name: 'password_hash' }) passwordHash!: string;
  @Column('boolean', { name: 'long_password', default: false }) longPassword!: boolean;
  @Column('boolean', { name: 'is_seller' }) isSeller!: boolean;
  @Column('text', { name: 'store_name', nullable: true }) storeName!: string | null;
  @Column('text', { name: 'folded_store_name', nullable: true }) foldedStoreName!: string | null;
  @Column('text', { name: 'social_link', nullable: true }) socialLink!: string | null;
  @Column('text', { name: 'code_hash' }) codeHash!: string;
  @Column('timestamptz', { name: 'code_expires_at' }) codeExpiresAt!: Date;
  @Column('int', { default: 0 }) tries!: number;
  @Column('timestamptz', { name: 'lapses_at' }) lapsesAt!: Date;
}
