import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The first step of a registration. The account comes into being only when its code comes back (decision 12). */
@Entity('pending_registrations')
export class PendingRegistration {
  @PrimaryColumn('text') email!: string;
  @Column('text') name!: string;
  @Column('text', { name: 'last_name' }) lastName!: string;
  @Column('text') country!: string;
  @Column('text', { name: 'password_hash' }) passwordHash!: string;
  @Column('boolean', { name: 'is_seller' }) isSeller!: boolean;
  @Column('text', { name: 'store_name', nullable: true }) storeName!: string | null;
  @Column('text', { name: 'social_link', nullable: true }) socialLink!: string | null;
  @Column('text', { name: 'code_hash' }) codeHash!: string;
  @Column('timestamptz', { name: 'code_expires_at' }) codeExpiresAt!: Date;
  @Column('int', { default: 0 }) tries!: number;
  @Column('timestamptz', { name: 'lapses_at' }) lapsesAt!: Date;
}
