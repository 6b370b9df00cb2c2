import { conflict } from '@shop/http';
import { QueryFailedError } from 'typeorm';

export const takenEmail = () => conflict('email-taken', 'This e-mail address is already in use.', { field: 'email' });

/**
 * The result of `work`. When two requests save the same address at once, the second fails on the unique index `users_email`.
 * @throws Refusal 409 `email-taken` with field `email` in that case
 */
export async function refusingTakenEmail<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw isTakenEmail(error) ? takenEmail() : error;
  }
}

/** Like `refusingTakenEmail`, but null instead of the refusal, for callers who must not learn that an account has the address. */
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
