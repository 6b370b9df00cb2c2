import { newDebugId } from '../ids';

type Detail = { issue: string; description: string; field?: string; value?: unknown; location?: string };

type Link = { href: string; rel: string; method: string };

type ProblemBody = { name: string; message: string; debug_id: string; details?: Detail[]; links: Link[] };

/** A refusal in the body that PayPal's own error schema describes. */
export class PaypalProblem extends Error {
  readonly body: ProblemBody;

  constructor(
    readonly status: number,
    name: string,
    message: string,
    details?: Detail[],
    links: Link[] = [],
  ) {
    super(message);
    const help = details?.[0] && {
      href: `https://developer.paypal.com/docs/api/orders/v2/#error-${details[0].issue}`,
      rel: 'information_link',
      method: 'GET',
    };
    this.body = {
      name,
      ...(details && { details }),
      message,
      debug_id: newDebugId(),
      links: [...(help ? [help] : []), ...links],
    };
  }
}

const MALFORMED = 'Request is not well-formed, syntactically incorrect, or violates schema.';

export const invalid = (issue: string, description: string, at: { field?: string; value?: unknown } = {}) =>
  new PaypalProblem(400, 'INVALID_REQUEST', MALFORMED, [{ ...at, location: 'body', issue, description }]);

export const resultTooLarge = () =>
  new PaypalProblem(
    400,
    'RESULTSET_TOO_LARGE',
    'Result set size is greater than the maximum limit. Change the filter criteria and try again.',
  );

export const missing = (field: string) =>
  invalid('MISSING_REQUIRED_PARAMETER', 'A required field / parameter is missing.', { field });

export const unprocessable = (
  issue: string,
  description: string,
  at: { field?: string; value?: unknown } = {},
  links: Link[] = [],
) =>
  new PaypalProblem(
    422,
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
    [{ ...at, issue, description }],
    links,
  );

export const notFound = () =>
  new PaypalProblem(404, 'RESOURCE_NOT_FOUND', 'The specified resource does not exist.', [
    {
      issue: 'INVALID_RESOURCE_ID',
      description: 'Specified resource ID does not exist. Please check the resource ID and try again.',
    },
  ]);

export const forbidden = (issue: string, description: string) =>
  new PaypalProblem(403, 'NOT_AUTHORIZED', 'Authorization failed due to insufficient permissions.', [{ issue, description }]);

export const unauthenticated = () =>
  new PaypalProblem(
    401,
    'AUTHENTICATION_FAILURE',
    'Authentication failed due to invalid authentication credentials or a missing Authorization header.',
  );

export const inProgress = () =>
  new PaypalProblem(409, 'RESOURCE_CONFLICT', 'The server has detected a conflict while processing this request.', [
    {
      issue: 'PREVIOUS_REQUEST_IN_PROGRESS',
      description:
        'A previous request on this resource is currently in progress. Please wait for sometime and try again. It is best to space out the initial and the subsequent request(s) to avoid receiving this error.',
    },
  ]);

export const rateLimited = () => new PaypalProblem(429, 'RATE_LIMIT_REACHED', 'Too many requests. Blocked due to rate limiting.');

export const internalError = () => new PaypalProblem(500, 'INTERNAL_SERVER_ERROR', 'An internal server error has occurred.');
