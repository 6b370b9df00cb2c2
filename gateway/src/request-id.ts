import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';

const HEADER = 'x-request-id';

/** Gives a request its id, in the header of its answer. A client's own id is ignored. */
export function beginRequest(res: ServerResponse): string {
  const requestId = randomUUID();
  res.setHeader(HEADER, requestId);
  return requestId;
}

/** The id of a request, which it has before anything can refuse it. */
export const requestIdOf = (res: ServerResponse): string => String(res.getHeader(HEADER));
