import { answerEncoded, reply, type Encoded, type Reply } from '@shop/http';
import type { Request } from 'express';

/**
 * Answers JSON in an encoding that the request accepts, or 304 when the caller has it. Admins see another list. `extraHeaders`
 * are further headers.
 */
export async function replyEncoded(
  req: Request,
  json: Encoded,
  extraHeaders: Readonly<Record<string, string>> = {},
): Promise<Reply<200, Buffer> | Reply<304, null>> {
  const { headers, body } = await answerEncoded(req.headers, json, ['Authorization']);
  const commonHeaders = { ...headers, ...extraHeaders, 'cache-control': 'no-cache' };
  if (body === null) return reply(304, null, commonHeaders);
  return reply(200, body, { ...commonHeaders, 'content-type': 'application/json; charset=utf-8' });
}
