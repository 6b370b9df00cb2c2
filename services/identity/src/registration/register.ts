import { RegistrationRepeated, UserRegistered } from '@shop/contracts/events';
import type { RegisterForm } from '@shop/contracts/forms';
import type { Tx } from '@shop/messaging';
import { foldName } from '@shop/shared';
import type { z } from 'zod';
import type { NewPassword } from '../accounts/admin-password';
import { userByEmail } from '../accounts/find-user';
import { claimPendingStoreName, refuseTakenStoreName } from '../store-names/store-names';
import { PendingRegistration, newVerificationCode } from './pending-registration.entity';

/** A pending registration lapses after a day, and its store name with it (docs/product/accounts.md#pending-registrations). */
const PENDING_HOURS = 24;

/**
 * First step of a registration (docs/product/accounts.md#registering): stores it beside others of the same address, and has its
 * code mailed. When an account has the address, its owner gets a mail that says so instead; the registration is stored all the
 * same, so that its reserved store name does not reveal the account.
 * @throws Refusal 409 `store-name-taken` with field `shop_name`
 */
export async function register(
  { db, emit }: Tx,
  siteName: string,
  form: z.output<typeof RegisterForm>,
  password: NewPassword,
): Promise<void> {
  const { email, name } = form;
  const storeName = (form.is_seller && form.shop_name?.trim()) || null;
  if (storeName) await refuseTakenStoreName(db, email, storeName, siteName);
  const account = await userByEmail(db, email);
  const { code, hash, expiresAt } = newVerificationCode(email);
  if (storeName) await claimPendingStoreName(db, email, storeName);
  await db.insert(PendingRegistration, {
    email,
    name,
    lastName: form.last_name,
    country: form.country,
    ...password,
    isSeller: form.is_seller,
    storeName,
    foldedStoreName: storeName && foldName(storeName),
    socialLink: form.is_seller ? form.social_link || null : null,
    codeHash: hash,
    codeExpiresAt: expiresAt,
    lapsesAt: new Date(Date.now() + PENDING_HOURS * 3_600_000),
  });
  await emit(
    account
      ? RegistrationRepeated({ userId: account.id, email, name: account.name })
      : UserRegistered({ email, name, code, expiresAt: expiresAt.toISOString() }),
  );
}
