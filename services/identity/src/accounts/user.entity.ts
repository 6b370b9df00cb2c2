import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { UserView } from '@shop/contracts/views';

@Entity('users')
export class User {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' }) id!: number;
  @Column('text') email!: string;
  @Column('text') name!: string;
  @Column('text', { name: 'last_name' }) lastName!: string;
  @Column('text') country!: string;
  @Column('text', { name: 'password_hash' }) passwordHash!: string;
  @Column('boolean', { name: 'is_admin', default: false }) isAdmin!: boolean;
  @Column('boolean', { name: 'is_seller', default: false }) isSeller!: boolean;
  @Column('int', { default: 1 }) version!: number;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { name: 'deleted_at', nullable: true }) deletedAt!: Date | null;
}

/** What owner and admins may see; never the hash (authorisation 7). */
export const viewOf = (user: User): UserView => ({
  id: user.id,
  name: user.name,
  last_name: user.lastName,
  email: user.email,
  country: user.country,
  is_admin: user.isAdmin ? 1 : 0,
  is_seller: user.isSeller,
  created_at: user.createdAt.toISOString(),
});

/** An account, as the audit log names it: without a name, since accounts can be deleted and the log cannot. */
export const userSubject = (id: number) => ({ type: 'user', id, name: `Account ${id}` });
