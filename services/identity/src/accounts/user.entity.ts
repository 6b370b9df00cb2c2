import assert from 'node:assert/strict';
import type { AdminRole } from '@shop/contracts/constants';
import {
  EmailChanged,
  UserChanged,
  UserDeleted,
  UserReinstated,
  UserSuspended,
  UserVerified,
  type DataOf,
} from '@shop/contracts/events';
import type { UserView } from '@shop/contracts/views';
import { conflict } from '@shop/http';
import type { Event } from '@shop/messaging';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { refuseAdminWithShortPassword, refuseShortForAdmin, type NewPassword } from './admin-password';

const ROLE_IS_SET = 'admin_role IS NOT NULL';

/** What stays of an erased account beside its number, times and version. */
const BLANK = {
  email: '',
  name: '',
  lastName: '',
  country: '',
  passwordHash: '',
  adminRole: null,
  suspendedAt: null,
  suspendedBecause: null,
};

type Person = Pick<User, 'email' | 'name' | 'lastName' | 'country'>;
type NewAccount = Person & NewPassword & { isSeller?: boolean; adminRole?: AdminRole | null };
type Profile = Person & Pick<User, 'adminRole'>;
/** The link that gives an account its previous address back. */
type Undo = { token: string; until: Date };

/**
 * `former`: old addresses of the account that nobody else has now. `handedOn`: old addresses that another account has now, with
 * the moment until which this one had them. `typed`: unconfirmed addresses that no other account has; they may be a stranger's.
 */
export type OtherAddresses = { former: string[]; handedOn: { email: string; until: string }[]; typed: string[] };

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
  /** Counts the announcements of the account. */
  @Column('int', { default: 1 }) version!: number;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { name: 'deleted_at', nullable: true }) deletedAt!: Date | null;

  /** @throws Refusal 409 `short-password` with field `is_admin` for an admin whose password is too short for one */
  static fresh({ isSeller = false, adminRole = null, ...person }: NewAccount): User {
    if (adminRole) refuseAdminWithShortPassword(person);
    const untouched = { suspendedAt: null, suspendedBecause: null, deletedAt: null };
    return Object.assign(new User(), { ...person, isSeller, adminRole, version: 1, ...untouched });
  }

  /** The event of a fresh account, once it is saved. `seller`: the store that it registered with, or null. */
  verified(seller: DataOf<typeof UserVerified>['seller']) {
    const { id: userId, version, name, lastName, email, country } = this;
    return UserVerified({ userId, version, name, lastName, email, country, seller });
  }

  /**
   * Changes the fields of the profile and, when there is a new one, the password.
   * @returns the events; none when everything stays
   * @throws Refusal 400 with field `password`, 409 `short-password` for an admin's password that is too short for one
   */
  edit(profile: Profile, password: NewPassword | null): Event[] {
    const { adminRole } = profile;
    if (adminRole && password) refuseShortForAdmin(password);
    if (adminRole && !this.adminRole) refuseAdminWithShortPassword(password ?? this);
    const same = (Object.keys(profile) as (keyof Profile)[]).every((field) => profile[field] === this[field]);
    if (same && !password) return [];
    const previousEmail = profile.email === this.email ? null : this.email;
    const event = this.changed({ ...profile, ...password }, { previousEmail, passwordChanged: password !== null });
    return previousEmail === null ? [event] : [event, this.emailChanged(previousEmail, null)];
  }

  /** @throws Refusal 400 with field `password` for an admin's password that is too short for one */
  changePassword(password: NewPassword) {
    if (this.adminRole) refuseShortForAdmin(password);
    return this.changed(password, { passwordChanged: true });
  }

  /** Takes the address that the account's owner has confirmed. `undo` goes to the previous one. */
  moveTo(email: string, undo: Undo): Event[] {
    const previousEmail = this.email;
    return [this.changed({ email }, { previousEmail }), this.emailChanged(previousEmail, undo)];
  }

  /**
   * Takes an earlier address back from an intruder, with a password that nobody knows
   * (docs/product/accounts.md#a-new-e-mail-address). The event does not call the password changed: the mail about that would go to
   * the address that is taken away, the intruder's. The owner is mailed a link to choose a new one, with the reason.
   */
  moveBack(email: string, unknownPassword: string) {
    const fields = { email, passwordHash: unknownPassword, longPassword: false };
    return this.changed(fields, { previousEmail: this.email });
  }

  /** @throws Refusal 409 `administrator` for an admin, 409 `suspended`, 409 `short-password` with field `is_admin` */
  promote(role: AdminRole) {
    if (this.adminRole)
      throw conflict('administrator', `This account is an admin already (${this.adminRole}). Owners change roles in the shop.`);
    if (this.suspendedAt) throw conflict('suspended', 'This account is suspended. Reinstate it first.');
    refuseAdminWithShortPassword(this);
    return this.changed({ adminRole: role });
  }

  /**
   * @returns the event, or null when it is suspended for this reason already
   * @throws Refusal 409 `already-suspended` when it is suspended for another
   */
  suspend(reason: string) {
    if (this.suspendedAt && this.suspendedBecause === reason) return null;
    if (this.suspendedAt) throw conflict('already-suspended', `This account is suspended already: ${this.suspendedBecause}`);
    this.countUp();
    this.suspendedAt = new Date();
    this.suspendedBecause = reason;
    return this.suspended();
  }

  /** @returns the event, or null when it is not suspended */
  reinstate() {
    if (!this.suspendedAt) return null;
    this.countUp();
    this.suspendedAt = this.suspendedBecause = null;
    return this.reinstated();
  }

  /** Removes everything personal. The event says what other services have to look for. */
  erase({ former, handedOn, typed }: OtherAddresses) {
    this.countUp();
    const { id: userId, version, email, name, lastName } = this;
    Object.assign(this, BLANK, { deletedAt: new Date() });
    const formerEmails = former.map((address) => ({ email: address }));
    const words = [...typed, `${name} ${lastName}`].map((word) => ({ word }));
    return UserDeleted({ userId, version, email, formerEmails, handedOn, words });
  }

  /**
   * The account as it is now, as events with a new version, for services with lost copies. `onceSuspended`: whether there was ever
   * a suspension, whose end they may not have heard of.
   */
  saidAgain(onceSuspended: boolean): Event[] {
    if (this.deletedAt) {
      this.version += 1;
      return [UserDeleted({ userId: this.id, version: this.version, email: '', formerEmails: [], words: [] })];
    }
    const event = this.changed({});
    if (this.suspendedAt) return [event, this.suspended()];
    return onceSuspended ? [event, this.reinstated()] : [event];
  }

  private changed(
    fields: Partial<Profile & NewPassword>,
    { previousEmail = null, passwordChanged = false }: { previousEmail?: string | null; passwordChanged?: boolean } = {},
  ) {
    this.countUp();
    Object.assign(this, fields);
    const { id: userId, version, name, lastName, email, country, adminRole } = this;
    const person = { userId, version, name, lastName, email, country };
    return UserChanged({ ...person, isAdmin: adminRole !== null, adminRole, previousEmail, passwordChanged });
  }

  private emailChanged(previousEmail: string, undo: Undo | null) {
    const { id: userId, version, name, email } = this;
    const link = undo && { token: undo.token, until: undo.until.toISOString() };
    return EmailChanged({ userId, version, name, email, previousEmail, undo: link });
  }

  private suspended() {
    return UserSuspended({ userId: this.id, version: this.version });
  }

  private reinstated() {
    return UserReinstated({ userId: this.id, version: this.version });
  }

  private countUp() {
    assert(!this.deletedAt, 'an erased account does not change');
    this.version += 1;
  }
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
