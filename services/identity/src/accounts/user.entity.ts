import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { AdminRole } from '@shop/contracts/constants';
import type { UserView } from '@shop/contracts/views';

const ROLE_IS_SET = 'admin_role IS NOT NULL';

@Entity('users')
export class User {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' }) id!: number;
  @Column('text') email!: string;
  @Column('text') name!: string;
  @Column('text', { name: 'last_name' }) lastName!: string;
  @Column('text') country!: string;
  @Column('text', { name: 'password_hash' }) passwordHash!: string;
  /** Whether the password is long enough for an admin. False for an old account until its next login. */
  @Column('boolean', { name: 'long_password', default: false }) longPassword!: boolean;
  @Column('text', { name: 'admin_role', nullable: true }) adminRole!: AdminRole | null;
  /** Computed by the database from the role. */
  @Column({ type: 'boolean', name: 'is_admin', generatedType: 'STORED', asExpression: ROLE_IS_SET, insert: false, update: false })
  isAdmin!: boolean;
  @Column('boolean', { name: 'is_seller', default: false }) isSeller!: boolean;
  @Column('timestamptz', { name: 'suspended_at', nullable: true }) suspendedAt!: Date | null;
  @Column('text', { name: 'suspended_because', nullable: true }) suspendedBecause!: string | null;
  @Column('int', { default: 1 }) version!: number;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { name: 'deleted_at', nullable: true }) deletedAt!: Date | null;
}

/** The fields that the account's owner and admins may see (docs/product/accounts.md#who-sees-an-account). */
export const viewOf = (user: User): UserView => ({
  id: user.id,
  name: user.name,
  last_name: user.lastName,
  email: user.email,
  country: user.country,
  is_admin: user.adminRole === null ? 0 : 1,
  admin_role: user.adminRole,
  is_seller: user.isSeller,
  suspended: user.suspendedAt && { since: user.suspendedAt.toISOString(), reason: user.suspendedBecause ?? '' },
  created_at: user.createdAt.toISOString(),
});

/** The audit log names an account by its number, because an account can be deleted and the log never changes. */
export const userSubject = (id: number) => ({ type: 'user', id, name: `Account ${id}` });
