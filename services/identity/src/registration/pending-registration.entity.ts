import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
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

/** A code works for ten minutes and five tries (docs/product/accounts.md#verification-codes). */
const CODE_MINUTES = 10;
export const CODE_TRIES = 5;

type VerificationCode = { code: string; hash: string; expiresAt: Date };

/** The database has only the code's hash. The address salts it, so that equal codes have different hashes. */
export function newVerificationCode(email: string): VerificationCode {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  return { code, hash: hashCode(email, code), expiresAt: new Date(Date.now() + CODE_MINUTES * 60_000) };
}

/** Takes equally long for every code. */
export const codeMatches = (email: string, code: string, hash: string) =>
  timingSafeEqual(Buffer.from(hashCode(email, code), 'hex'), Buffer.from(hash, 'hex'));

const hashCode = (email: string, code: string) => createHash('sha256').update(`${email}\n${code}`).digest('hex');
