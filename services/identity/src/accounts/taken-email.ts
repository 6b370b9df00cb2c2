import { conflict } from '@shop/http';
import { QueryFailedError } from 'typeorm';

/** The refusal of an address that another account has: 409 `email-taken` with field `email`. */
export const takenEmail = () => conflict('email-taken', 'This e-mail address is already in use.', { field: 'email' });

/**
 * The result of `work`. Two requests may save one address at once: the second then fails on the unique index `users_email`.
 * @throws Refusal 409 `email-taken` with field `email` in that case
 */
export async function refusingTakenEmail<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw isTakenEmail(error) ? takenEmail() : error;
  }
}

/** The result of `work`, or null in that case, for callers who must not learn that an account has the address. */
export async function nullForTakenEmail<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (isTakenEmail(error)) return null;
    throw error;
  }
}

const isTakenEmail = (error: unknown) =>
  error instanceof QueryFailedError &&
  (error.driverError as { code?: string; constraint?: string }).code === '23505' &&
  (error.driverError as { constraint?: string }).constraint === 'users_email';
