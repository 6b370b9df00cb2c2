import type { Refusals } from '@shop/declare';
import { z } from 'zod';
import type { Declared } from './endpoint';

export const ErrorShape = z
  .strictObject({
    success: z.literal(false),
    code: z.string(),
    error: z.string(),
    message: z.string(),
    field: z.string().optional(),
    details: z.unknown().optional(),
    requestId: z.string().optional(),
  })
  .meta({ id: 'Error' });

/** The text of an answer 503 while something that its call needs is away, and the API description's text about it. */
export type Away = { says: string; means: string };

export const AWAY: Away = {
  says: 'This service is not available right now. Please try again in a moment.',
  means: 'This service cannot answer right now',
};

/** The refusals that follow from a call's declaration. */
export function impliedBy({ who, stepUp, params, query, body, accepts, limits }: Declared, away = AWAY): Refusals {
  const strangers = typeof who === 'object' && 'owner' in who && who.hidden ? HIDDEN : who === 'user' ? USERS : FEW;
  return {
    ...((params ?? query ?? body ?? accepts) && {
      '400 invalid': 'The input is not as described: `field` names what is wrong first',
    }),
    ...(body && { '400 invalid-json': 'The body is not readable JSON' }),
    ...(who === 'gateway' ? { '404 not-found': 'For the gateway alone' } : who !== 'anyone' && strangers),
    ...(stepUp && { '403 step-up-required': STEPS[stepUp] }),
    ...((body ?? accepts) && { '413 too-large': 'The body is too large' }),
    ...((body ?? accepts) && { '415 unsupported': 'The body is of another kind than described' }),
    ...(limits && { '429 too-many': `More than ${limits.map(({ words }) => words).join(', or ')}` }),
    '503 unavailable': away.means,
  };
}

const STEPS = {
  factor: 'A second factor must be confirmed first; it then holds for a few minutes',
  'factor-or-password':
    'A second factor, or the password of an account without one, must be confirmed first; it then holds for a few minutes',
};

const USERS: Refusals = { '401 unauthenticated': 'Nobody is logged in' };
const FEW: Refusals = { ...USERS, '403 forbidden': 'Not for this caller' };
const HIDDEN: Refusals = { '404 not-found': 'Not for this caller' };

/** The refusals that the gateway may add to any call before a service hears of it, and the answer to a bug. */
export const atTheDoor = ({ method, body, accepts }: Declared): Refusals => ({
  ...(method !== 'get' && { '403 forbidden': 'A browser sent it from the page of another site' }),
  ...((body ?? accepts) && { '408 too-slow': 'The body took too long to arrive' }),
  '429 too-many': 'Too many requests: `Retry-After` says for how long',
  '500 internal': 'Something went wrong on our side',
});

/** All refusals of a service for a call. */
export const refusedBy = (endpoint: Declared, away?: Away): Refusals => ({ ...impliedBy(endpoint, away), ...endpoint.refuses });
